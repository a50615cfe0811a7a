/** A side as people say it, with how they say it, and one example. */
export interface SideRow {
  readonly side: 'Buy' | 'Sell' | 'Hold';
  /** `order` tells others what to do; `doing` tells that the writer does it; `past` that they did it, or plan it. */
  readonly manner: 'order' | 'doing' | 'past';
  readonly words: readonly string[];
  readonly example: string;
  /** A side only directly before the name of a share. */
  readonly named?: boolean;
}

export const SIDES: readonly SideRow[] = [
  {
    side: 'Buy',
    manner: 'order',
    words: [
      ...['buy', 'bai', 'buuy', 'byu', 'biy', 'bye above', 'by above', 'by at', 'by @', 'buy karo', 'buy kare', 'buy karen', 'buy kar lo', 'buy karlo', 'buy kijiye', 'buy kro', 'buy krlo', 'buy now', 'buy on dips', 'buy above', 'buy banta hai', 'buy kar sakte', 'btst', 'go long', 'long', 'long karo', 'accumulate', 'acumulate', 'acumlate', 'acc', 'accumlate', 'add', 'add karo', 'adding advised', 'enter', 'enter in', 'entry', 'entry lo', 'entry le lo', 'entry lelo', 'entry banao', 'entry banti hai', 'grab', 'load', 'load up', 'load karo', 'pick', 'pick up', 'purchase', 'invest', 'invest karo', 'fresh buy', 'fresh long', 'bullish bet', 'average karo', 'avg karo', 'average kar lo', 'add more', 'scoop', 'position banao', 'position bana lo', 'position lo', 'create long', 'take long', 'call side', 'kharidari karo', 'kharidari kare', 'stock up', 'get in', 'jump in'],
      ...['kharido', 'khareedo', 'kharid lo', 'kharidlo', 'khareed lo', 'kharidiye', 'kharidiega', 'kharide', 'khareede', 'khariden', 'kharid le', 'kharid lena', 'kharid lijiye', 'kharid sakte', 'khrido', 'kharid kar lo', 'kharidna hai', 'kharid kar rakho', 'kharid kar rakh lo', 'kharid ke rakho', 'kharidne ka', 'kharidne ka time', 'kharidne ka mauka', 'kharidna chalu', 'kharid', 'khareed', 'le lo', 'lelo', 'le lena', 'lelena', 'lele', 'le le', 'le lijiye', 'lijiye', 'lena hai', 'lena', 'lo', 'loo', 'le sakte', 'le sakte ho', 'le sakte hain', 'leke rakho', 'le ke rakho', 'lekar rakho', 'le rakho', 'utha lo', 'uthalo', 'uthao', 'utha lena', 'utha le', 'pakad lo', 'pakdo', 'pakad ke rakho', 'ghus jao', 'ghuso', 'ghus lo', 'daal lo', 'dal lo', 'bhar lo', 'bharlo', 'jama karo', 'jod lo', 'portfolio me daalo', 'portfolio me dalo', 'lene layak', 'leni hai', 'leni chahiye'],
      ...['खरीदें', 'खरीदो', 'खरीदिए', 'खरीदिये', 'खरीद', 'खरीद लो', 'खरीद लें', 'खरीदे', 'खरीदना है', 'खरीद लीजिए', 'खरीद सकते', 'ले लो', 'ले लें', 'ले लीजिए', 'ले सकते', 'लेना है', 'लें', 'लो', 'लीजिए', 'उठा लो', 'उठाओ', 'उठा लें', 'उठाएं', 'पकड़ लो', 'बाय', 'बाय करें', 'बाय करो', 'बाई करें', 'बाई करो', 'लॉन्ग', 'लॉन्ग करें', 'एंट्री लें', 'एंट्री लो', 'एंट्री', 'जमा करें', 'खरीदारी करें', 'खरीददारी करें', 'निवेश करें', 'भर लो', 'डाल लो', 'जोड़ें', 'घुस जाओ'],
    ],
    example: 'TCS kharido 3900 pe',
  },
  { side: 'Buy', manner: 'order', words: ['take', 'get', 'put', 'try', 'try to get', 'put money in', 'put everything in', 'take position in', 'take entry in', 'take fresh position in', 'take a position in'], example: 'Take Dixon at 14,200, stop 13,750', named: true },
  {
    side: 'Sell',
    manner: 'order',
    words: [
      ...['sell', 'sel', 'seel', 'sell karo', 'sell kare', 'sell kar do', 'sell kardo', 'sell kijiye', 'sell kro', 'sell on rise', 'sell below', 'stbt', 'go short', 'short', 'short karo', 'short kare', 'short kar do', 'short maro', 'short mar do', 'short sell', 'exit', 'exit karo', 'exit kar do', 'exit lo', 'dump', 'book profit', 'book profits', 'profit book karo', 'book karo', 'offload', 'fresh short', 'take short', 'create short', 'put side', 'get out', 'bail out', 'reduce'],
      ...['becho', 'bech do', 'bechdo', 'bech dijiye', 'bechiye', 'beche', 'bechen', 'bech dena', 'bech de', 'bech lo', 'bech sakte', 'bechna hai', 'bikwali karo', 'nikal jao', 'nikal do', 'niklo', 'nikal lo', 'nikaliye', 'nikaldo', 'bahar nikal', 'bahar aao', 'mandi karo', 'shot karo', 'maal nikalo'],
      ...['बेचें', 'बेचो', 'बेच दो', 'बेच दें', 'बेच दीजिए', 'बेचिए', 'बेचे', 'बेच', 'बेचना है', 'बेच डालो', 'निकल जाओ', 'निकल जाएं', 'निकाल दो', 'शॉर्ट', 'शॉर्ट करें', 'शॉर्ट करो', 'सेल करें', 'सेल करो', 'सेल कर दो', 'सेल', 'बिकवाली करें', 'मुनाफा वसूलें', 'प्रॉफिट बुक करें'],
    ],
    example: 'SBIN bech do 780 pe',
  },
  { side: 'Hold', manner: 'order', words: ['hold', 'hold karo', 'hold kare', 'hold rakho', 'rakho', 'hold kijiye', 'hold with', 'होल्ड', 'होल्ड करें', 'होल्ड करो', 'पकड़े रहो', 'रखें', 'रखो', 'pakde raho', 'pakad ke baitho'], example: 'ITC hold karo, target 520' },
  { side: 'Buy', manner: 'doing', words: ['buying', 'going long', 'adding', 'accumulating', 'entering', 'picking', 'le raha', 'le rahe', 'le rahi', 'kharid raha', 'kharid rahe', 'kharid rahi', 'le rha', 'le rhe', 'buy kar raha', 'buy kar rahe', 'buy kr rha', 'खरीद रहा', 'खरीद रहे', 'खरीद रही', 'ले रहा', 'ले रहे', 'i am in', 'long hu', 'long hoon', 'loading'], example: 'I am buying INFY, target 1600' },
  { side: 'Sell', manner: 'doing', words: ['selling', 'shorting', 'going short', 'exiting', 'bech raha', 'bech rahe', 'bech rha', 'short kar raha', 'short kar rahe', 'बेच रहा', 'बेच रहे', 'short hu'], example: 'Shorting BANKNIFTY, target 56000' },
  { side: 'Buy', manner: 'past', words: ['bought', 'baught', 'added', 'entered', 'kharida', 'kharidi', 'kharide hain', 'liya', 'liya hai', 'liye', 'le liya', 'kharid liya', 'kharidunga', 'lunga', 'le lunga', 'kharidu', 'kharidun', 'lu', 'lun', 'le lu', 'holding', 'invested', 'accumulated', 'खरीदा', 'खरीदी', 'खरीदे थे', 'लिया', 'ले लिया', 'खरीदूँ', 'लूँ', 'purchased', 'averaged', 'long position', 'mere paas', 'mere pas', 'मेरे पास'], example: 'Bought TCS at 3900' },
  { side: 'Sell', manner: 'past', words: ['sold', 'shorted', 'exited', 'becha', 'bechi', 'bech diya', 'bech di', 'bechunga', 'bechu', 'bech du', 'bechun', 'booked', 'nikal gaya', 'बेचा', 'बेच दिया', 'बेचूँ', 'short position'], example: 'Sold SBIN at 780' },
];

