import type { Sentences } from '../translate.ts';

/** The public register of experts (mf-static-pages/src/compliance). */
export const COMPLIANCE: Sentences = {
  'In force': 'वैध',
  'Ends soon': 'जल्द समाप्त',
  Lapsed: 'समाप्त',
  'Under review': 'समीक्षा में',
  'SEBI registration': 'SEBI पंजीकरण',
  'Valid until': 'इस तारीख तक वैध',
  'A change is under review since {0}': '{0} से एक बदलाव की समीक्षा चल रही है',
  'the register': 'रजिस्टर',
  'Search name, number or town': 'नाम, संख्या या शहर खोजें',
  '{0} of {1} experts': '{1} में से {0} विशेषज्ञ',
  'Reading the register': 'रजिस्टर पढ़ा जा रहा है',
  'Register of experts': 'विशेषज्ञों का रजिस्टर',
  'No expert matches.': 'कोई विशेषज्ञ मेल नहीं खाता।',
  'No expert is registered yet.': 'अभी कोई विशेषज्ञ पंजीकृत नहीं है।',
  'Only experts in this register can publish here.': 'यहाँ केवल इस रजिस्टर के विशेषज्ञ ही कॉल प्रकाशित कर सकते हैं।',
  'Show all experts': 'सभी विशेषज्ञ दिखाएँ',
  'Research analyst': 'शोध विश्लेषक',
  'Investment adviser': 'निवेश सलाहकार',
  'Stock broker': 'स्टॉक ब्रोकर',
};
