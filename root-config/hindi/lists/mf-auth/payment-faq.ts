import type { Sentences } from '../../translate.ts';

/** What people ask about paying, and what became of what they paid for (mf-auth: plans). */
export const MF_AUTH_PAYMENT_FAQ: Sentences = {
  'Questions about paying': 'भुगतान के बारे में सवाल',
  Payments: 'भुगतान',
  'Refunds and invoices': 'रिफ़ंड और इनवॉइस',
  'When does a plan begin?': 'प्लान कब शुरू होता है?',
  'As soon as the payment provider tells us that you paid. The same plan bought again begins when the first ends.':
    'जैसे ही भुगतान सेवा हमें बताती है कि आपने भुगतान कर दिया। वही प्लान दोबारा ख़रीदने पर वह पहले के ख़त्म होने पर शुरू होता है।',
  'Can I change to a greater plan?': 'क्या मैं बड़े प्लान पर जा सकता हूँ?',
  'Yes. It begins at once, and what is left of the lesser plan is taken off its price.':
    'हाँ। वह तुरंत शुरू होता है, और छोटे प्लान का बचा हुआ मूल्य उसकी कीमत से घटा दिया जाता है।',
  'How do I leave?': 'मैं प्लान कैसे छोड़ूँ?',
  'In My account, under Plan, in two presses. The fee of the days that are left comes back to you.':
    'मेरा खाता में, प्लान के नीचे, दो बार दबाकर। बचे हुए दिनों की फ़ीस आपको वापस मिलती है।',
  'I paid, and nothing happened. What now?': 'मैंने भुगतान किया, पर कुछ नहीं हुआ। अब क्या करूँ?',
  'Your order tells by itself when the money has come. What comes too late or twice goes back whole.':
    'पैसा आते ही आपका ऑर्डर ख़ुद बता देता है। जो देर से या दो बार आता है वह पूरा वापस जाता है।',
  'Why do you ask for my PAN?': 'आप मेरा PAN क्यों माँगते हैं?',
  'SEBI asks research analysts to know who pays them. We ask after the payment, and live calls open with it. Days that you wait are not charged, seven at most.':
    'SEBI के नियम से शोध विश्लेषक को पता होना चाहिए कि उसे कौन भुगतान करता है। हम भुगतान के बाद पूछते हैं, और उसी से लाइव कॉल खुलती हैं। जितने दिन आप रुकें, उनका शुल्क नहीं लगता, ज़्यादा से ज़्यादा सात दिन।',
  'Who sees my card?': 'मेरा कार्ड कौन देखता है?',
  'Only the payment provider. We never see its number.': 'केवल भुगतान सेवा। उसका नंबर हम कभी नहीं देखते।',
  'May I pay somebody else for a plan?': 'क्या मैं प्लान के लिए किसी और को भुगतान कर सकता हूँ?',
  'No. Pay only here, and only to the account that this page names. No expert may take money from you.':
    'नहीं। केवल यहीं, और केवल उसी खाते में भुगतान करें जिसका नाम यह पेज बताता है। कोई विशेषज्ञ आपसे पैसे नहीं ले सकता।',
  'When does a refund arrive?': 'रिफ़ंड कब आता है?',
  'We send it at once, the way you paid. Your bank may need a few days.': 'हम उसे तुरंत उसी तरीक़े से भेजते हैं जिससे आपने भुगतान किया था। आपके बैंक को कुछ दिन लग सकते हैं।',
  'How is a refund computed?': 'रिफ़ंड कैसे निकाला जाता है?',
  'The fee without GST for the days that you have not used, and its GST: today counts as used, days that waited for your PAN do not. There is no charge for leaving.':
    'जितने दिन आपने इस्तेमाल नहीं किए, उनका GST रहित शुल्क और उसका GST: आज का दिन इस्तेमाल में गिना जाता है, PAN के इंतज़ार वाले दिन नहीं। छोड़ने का कोई शुल्क नहीं।',
  'Where are my invoices?': 'मेरे इनवॉइस कहाँ हैं?',
  'In My account, under Billing, each as a PDF.': 'मेरा खाता में, बिलिंग के नीचे, हर एक PDF के रूप में।',
  '{0} has ended': '{0} समाप्त हो गया है',
  'A greater plan took its place, and what was left of this one came off its price.':
    'उसकी जगह एक बड़े प्लान ने ले ली, और इसका बचा हुआ मूल्य उसकी कीमत से घटा दिया गया।',
  'You ended it, and the fee of the days that were left goes back the way you paid.':
    'आपने इसे समाप्त किया, और बचे हुए दिनों की फ़ीस उसी तरीक़े से वापस जाती है जिससे आपने भुगतान किया था।',
  'Invoices and refunds': 'इनवॉइस और रिफ़ंड',
  // An order that can't be paid
  'This order is not yours, or there is none': 'यह ऑर्डर आपका नहीं है, या है ही नहीं',
  'Sign in with the account that made it, or begin anew.': 'जिस खाते से यह बना था उससे साइन इन करें, या नए सिरे से शुरू करें।',
  'A payment came that this order could not take, so it goes back the way you paid, within {0} working days. Your plan is as it was.':
    'ऐसा भुगतान आया जो इस ऑर्डर के लिए नहीं लिया जा सका, इसलिए वह {0} कार्यदिवसों के भीतर उसी रास्ते लौट रहा है। आपका प्लान वैसा ही है।',
  '{a} for {0} days. It can’t be paid here now. If you have paid, this page tells by itself when the payment has arrived; if not, nothing is taken.':
    '{0} दिन के लिए {a}। इसका भुगतान अभी यहाँ नहीं हो सकता। अगर आपने भुगतान कर दिया है, तो उसके पहुँचते ही यह पेज अपने आप बताएगा; नहीं किया है, तो कुछ नहीं लिया जाएगा।',
  'You may also pay another way or choose another plan. That order takes the place of this one, and nothing is taken for this one.':
    'आप दूसरे तरीके से भुगतान कर सकते हैं या दूसरा प्लान चुन सकते हैं। वह ऑर्डर इसकी जगह ले लेगा, और इसके लिए कुछ नहीं लिया जाएगा।',
};