/** Words behind a side with which it is none. Example: the “short” of “short term”. */
export const NO_SIDE_BEHIND: readonly string[] = [
  ...['term', 'terms', 'run', 'back', 'backs', 'covering', 'cover', 'unwinding', 'build', 'buildup', 'builtup', 'straddle', 'strangle', 'squeeze', 'seller', 'sellers', 'interest', 'ago', 'time', 'period', 'history', 'duration', 'haul', 'way', 'list', 'list of', 'legged', 'call option', 'put option', 'only', 'story', 'summary', 'note', 'video', 'answer', 'question', 'message', 'reply', 'wick', 'candle', 'positions', 'side', 'sided', 'off', 'out', 'offs', 'pressure', 'rating', 'ratings', 'order', 'orders', 'signal', 'signals', 'price', 'qty', 'quantity', 'trade', 'trades', 'transaction', 'transactions', 'value', 'recommendation', 'recommendations', 'date', 'average', 'avg', 'and hold', 'and sell', 'or sell', 'or hold', 'or buy', 'button', 'option button', 'selling', 'ka matlab', 'matlab', 'means', 'mat', 'na', 'nahi', 'nahin', 'mat karo', 'मत', 'नहीं', 'terms', 'gamma', 'vega', 'delta', 'iron', 'volumes', 'volume', 'day', 'days', 'queue', 'cost', 'a car', 'a house', 'vs', 'load', 'barrier', 'of', 'as', 'fall', 'circuit', 'cap', 'ideas', 'lot', 'premium plan', 'the premium', 'the plan', 'plan', 'subscription', 'pro plan', 'course', 'book', 'books'],
];

