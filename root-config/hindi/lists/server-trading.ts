import type { Sentences } from '../translate.ts';

/** What the server says of orders and the broker they go to. */
export const SERVER_TRADING: Sentences = {
  'This message is not from the broker.': 'यह संदेश ब्रोकर का नहीं है।',
  'This message says what cannot be.': 'यह संदेश वह बताता है जो हो नहीं सकता।',
  'You confirm each order on the paper broker’s own page: prices are simulated, and nothing is bought or sold.':
    'आप हर ऑर्डर की पुष्टि पेपर ब्रोकर के अपने पेज पर करते हैं: भाव काल्पनिक हैं, और कुछ खरीदा या बेचा नहीं जाता।',
  'You confirm each order on your broker’s own page. Orders by API would need an approval of your broker, which is not on file here.':
    'आप हर ऑर्डर की पुष्टि अपने ब्रोकर के अपने पेज पर करते हैं। API से ऑर्डर के लिए आपके ब्रोकर की मंज़ूरी चाहिए, जो यहाँ दर्ज नहीं है।',
  'Your broker approved orders by API from here on {0} ({1}).': 'आपके ब्रोकर ने यहाँ से API द्वारा ऑर्डर को {0} को मंज़ूरी दी ({1})।',
  'Change or cancel it on your broker’s own page: you confirmed it there.': 'इसे अपने ब्रोकर के अपने पेज पर बदलें या रद्द करें: आपने वहीं पुष्टि की थी।',
  'Your broker does not list this on that exchange.': 'आपका ब्रोकर इसे उस एक्सचेंज पर सूचीबद्ध नहीं करता।',
  'Your broker’s page takes at most {0} orders at once: order less.': 'आपके ब्रोकर का पेज एक बार में अधिकतम {0} ऑर्डर लेता है: कम ऑर्डर करें।',
  'Your session with the broker is over. Log in with the broker again; your ticket is kept.':
    'ब्रोकर के साथ आपका सत्र समाप्त हो गया है। ब्रोकर में फिर लॉग इन करें; आपका टिकट सहेजा हुआ है।',
  'Look at the notes on the ticket and agree to them first.': 'पहले टिकट की टिप्पणियाँ देखें और उन पर सहमति दें।',
  'This order moved meanwhile. Look at it again; nothing was sent.': 'इस बीच यह ऑर्डर बदल गया। इसे फिर देखें; कुछ भेजा नहीं गया।',
  'We don’t know what became of an order of yours in this share. Wait until it is found, or look at your broker.':
    'इस शेयर में आपके एक ऑर्डर का क्या हुआ, यह हमें पता नहीं। उसके मिलने तक रुकें, या अपने ब्रोकर के यहाँ देखें।',
  'This order has ended. Nothing was sent.': 'यह ऑर्डर समाप्त हो चुका है। कुछ भेजा नहीं गया।',
  'This ticket was sent before with other orders. Look at your orders, then fill in a new one.':
    'यह टिकट पहले दूसरे ऑर्डर के साथ भेजा जा चुका है। अपने ऑर्डर देखें, फिर नया टिकट भरें।',
  'You have paused trading for today. Open orders can still be changed and cancelled.': 'आपने आज के लिए ट्रेडिंग रोक दी है। खुले ऑर्डर अब भी बदले और रद्द किए जा सकते हैं।',
  'This order can’t be placed as it is.': 'यह ऑर्डर इस रूप में नहीं दिया जा सकता।',
  'Confirmed and stored.': 'पुष्टि हुई और सहेजा गया।',
  'Sent to the broker.': 'ब्रोकर को भेजा गया।',
  'The broker has it. A receipt is no fill.': 'यह ब्रोकर के पास है। रसीद का अर्थ सौदा होना नहीं है।',
  'The broker has the request; its book has to show it.': 'अनुरोध ब्रोकर के पास है; उसकी बुक में दिखना बाकी है।',
  'Found at the broker by our id.': 'ब्रोकर के यहाँ हमारी आईडी से मिला।',
  'Waits on the broker’s page.': 'ब्रोकर के पेज पर प्रतीक्षा में है।',
  'You have looked at your broker.': 'आपने अपने ब्रोकर के यहाँ देख लिया है।',
  'No answer: the process that sent it has ended.': 'जवाब नहीं आया: भेजने वाली प्रक्रिया बंद हो गई।',
  'The final book of the day does not have it.': 'दिन की अंतिम बुक में यह नहीं है।',
  'By the broker’s book.': 'ब्रोकर की बुक के अनुसार।',
  'A Hold asks for no order.': 'होल्ड में कोई ऑर्डर नहीं दिया जाता।',
  'This call holds a future, which is not ordered here.': 'इस कॉल में फ़्यूचर है, जिसका ऑर्डर यहाँ नहीं दिया जाता।',
  'The exchange takes no order as large as this: place a second one for the rest.': 'एक्सचेंज इतना बड़ा ऑर्डर नहीं लेता: बाकी के लिए दूसरा ऑर्डर दें।',
  'This contract is not listed.': 'यह कॉन्ट्रैक्ट लिस्टेड नहीं है।',
  'A paper broker takes your orders: prices are simulated, and nothing is bought or sold.':
    'आपके ऑर्डर एक पेपर ब्रोकर लेता है: भाव बनावटी हैं, और कुछ खरीदा या बेचा नहीं जाता।',
  'Your session with the broker is over: log in with the broker again.': 'ब्रोकर के साथ आपका सत्र समाप्त हो गया है: ब्रोकर में फिर लॉग इन करें।',
  'Your broker did not answer. This is what it said last.': 'आपके ब्रोकर ने जवाब नहीं दिया। यह उसकी पिछली बताई बात है।',
  'Your broker’s book has another number filled than ours.': 'आपके ब्रोकर की बुक में पूरी हुई मात्रा हमारी बुक से अलग है।',
  'Your broker’s book has this order in another state than ours.': 'आपके ब्रोकर की बुक में इस ऑर्डर की स्थिति हमारी बुक से अलग है।',
  'Your broker is asked by many now. This is what it said last.': 'आपके ब्रोकर से अभी बहुत लोग पूछ रहे हैं। यह उसकी पिछली बताई बात है।',
  'More orders stand in your broker’s book that were not placed here: only the first 100 are named.':
    'आपके ब्रोकर की बुक में और भी ऑर्डर हैं जो यहाँ से नहीं दिए गए: केवल पहले 100 के नाम दिए गए हैं।',
  'This order stands in your broker’s book and was not placed here.': 'यह ऑर्डर आपके ब्रोकर की बुक में है और यहाँ से नहीं दिया गया।',
  'Your broker’s book does not have this order, though it had told its number.': 'यह ऑर्डर आपके ब्रोकर की बुक में नहीं है, हालाँकि उसने इसका नंबर बताया था।',
};
