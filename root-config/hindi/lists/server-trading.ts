import type { Sentences } from '../translate.ts';

/** What the server says of orders and the broker they go to. */
export const SERVER_TRADING: Sentences = {
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
