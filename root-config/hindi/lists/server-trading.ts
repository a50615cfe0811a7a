import type { Sentences } from '../translate.ts';

/** What the server says of orders and the broker they go to. */
export const SERVER_TRADING: Sentences = {
  'This message is not from the broker.': 'यह संदेश ब्रोकर का नहीं है।',
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
  'You have paused trading for today. Open orders can still be changed and cancelled.': 'आपने आज के लिए ट्रेडिंग रोक दी है। खुले ऑर्डर अब भी बदले और रद्द किए जा सकते हैं।',
  'This order can’t be placed as it is.': 'यह ऑर्डर इस रूप में नहीं दिया जा सकता।',
};