/** Words before a side with which it is none. Example: the “long” of “how long”. */
export const NO_SIDE_BEFORE: readonly string[] = [
  ...['how', 'as', 'so', 'too', 'very', 'in', 'for', 'cut', 'fell', 'night', 'year', 'years', 'dont', 'do not', 'didnt', 'never', 'not', 'cant', 'cannot', 'no', 'avoid', 'wont', 'nor', 'neither', 'why', 'who', 'whoever', 'people', 'investors', 'traders', 'fis', 'dis', 'fii', 'dii', 'funds', 'fund', 'promoters', 'promoter', 'they', 'he', 'she', 'mf', 'retail', 'retailers', 'many', 'everyone', 'someone', 'company', 'companies', 'ltd', 'could', 'might', 'had', 'has', 'have', 'can i', 'should i', 'did i', 'did you', 'maine', 'mene', 'hamne', 'humne', 'unhone', 'log', 'मैंने', 'लोग', 'मत', 'mat', 'their', 'his', 'its', 'per', 'each', 'every', 'panic', 'distress', 'block', 'insider', 'bulk', 'last', 'previous', 'old', 'your', 'aapki', 'apki', 'aapka', 'apka', 'ur', 'आपकी', 'आपका', 'published', 'dekh', 'samajh', 'sun', 'maan', 'man', 'jaan', 'padh', 'soch', 'pooch', 'seekh', 'sikh', 'bata', 'deal', 'deals', 'insider'],
];

/** Words before a side that speak of the writer’s or anybody’s intent: such a side is a tip only beside a target or a stop. Example: “to buy”. */
export const INTENT_BEFORE: ReadonlySet<string> = new Set('i we you to will would may if when or agar yadi jab main mai hum मैं हम अगर यदि जब the on of market over best a any on my mera mere id ill wil'.split(' '));

/** Words before which the shortest sides of Hindi are sides. Example: the “lo” of “3900 pe lo”. */
export const BEFORE_SHORT_SIDE: ReadonlySet<string> = new Set('pe par per me mein ce pe call put share shares stock पर में पे se upar uper above niche neeche paas pas abhi ab aaj entry position शेयर अभी आज ऊपर नीचे पास tak ko को'.split(' '));
export const SHORT_SIDES: ReadonlySet<string> = new Set(['lo', 'lena', 'lele', 'lijiye', 'लें', 'लो', 'लीजिए', 'lena hai', 'le le', 'खरीद', 'rakho', 'रखें', 'रखो']);

/** Levels before their number, or behind it with a word between. Examples: “tgt 4200”, “4200 ka target”. */
export const TARGETS: readonly string[] = [
  ...['target', 'targets', 'targt', 'taget', 'tarket', 'traget', 'terget', 'tgt', 'tgts', 'trgt', 'trgts', 'targate', 'tarjet', 'tergat', 'targat', 'tg', 'tp', 't1', 't2', 't3', 't 1', 't 2', 'tgt1', 'tgt2', 'target1', 'target price', 'price target', 'objective', 'goal', 'upside till', 'upside upto', 'potential', 'will go to', 'will reach', 'can go to', 'jayega', 'jaega', 'jaayega', 'tak jayega', 'tak jaega', 'tak jaayega', 'tak ja sakta', 'dikhayega', 'dikhega', 'chhuega', 'touch karega', 'lakshya', 'lakshay', 'laksh', 'book profit', 'book at', 'exit at', 'for', '🎯'],
  ...['टारगेट', 'टार्गेट', 'टारगेत', 'लक्ष्य', 'लक्ष', 'तक जाएगा', 'तक जायेगा', 'जाएगा', 'दिखाएगा'],
];

