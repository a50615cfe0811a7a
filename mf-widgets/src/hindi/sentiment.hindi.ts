import { PARTS, PARTS_TOLD } from './parts.hindi.ts';

export const SENTIMENT = {
  'Market sentiment': 'बाज़ार का रुख',
  'Market sentiment of {0}': '{0}: बाज़ार का रुख',
  'Loading market sentiment': 'बाज़ार का रुख लोड हो रहा है',
  '{0}, {1} of 100': '{0}, 100 में से {1}',
  '{0} of 100': '100 में से {0}',
  'No score': 'स्कोर नहीं',
  'sample too small': 'नमूना बहुत छोटा',
  'not traded now': 'अभी ट्रेडिंग नहीं',
  'not counted': 'शामिल नहीं',
  bullish: 'तेज़ी',
  bearish: 'मंदी',
  neutral: 'न्यूट्रल',
  simulated: 'सिम्युलेटेड',
  'How computed': 'गणना कैसे हुई',
  'Not advice': 'सलाह नहीं',
  'A description of the present, not a forecast and not advice': 'मौजूदा स्थिति का ब्योरा; न पूर्वानुमान, न सलाह',
  'How the score is computed': 'स्कोर की गणना कैसे होती है',
  '50 plus 50 times the weighted mean of the drivers, each between −1 and +1; a driver without enough data has no weight.':
    '50 + 50 × कारकों का भारित औसत; हर कारक −1 से +1 के बीच। जिस कारक का डेटा कम हो, उसका कोई भार नहीं।',
  Driver: 'कारक',
  Weight: 'भार',
  Value: 'मान',
  'Open calls: {0} % Buy, {1} % Hold, {2} % Sell; {3} by {4} {5}.': 'खुली कॉल: {0} % खरीदें, {1} % होल्ड, {2} % बेचें; कुल {3}, {5}: {4}।',
  expert: 'विशेषज्ञ',
  experts: 'विशेषज्ञ',
  'Close of': 'क्लोज़िंग',
  'Score of 100': '100 में से स्कोर',
  'Method {0}': 'पद्धति {0}',
} as const;

/** What equity insight says of it, too. */
export const MOOD_TOLD = {
  'Very bearish': 'भारी मंदी',
  Bearish: 'मंदी',
  Neutral: 'न्यूट्रल',
  Bullish: 'तेज़ी',
  'Very bullish': 'भारी तेज़ी',
  'Not enough price history for a score.': 'स्कोर के लिए भाव का इतिहास काफ़ी नहीं।',
} as const;

const SENTIMENT_TOLD = {
  'Experts’ open calls': 'विशेषज्ञों की खुली कॉल',
  'Technical votes': 'तकनीकी वोट',
  Volume: 'वॉल्यूम',
  '{0} open calls by {1} experts, newer ones weigh more': '{1} विशेषज्ञों की {0} खुली कॉल; नई कॉल का भार ज़्यादा',
  '{0} open calls by {1} experts; at least {2} by {3} are needed': '{1} विशेषज्ञों की {0} खुली कॉल; कम से कम {3} की {2} चाहिए',
  '{0} open calls by {1} expert; at least {2} by {3} are needed': '{1} विशेषज्ञ की {0} खुली कॉल; कम से कम {3} की {2} चाहिए',
  '{0} open call by {1} expert; at least {2} by {3} are needed': '{1} विशेषज्ञ की {0} खुली कॉल; कम से कम {3} की {2} चाहिए',
  'Live calls are for members and are not counted here': 'लाइव कॉल सदस्यों के लिए हैं, यहाँ शामिल नहीं',
  'Trading is suspended': 'ट्रेडिंग निलंबित है',
  'Not traded in this session': 'इस सत्र में ट्रेडिंग नहीं हुई',
  'Prices count from an unexplained step on': 'भाव में बिना कारण के आए बदलाव के बाद के भाव ही गिने जाते हैं',
  'last traded': 'आख़िरी ट्रेड',
  'Open calls are not counted: technicals and volume only.': 'खुली कॉल शामिल नहीं: केवल तकनीकी वोट और वॉल्यूम।',
  'History is too short': 'इतिहास बहुत छोटा है',
  'Volume so far against the usual volume of {0} sessions by this time, and on-balance volume': 'अब तक का वॉल्यूम बनाम इस समय तक {0} सत्रों का आम वॉल्यूम, और OBV',
  'Price against its {0}-day average': 'भाव बनाम {0} दिन का औसत',
  '{0}-day against {1}-day average': '{0} दिन बनाम {1} दिन का औसत',
  'RSI {0} at {1}': 'RSI {0}, {1} पर',
  'MACD histogram against zero': 'MACD हिस्टोग्राम बनाम शून्य',
  'Price against the previous session’s pivot': 'भाव बनाम पिछले सत्र का पिवट',
  'RSI {0}': 'RSI {0}',
  'needs {0} sessions': '{0} सत्र चाहिए',
  up: 'ऊपर',
  down: 'नीचे',
  flat: 'स्थिर',
} as const;

export const SENTIMENT_HINDI = { ...PARTS, ...PARTS_TOLD, ...SENTIMENT, ...MOOD_TOLD, ...SENTIMENT_TOLD };
