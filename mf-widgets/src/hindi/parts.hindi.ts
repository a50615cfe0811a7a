/**
 * Hindi of what every insight says. The English text is the key. A text that a view says and that stands in none of these
 * files is a type error; what the server says in words (`…_TOLD`) is looked up with its numbers taken out.
 */
export const PARTS = {
  'Try again': 'फिर कोशिश करें',
  'Loading {0}': 'लोड हो रहा है: {0}',
  'Not up to date': 'ताज़ा नहीं',
  Closed: 'बंद',
} as const;

export const PARTS_TOLD = {
  Jan: 'जनवरी',
  Feb: 'फ़रवरी',
  Mar: 'मार्च',
  Apr: 'अप्रैल',
  May: 'मई',
  Jun: 'जून',
  Jul: 'जुलाई',
  Aug: 'अगस्त',
  Sep: 'सितंबर',
  Oct: 'अक्टूबर',
  Nov: 'नवंबर',
  Dec: 'दिसंबर',
  'NSE end-of-day files': 'NSE की दिन के अंत की फ़ाइलें',
  'NSE end-of-day files, played again': 'NSE की दिन के अंत की फ़ाइलें, फिर से चलाई हुई',
  'Prices are those of the National Stock Exchange of India at the end of the day.': 'भाव दिन के अंत के हैं, नेशनल स्टॉक एक्सचेंज ऑफ़ इंडिया के।',
  'Prices are those of the NSE and BSE, received over Zerodha’s Kite Connect.': 'भाव NSE और BSE के हैं और Zerodha के Kite Connect से मिले हैं।',
  'Prices are those of the NSE and BSE, received over Upstox’s market data feed.': 'भाव NSE और BSE के हैं और Upstox की मार्केट डेटा फ़ीड से मिले हैं।',
  'Widget not enabled': 'विजेट चालू नहीं है',
  'This test key has expired. Get a new one.': 'इस टेस्ट की की अवधि समाप्त हो गई है। नई लें।',
  'Not available right now.': 'अभी उपलब्ध नहीं है।',
  'We don’t know this stock.': 'यह शेयर हमारी सूची में नहीं है।',
  'We don’t know {0}.': '{0} हमारी सूची में नहीं है।',
  'No stock is named here.': 'यहाँ किसी शेयर का नाम नहीं है।',
  'This stock is no longer listed.': 'यह शेयर अब सूचीबद्ध नहीं है।',
  'There are no prices of this stock yet.': 'इस शेयर के भाव अभी उपलब्ध नहीं हैं।',
  'Too many attempts. Wait a moment and try again.': 'बहुत ज़्यादा प्रयास हुए। थोड़ी देर में फिर कोशिश करें।',
  'We are busy for a moment. Nothing was lost; try again.': 'अभी व्यस्त हैं, कुछ खोया नहीं; फिर कोशिश करें।',
  'Something failed on our side. Nothing was saved; try again.': 'हमारी ओर से कुछ गड़बड़ हुई; फिर कोशिश करें।',
} as const;

/** Of equity and options insight. */
export const TALL = {
  'As of {0}': '{0} की स्थिति',
  'as of {0}': '{0} की स्थिति',
  'This part could not be loaded.': 'यह भाग लोड नहीं हो सका।',
  'There is nothing to draw yet.': 'अभी दिखाने को कुछ नहीं है।',
  'Show as table': 'तालिका में देखें',
  'simulated market': 'सिम्युलेटेड बाज़ार',
} as const;

export const TALL_TOLD = {
  Basis: 'बेसिस',
  Future: 'फ़्यूचर',
  Spot: 'स्पॉट',
  Price: 'भाव',
  'Open interest': 'ओपन इंटरेस्ट',
  'Open interest, shares': 'ओपन इंटरेस्ट, शेयर',
  'Day before': 'एक दिन पहले',
  'Change of open interest': 'ओपन इंटरेस्ट में बदलाव',
  '{0}% of price': 'भाव का {0}%',
  'About {0}% a day': 'रोज़ लगभग {0}%',
  'At the price': 'भाव पर',
  'Above spot': 'स्पॉट से ऊपर',
  'Below spot': 'स्पॉट से नीचे',
  'At spot': 'स्पॉट पर',
  Higher: 'पहले से ऊपर',
  Lower: 'पहले से नीचे',
  Unchanged: 'बिना बदलाव',
  'no open interest the day before': 'एक दिन पहले ओपन इंटरेस्ट नहीं था',
  'no close the day before': 'एक दिन पहले का बंद भाव नहीं',
  'Build-up': 'बिल्ड-अप',
  'Long build-up': 'लॉन्ग बिल्ड-अप',
  'Short build-up': 'शॉर्ट बिल्ड-अप',
  'Short covering': 'शॉर्ट कवरिंग',
  'Long unwinding': 'लॉन्ग अनवाइंडिंग',
  None: 'कोई नहीं',
  'not enough data: {0} of {1} sessions': 'डेटा कम: {1} में से {0} सत्र',
} as const;