export const STOPS: readonly string[] = [
  ...['sl', 's l', 's/l', 'stop', 'stoploss', 'stop loss', 'stoplos', 'stopl', 'stploss', 'stop los', 'stoplose', 'stop lose', 'stp', 'stl', 'stopped below', 'stoploss below', 'risk below', 'closing basis', 'keep stop', 'strict sl', 'slbelow', 'exit below', 'invalid below', 'invalidation', '🛑', '⛔', 'nuksan rok'],
  ...['स्टॉपलॉस', 'स्टॉप लॉस', 'स्टॉप', 'स्टाप लास', 'स्टॉप-लॉस', 'एसएल', 'एस एल', 'स्टापलॉस'],
];

export const ENTRIES: readonly string[] = [
  ...['at', '@', 'above', 'abv', 'abve', 'abov', 'below', 'blw', 'belo', 'near', 'nr', 'around', 'arnd', 'arund', 'cmp', 'ltp', 'price', 'range', 'between', 'btw', 'btwn', 'from', 'level', 'levels', 'lvl', 'zone', 'entry', 'dip', 'dips', 'till', 'upto', 'up to', 'under', 'over', 'crosses', 'crossing', 'breaks', 'break', 'breakout', 'sustain', 'sustains', 'closes', 'once', 'if', 'rs', 'inr', '₹', 'rate', 'strike', 'price band', 'only', 'to', '-', 'and', '>', '<', '=', ':', '~'],
  ...['ke upar', 'ke uper', 'ke niche', 'ke neeche', 'ke paas', 'ke pas', 'ke aas paas', 'pe', 'par', 'per', 'pr', 'mein', 'me', 'upar', 'uper', 'niche', 'neeche', 'bhav', 'bhaav', 'daam', 'tak', 'ke as pas', 'se'],
  ...['पर', 'पे', 'के ऊपर', 'से ऊपर', 'के नीचे', 'से नीचे', 'के पास', 'के आसपास', 'भाव', 'में', 'रुपये', 'रु', 'तक', 'दाम', 'कीमत', 'ऊपर', 'नीचे', 'से', 'सीएमपी'],
];

/** Units and other words behind a number that is no price. Example: “10 shares”. */
export const UNITS: ReadonlySet<string> = new Set(
  (
    'share shares qty quantity lot lots crore crores cr crs lakh lakhs lac lacs million billion mn bn day days din year years yr yrs saal sal month months mahine mahina week weeks hafte hafta minute minutes min mins hour hours hr hrs ghante am pm x times time dma ema sma ma wma bps points point pts pips percentage people members clients users customers stocks calls trades kg gb mb k th st nd rd baje o days candle candles bar bars session sessions quarter quarters month percent paise ' +
    'शेयर लॉट करोड़ लाख दिन साल महीने हफ्ते मिनट घंटे बजे अंक प्रतिशत लोग'
  ).split(' '),
);

/** Words before a number that is no level of a tip. Example: “my average is 450”. */
export const NO_LEVEL_BEFORE: ReadonlySet<string> = new Set(
  'avg average averaged averaging fy q nse rsi adx pe eps roe roce pb ipo nfo sip support resistance pivot ema sma dma rank page call no number version since jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september october november december कॉल औसत एवरेज id order ticket tatkal plan fee fees charge charges premium gst top class section sec bought kharida liya lagaya invested'.split(' '),
);

