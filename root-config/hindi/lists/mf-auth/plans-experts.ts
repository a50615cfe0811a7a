import type { Sentences } from '../../translate.ts';

/** The plan of experts: what it gives and costs, and what its buyer agrees to (mf-auth: plans). */
export const MF_AUTH_PLANS_EXPERTS: Sentences = {
  Publisher: 'प्रकाशक',
  'You have an investor’s account. If you are registered with SEBI, you can publish calls yourself: your documents are verified first, and publishing needs a grant of your partner.':
    'आपका खाता निवेशक का है। अगर आप SEBI में पंजीकृत हैं, तो खुद कॉल प्रकाशित कर सकते हैं: पहले दस्तावेज़ सत्यापित होते हैं, और प्रकाशन के लिए आपके पार्टनर की अनुमति चाहिए।',
  'If you are registered with SEBI, you can publish calls yourself: your documents are verified first, and publishing needs a grant of your partner.':
    'अगर आप SEBI में पंजीकृत हैं, तो खुद कॉल प्रकाशित कर सकते हैं: पहले दस्तावेज़ सत्यापित होते हैं, और प्रकाशन के लिए आपके पार्टनर की अनुमति चाहिए।',
  'Your profession changes now; you can publish once your documents are verified and your partner grants it.':
    'आपका पेशा अभी बदल जाएगा; दस्तावेज़ सत्यापित होने और आपके पार्टनर की अनुमति मिलने पर आप कॉल प्रकाशित कर सकेंगे।',
  'Without the plan': 'प्लान के बिना',
  'See the Publisher plan': 'प्रकाशक प्लान देखें',
  'Prices include 18% GST. The plan is for publishing: nobody can buy a place, a rank or more readers.':
    'कीमतों में 18% GST शामिल है। प्लान प्रकाशन के लिए है: कोई जगह, रैंक या ज़्यादा पाठक नहीं खरीद सकता।',
  'Publish new calls on shares': 'शेयरों पर नई कॉल प्रकाशित करना',
  'Publish new option calls': 'नई ऑप्शन कॉल प्रकाशित करना',
  'Tighten, exit and explain calls that you published': 'अपनी प्रकाशित कॉल का स्टॉप-लॉस कसना, निकलना और समझाना',
  'Other experts’ live calls': 'दूसरे विशेषज्ञों की लाइव कॉल',
  'Other experts’ ended calls at once, not a session later': 'दूसरे विशेषज्ञों की समाप्त कॉल तुरंत, एक सत्र बाद नहीं',
  'The Publisher plan can’t be bought here at the moment.': 'प्रकाशक प्लान अभी यहाँ खरीदा नहीं जा सकता।',
  'An administrator’s account buys no plan. These are the prices that experts see.': 'एडमिन का खाता कोई प्लान नहीं खरीदता। ये वे कीमतें हैं जो विशेषज्ञ देखते हैं।',
  'You can buy the Publisher plan once your documents are verified. Nothing is charged before.':
    'दस्तावेज़ सत्यापित होने पर आप प्रकाशक प्लान खरीद सकेंगे। उससे पहले कुछ नहीं लिया जाता।',
  'What you publish stays': 'जो आप प्रकाशित करते हैं, वह रहता है',
  'Each call is signed, closed by prices, and kept whatever its result. Paying changes nothing about how your results are shown.':
    'हर कॉल पर हस्ताक्षर होते हैं, भाव उसे बंद करते हैं, और नतीजा जो भी हो वह रखी जाती है। भुगतान से आपके नतीजे दिखाने में कुछ नहीं बदलता।',
  'When the plan ends': 'प्लान ख़त्म होने पर',
  'You publish no new call until you have it again. Open calls stay, and prices close them. You can still tighten a stop-loss, exit early, add a note and look back.':
    'प्लान फिर लेने तक आप नई कॉल प्रकाशित नहीं करते। खुली कॉल रहती हैं, और भाव उन्हें बंद करते हैं। आप अब भी स्टॉप-लॉस कस सकते हैं, जल्दी निकल सकते हैं, टिप्पणी जोड़ सकते हैं और पीछे मुड़कर देख सकते हैं।',
  'Refund and cancellation for experts': 'रिफ़ंड और रद्द करना, विशेषज्ञों के लिए',
  'I have read the terms for experts, version {a}, and agree to them': 'मैंने विशेषज्ञों की शर्तें (संस्करण {a}) पढ़ ली हैं और मानता/मानती हूँ',
  'Terms for experts, in short': 'विशेषज्ञों की शर्तें, संक्षेप में',
  'You may publish while your registration and certificate are valid.': 'जब तक आपका पंजीकरण और प्रमाणपत्र मान्य हैं, आप प्रकाशित कर सकते हैं।',
  'What you publish is signed and stays, whatever its result. Nobody can change or delete it, and nobody can buy a place.':
    'आपके प्रकाशन पर हस्ताक्षर होते हैं और वह रहता है, नतीजा जो भी हो। उसे कोई बदल या हटा नहीं सकता, और कोई जगह नहीं खरीद सकता।',
  'No promise of profit, return or accuracy stands in a call, and conflicts of interest stand on each.':
    'किसी कॉल में मुनाफ़े, रिटर्न या सटीकता का वादा नहीं होता, और हितों का टकराव हर कॉल पर लिखा होता है।',
  'When the plan ends you publish no new call. Open calls stay, and you can still tighten, exit and explain them.':
    'प्लान ख़त्म होने पर आप नई कॉल प्रकाशित नहीं करते। खुली कॉल रहती हैं, और आप अब भी उनका स्टॉप-लॉस कस सकते हैं, निकल सकते हैं और उन्हें समझा सकते हैं।',
  'Read the terms for experts in a new tab': 'विशेषज्ञों की शर्तें नए टैब में पढ़ें',
  'Read about refunds in a new tab': 'वापसी के बारे में नए टैब में पढ़ें',
  '{0} is paid. {a} runs from {1} to {2}, and you may publish calls.': '{0} का भुगतान हो गया। {a} {1} से {2} तक चलेगा, और आप कॉल प्रकाशित कर सकते हैं।',
  'You have no Publisher plan, so you publish no new call. Your open calls stay, and you can still tighten, exit and explain them.':
    'आपके पास प्रकाशक प्लान नहीं है, इसलिए आप नई कॉल प्रकाशित नहीं करते। आपकी खुली कॉल रहती हैं, और आप अब भी उनका स्टॉप-लॉस कस सकते हैं, निकल सकते हैं और उन्हें समझा सकते हैं।',
  'Agree to the terms for experts first.': 'पहले विशेषज्ञों की शर्तें मानें।',
  'Use of the publishing platform, SAC {0}.': 'प्रकाशन मंच का उपयोग, SAC {0}।',
  'A credit note takes back what an invoice billed.': 'क्रेडिट नोट बिल की रकम वापस लेता है।',
};
