import type { Sentences } from '../../translate.ts';

/** The bank account for refunds that can't go back the way they were paid (mf-auth/src/account/billing). */
export const MF_AUTH_BANK: Sentences = {
  'Bank details': 'बैंक विवरण',
  'your bank details': 'आपके बैंक विवरण',
  'Bank account for refunds': 'रिफ़ंड के लिए बैंक खाता',
  'Refunds go back the way you paid.': 'रिफ़ंड उसी रास्ते लौटते हैं, जैसे आपने भुगतान किया था।',
  'Where that can’t be done, we pay to this account.': 'जहाँ यह न हो सके, वहाँ हम इस खाते में भेजते हैं।',
  'We use it for nothing else.': 'हम इसका और किसी काम में उपयोग नहीं करते।',
  'You have not paid for anything here, so we need no account of yours.': 'आपने यहाँ किसी चीज़ का भुगतान नहीं किया है, इसलिए हमें आपका कोई खाता नहीं चाहिए।',
  'We pay {0} to the account below within {1} working days: it could not go back the way you paid.':
    '{0} हम {1} कार्यदिवसों में नीचे दिए खाते में भेजते हैं: यह उसी रास्ते नहीं लौट सका जैसे आपने भुगतान किया था।',
  'We owe you {0}: it could not go back the way you paid.': 'हमें आपको {0} देने हैं: यह उसी रास्ते नहीं लौट सका जैसे आपने भुगतान किया था।',
  'Tell us an account of yours, and we pay it there.': 'हमें अपना कोई खाता बताइए, हम इसे वहाँ भेज देंगे।',
  'You need not do anything: refunds go back the way you paid.': 'आपको कुछ करने की ज़रूरत नहीं: रिफ़ंड उसी रास्ते लौटते हैं जैसे आपने भुगतान किया था।',
  'Only if your bank or card can’t take one back do we need an account of yours.': 'केवल तब हमें आपका खाता चाहिए जब आपका बैंक या कार्ड रिफ़ंड वापस न ले सके।',
  'Give an account': 'खाता बताएँ',
  'Remove the account': 'खाता हटाएँ',
  '{0} is to be paid to it.': '{0} इसी में भेजे जाने हैं।',
  'Without an account it waits until you give another.': 'खाते के बिना यह रुका रहता है, जब तक आप दूसरा न बताएँ।',
  'Keep the account': 'खाता रहने दें',
  'Change the account': 'खाता बदलें',
  'Bank account': 'बैंक खाता',
  'Account ending in {0}': 'खाता जिसके अंत में {0} है',
  'Saved on {0}': '{0} को सहेजा गया',
  Removed: 'हटाया गया',
  'We have no bank account of yours any more.': 'अब हमारे पास आपका कोई बैंक खाता नहीं है।',
  // What became of a refund
  '{0} was sent to your account ending in {1} on {2}.': '{0} {2} को आपके उस खाते में भेजे गए जिसके अंत में {1} है।',
  '{0} was paid to you by bank transfer on {1}.': '{0} {1} को बैंक ट्रांसफ़र से आपको भेजे गए।',
  'Reference: {0}.': 'संदर्भ: {0}।',
  '{0} is on its way back, the way you paid.': '{0} उसी रास्ते लौट रहे हैं जैसे आपने भुगतान किया था।',
  '{0} was paid back the way you paid.': '{0} उसी रास्ते लौटाए गए जैसे आपने भुगतान किया था।',
  '{0} could not be paid back the way you paid.': '{0} उसी रास्ते नहीं लौटाए जा सके जैसे आपने भुगतान किया था।',
  'Tell us an account of yours under Bank details.': '‘बैंक विवरण’ में हमें अपना कोई खाता बताइए।',
  'We pay it to your account ending in {0} within {1} working days.': 'हम इसे {1} कार्यदिवसों में आपके उस खाते में भेजते हैं जिसके अंत में {0} है।',
  'If that is the wrong account, change it under Bank details.': 'अगर वह ग़लत खाता है, तो उसे ‘बैंक विवरण’ में बदलें।',
  'Your bank may need a few days.': 'आपके बैंक को कुछ दिन लग सकते हैं।',
  'You cancelled {0} on {1}.': 'आपने {1} को {0} रद्द किया।',
  'A payment for {0} goes back.': '{0} के लिए एक भुगतान लौटता है।',
  // Erasing the account
  'We owe you {0} that could not go back the way you paid.': 'हमें आपको {0} देने हैं, जो उसी रास्ते नहीं लौट सके जैसे आपने भुगतान किया था।',
  'It goes to your account ending in {0}, and then your account here is erased.':
    'यह आपके उस खाते में जाता है जिसके अंत में {0} है, और फिर यहाँ आपका खाता मिटा दिया जाता है।',
  'Your account is erased once it is paid: tell us an account of yours under Bank details.':
    'इसके भुगतान के बाद आपका खाता मिटाया जाता है: ‘बैंक विवरण’ में हमें अपना कोई खाता बताइए।',
  'What is left of a plan goes back the way you paid, and the account is erased once everything that we owe you is paid.':
    'प्लान में जो बचा है वह उसी रास्ते लौटता है जैसे आपने भुगतान किया था, और खाता तब मिटाया जाता है जब हमारा सारा देय चुक जाए।',
  'Your account, profile, risk profile, plans, purchases, invoices, bank details, document statuses, sign-in methods, sessions, follows, watchlists and saved views, as a JSON file.':
    'आपका खाता, प्रोफ़ाइल, जोखिम प्रोफ़ाइल, प्लान, ख़रीदारी, बिल, बैंक विवरण, दस्तावेज़ों की स्थिति, साइन-इन के तरीके, सत्र, फ़ॉलो, वॉचलिस्ट और सहेजे गए व्यू, JSON फ़ाइल में।',
  'Your account is erased once everything that we owe you is paid.': 'आपका खाता तब मिटाया जाता है जब हमारा सारा देय चुक जाए।',
  // The PAN before another plan
  'Your PAN is saved.': 'आपका PAN सहेज लिया गया है।',
  'You can pay now.': 'अब आप भुगतान कर सकते हैं।',
  'Give your PAN first': 'पहले अपना PAN दें',
  'Your last plan ended before you gave your PAN.': 'आपका पिछला प्लान आपके PAN देने से पहले ख़त्म हो गया।',
  'Give it here, then pay: what you chose below stays.': 'उसे यहाँ दें, फिर भुगतान करें: नीचे जो आपने चुना है वह बना रहता है।',
  'Save my PAN': 'मेरा PAN सहेजें',
  'We send it at once, the way you paid; it arrives within {0} working days.': 'हम इसे तुरंत भेजते हैं, जैसे आपने भुगतान किया था; यह {0} कार्यदिवसों में पहुँच जाता है।',
  'If your bank or card can’t take it back, we tell you, and you say under My account, Bank details, where it goes instead.':
    'अगर आपका बैंक या कार्ड इसे वापस न ले सके, तो हम आपको बताते हैं, और आप ‘मेरा खाता’, ‘बैंक विवरण’ में बताते हैं कि इसके बदले यह कहाँ जाए।',
  'Account holder': 'खाताधारक',
  'As your bank writes the name': 'नाम वैसे ही, जैसे आपका बैंक लिखता है',
  IFSC: 'आईएफ़एससी',
  'It stands on your cheque book and in your bank’s app': 'यह आपकी चेक बुक और बैंक के ऐप में लिखा होता है',
  'Account number': 'खाता संख्या',
  'Account number again': 'खाता संख्या फिर से',
  'Save the account': 'खाता सहेजें',
  'The two numbers differ': 'दोनों संख्याएँ अलग हैं',
  'If a refund can’t go back the way you paid, we send it to the account ending in {0}.':
    'अगर कोई रिफ़ंड उसी रास्ते न लौट सके जैसे आपने भुगतान किया था, तो हम उसे उस खाते में भेजते हैं जिसके अंत में {0} है।',
  'An IFSC has 11 characters: four letters, a zero and six more': 'आईएफ़एससी में 11 अक्षर होते हैं: चार अक्षर, एक शून्य और छह और',
  'An account number has 9 to 18 digits': 'खाता संख्या में 9 से 18 अंक होते हैं',
  'Write the name in Latin letters, as your bank does': 'नाम रोमन अक्षरों में लिखें, जैसे आपका बैंक लिखता है',
};