/** Speakers whose words are news. Example: “Jefferies keeps its buy rating”. */
export const SOURCES: readonly string[] = [
  ...['jefferies', 'morgan stanley', 'clsa', 'goldman', 'goldman sachs', 'nomura', 'ubs', 'jp morgan', 'jpmorgan', 'jpm', 'citi', 'citigroup', 'hsbc', 'macquarie', 'bernstein', 'bofa', 'bank of america', 'credit suisse', 'kotak institutional', 'kotak securities', 'motilal oswal', 'mofsl', 'icici securities', 'icici direct', 'hdfc securities', 'axis securities', 'axis capital', 'emkay', 'nuvama', 'edelweiss', 'jm financial', 'prabhudas lilladher', 'sharekhan', 'antique', 'elara', 'ambit', 'investec', 'dam capital', 'phillipcapital', 'anand rathi', 'geojit', 'iifl', 'yes securities', 'centrum', 'systematix', 'barclays', 'deutsche', 'bnp', 'moodys', 'crisil', 'choice broking', 'religare', 'angel one', 'mirae asset', 'smc global', 'nirmal bang', 'jm fin', 'incred', 'dolat', 'haitong', 'keynote'],
  ...['brokerage', 'brokerages', 'broking firm', 'broker report', 'analyst at', 'analysts', 'according to', 'reported that', 'reports say', 'report says', 'reports', 'news', 'headline', 'headlines', 'article', 'et now', 'economic times', 'cnbc', 'zee business', 'moneycontrol', 'livemint', 'mint', 'bloomberg', 'reuters', 'business standard', 'ndtv profit', 'tv', 'newspaper', 'consensus', 'initiates', 'initiated coverage', 'maintains', 'maintained', 'reiterates', 'reiterated', 'upgrades', 'upgraded', 'downgrades', 'downgraded', 'retains', 'rating', 'ratings', 'raised its target', 'raises target', 'raised target', 'cuts target', 'cut target', 'cut its target', 'raises its target', 'research note', 'khabar', 'akhbar', 'समाचार', 'खबर', 'ब्रोकरेज', 'रिपोर्ट', 'अखबार', 'के अनुसार', 'ke mutabik', 'ke mutabiq', 'के मुताबिक', 'ke anusar', 'block deal', 'bulk deal', 'insider', 'stake', 'open offer', 'buyback', 'buy back', 'delisting', 'ipo', 'ofs', 'qip', 'rights issue', 'rights', 'bought stake', 'sells stake', 'filing', 'said in'],
];

/** Words of a lesson or a supposition. Example: “Suppose you buy at 100”. */
export const LESSONS: readonly string[] = [
  ...['suppose', 'supose', 'imagine', 'assume', 'assuming', 'example', 'examples', 'for instance', 'e.g', 'eg', 'hypothetically', 'hypothetical', 'lets say', 'let us say', 'say you', 'if you had', 'if i had', 'if someone', 'if somebody', 'if a trader', 'if an investor', 'if a stock', 'a trader', 'an investor', 'a person', 'backtest', 'back test', 'paper trade', 'paper trading', 'lesson', 'illustration', 'case study', 'means that', 'means', 'is called', 'is an order', 'is a price', 'difference between', 'definition', 'how it works', 'in theory', 'textbook', 'learn', 'learning', 'concept', 'calculator', 'risk reward', 'risk to reward', 'ratio', 'breakeven', 'break even', 'formula', 'xyz', 'abc', 'stock a', 'a stock'],
  ...['maan lo', 'maan lijiye', 'maan le', 'man lo', 'man lijiye', 'mano', 'maano', 'maniye', 'farz karo', 'farz', 'udaharan', 'udharan', 'jaise ki', 'jaise', 'agar aap', 'agar koi', 'agar kisi', 'agar aapne', 'kehte', 'kahte', 'matlab', 'hota hai', 'hote hain', 'samjho', 'samjhiye', 'seekho', 'sikhte'],
  ...['मान लो', 'मान लीजिए', 'मान लें', 'मानो', 'उदाहरण', 'जैसे', 'अगर आप', 'अगर कोई', 'कहते', 'मतलब', 'होता है', 'समझिए', 'यदि आप', 'यदि कोई', 'काल्पनिक'],
];

/** Words of what has happened already. Example: “target hit”. */
export const RESULTS: readonly string[] = [
  ...['hit', 'hits', 'achieved', 'acheived', 'done', 'was done', 'booked', 'closed at', 'closed', 'exited', 'triggered', 'stopped out', 'got stopped', 'expired', 'lapsed', 'result', 'results', 'made', 'earned', 'gave', 'gained', 'lost', 'ended', 'went to', 'reached', 'touched', 'bounced', 'last week', 'last month', 'last year', 'last quarter', 'yesterday', 'in 2020', 'in 2021', 'in 2022', 'in 2023', 'in 2024', 'in 2025', 'back in', 'ago', 'previously', 'earlier', 'past', 'history', 'was', 'were', 'had', 'sold it', 'sold at', 'and sold', 'then sold', 'profit of', 'loss of', 'fell', 'rose', 'post mortem', 'review of', 'track record', 'closed call'],
  ...['ho gaya', 'hogaya', 'ho gya', 'ho chuka', 'aa gaya', 'aagaya', 'aa gya', 'mil gaya', 'mila', 'lag gaya', 'laga', 'hua', 'hui', 'tha', 'thi', 'pichle', 'pichhle', 'pichli', 'beech diya', 'bech diya', 'nikal gaya', 'chala gaya', 'gira', 'badha', 'uda', 'ud gaya', 'kat gaya', 'kata'],
  ...['हो गया', 'हो चुका', 'आ गया', 'मिल गया', 'मिला', 'लग गया', 'हुआ', 'हुई', 'था', 'थी', 'थे', 'पिछले', 'पिछली', 'पिछला', 'बेच दिया', 'गिरा', 'बढ़ा', 'चला गया'],
];

