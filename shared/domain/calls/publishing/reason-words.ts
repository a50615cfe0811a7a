/**
 * Words by which a text gives a reason: what it rests on (a chart, a balance sheet, news, a flow of money) or why it follows.
 * Each is the beginning of a word, so that “result” stands for “results”; Latin ones are lower case.
 */
const REASON_WORDS: readonly string[] = [
  ...['because', 'since', 'due', 'therefore', 'after', 'as long', 'owing', 'driven', 'led by', 'supported', 'despite'],
  ...['support', 'resist', 'breakout', 'break out', 'breakdown', 'trend', 'average', 'volume', 'momentum', 'rsi', 'macd', 'base', 'pattern', 'gap', 'range'],
  ...['high', 'low', 'close', 'volatil', 'open interest', 'oi', 'pcr', 'premium', 'skew', 'expiry', 'delivery', 'relative strength', 'oversold', 'overbought'],
  ...[
    'earning',
    'result',
    'revenue',
    'sales',
    'margin',
    'profit',
    'order',
    'demand',
    'capacity',
    'valuation',
    'debt',
    'cash',
    'dividend',
    'growth',
    'guidance',
  ],
  ...['rate', 'policy', 'budget', 'monsoon', 'crude', 'rupee', 'inflation', 'tariff', 'election', 'merger', 'demerger', 'buyback', 'stake', 'fii', 'dii'],
  ...[
    'kyunki',
    'kyonki',
    'isliye',
    'wajah',
    'क्योंकि',
    'इसलिए',
    'वजह',
    'कारण',
    'समर्थन',
    'प्रतिरोध',
    'औसत',
    'रुझान',
    'वॉल्यूम',
    'नतीज',
    'मुनाफ',
    'बिक्री',
    'मार्जिन',
    'मांग',
    'माँग',
    'ऑर्डर',
    'ब्याज',
    'नीति',
  ],
];
/** Any of the reason words at the beginning of a word of a lower-case text. */
export const REASON = new RegExp(`(?<![\\p{L}\\p{M}])(?:${REASON_WORDS.join('|')})`, 'u');