/** Words of now, with which a past result is no excuse. Example: “Target done. Fresh buy INFY”. */
export const NOW: readonly string[] = ['now', 'fresh', 'again', 'next', 'today', 'todays', 'tomorrow', 'ab', 'abhi', 'aaj', 'agla', 'phir se', 'dobara', 'naya', 'new', 'अब', 'अभी', 'आज', 'फिर से', 'दोबारा', 'नया', 'btst', 'jaldi', 'asap', 'immediately', 'cmp', 'kal ke liye', 'for tomorrow', 'you can', 'can also', 'aap bhi', 'tum bhi', 'आप भी'];

/** Words of a call that is published. Example: “your published call”. */
export const PUBLISHED: readonly string[] = [
  ...['published', 'publish', 'your call', 'your calls', 'ur call', 'your recommendation', 'your reco', 'your post', 'your buy', 'your sell', 'your target', 'your stop', 'your sl', 'your entry', 'this call', 'the call', 'that call', 'call no', 'call number', 'on the ledger', 'in the ledger', 'ledger', 'on your page', 'on the platform', 'call page', 'your option call', 'your strategy', 'your last call', 'your earlier call', 'your open call', 'your short term call', 'call of yours', 'your equity call', 'you published', 'you had given', 'you gave', 'you said', 'you wrote', 'you recommended', 'you called', 'recommended by you', 'given by you'],
  ...['aapki call', 'apki call', 'aapka call', 'apka call', 'aapke call', 'apke call', 'aapki published', 'aapka target', 'apka target', 'aapka sl', 'aapne', 'apne jo', 'aapne jo', 'apne diya', 'wali call', 'wale call', 'is call', 'us call', 'publish ki', 'publish hui', 'call me', 'call mein'],
  ...['आपकी कॉल', 'आपके कॉल', 'आपका कॉल', 'आपने', 'प्रकाशित', 'इस कॉल', 'उस कॉल', 'वाली कॉल', 'कॉल में'],
];

/** Words for an option’s kind behind its strike. Example: “24500 CE”. */
export const OPTION_KINDS: ReadonlyMap<string, 'CE' | 'PE'> = new Map([
  ...(['ce', 'cal', 'calls', 'c e', 'सीई', 'कॉल', 'cals'] as const).map((word) => [word, 'CE'] as const),
  ...(['pe', 'put', 'puts', 'p e', 'पीई', 'पुट'] as const).map((word) => [word, 'PE'] as const),
]);

/** Results that end a call, whatever its side. Example: “Buy TCS 3900 target 4200 achieved”. */
export const ENDINGS_OF_CALLS: readonly string[] = ['target hit', 'tgt hit', 'sl hit', 'stop hit', 'stop loss hit', 'stoploss hit', 'achieved', 'acheived', 'target done', 'tgt done', 'booked', 'booked profit', 'exited', 'stopped out', 'hit the target', 'hit its target', 'hit target', 'hit its stop', 'hit sl', 'hit the stop', 'closed', 'closed at', 'lapsed', 'expired', 'was hit', 'got hit', 'ho gaya', 'hogaya', 'ho chuka', 'aa gaya', 'lag gaya', 'mil gaya', 'हो गया', 'आ गया', 'लग गया', 'मिल गया', 'हिट'];

/** Words for large numbers. Example: “teen hazaar”. */
export const LARGE_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...(['hundred', 'sau', 'so', 'सौ'] as const).map((word) => [word, 100] as const),
  ...(['thousand', 'hazar', 'hazaar', 'hajar', 'hajaar', 'हजार', 'k'] as const).map((word) => [word, 1000] as const),
]);
