/** Digits as words, in English, Hindi and Hinglish. Example: “nine eight saat छह”. */
export const DIGIT_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0': 'zero ziro oh o sunya shunya jiro nil शून्य जीरो सुन्ना ज़ीरो',
    '1': 'one won ek aik wan एक वन',
    '2': 'two do doo दो टू',
    '3': 'three thre tin teen tn तीन थ्री',
    '4': 'four for char chaar chr चार फोर',
    '5': 'five fiv paanch panch pach paach pnch पांच पाँच फाइव पाच',
    '6': 'six sics che chhe chah chhah cheh chha chhai छह छः छ छे सिक्स',
    '7': 'seven sevn saat sat सात सेवन',
    '8': 'eight eit aath ath aat आठ एट ऐट',
    '9': 'nine nain nau naw no now नौ नो नाइन',
  }).flatMap(([digit, words]) => words.split(' ').map((word) => [word, digit] as const)),
);

/** Digits that are other words too: they count only between digits. Example: the “to” of “24000 to 24500” is no two. */
export const VAGUE_DIGITS: ReadonlySet<string> = new Set('o oh won to do doo for no now tn che sat at nil char cher te द दो नो छ सात वन टू'.split(' '));

/** Words of tens before a digit. Example: “ninety eight”. */
export const TEN_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '1': 'ten',
    '2': 'twenty twenti',
    '3': 'thirty',
    '4': 'forty fourty',
    '5': 'fifty',
    '6': 'sixty',
    '7': 'seventy',
    '8': 'eighty eightey',
    '9': 'ninety ninty',
  }).flatMap(([digit, words]) => words.split(' ').map((word) => [word, digit] as const)),
);

/** Hindi numbers of two digits, which people say in pairs. Example: “अट्ठानवे छिहत्तर चौवन बत्तीस दस”. */
export const PAIR_WORDS: ReadonlyMap<string, string> = new Map(
  (
    [
      [10, 'दस ग्यारह बारह तेरह चौदह पंद्रह सोलह सत्रह अठारह उन्नीस'],
      [20, 'बीस इक्कीस बाईस तेईस चौबीस पच्चीस छब्बीस सत्ताईस अट्ठाईस उनतीस'],
      [30, 'तीस इकतीस बत्तीस तैंतीस चौंतीस पैंतीस छत्तीस सैंतीस अड़तीस उनतालीस'],
      [40, 'चालीस इकतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास'],
      [50, 'पचास इक्यावन बावन तिरेपन चौवन पचपन छप्पन सत्तावन अट्ठावन उनसठ'],
      [60, 'साठ इकसठ बासठ तिरेसठ चौंसठ पैंसठ छियासठ सड़सठ अड़सठ उनहत्तर'],
      [70, 'सत्तर इकहत्तर बहत्तर तिहत्तर चौहत्तर पचहत्तर छिहत्तर सतहत्तर अठहत्तर उनासी'],
      [80, 'अस्सी इक्यासी बयासी तिरासी चौरासी पचासी छियासी सत्तासी अट्ठासी नवासी'],
      [90, 'नब्बे इक्यानवे बानवे तिरानवे चौरानवे पचानवे छियानवे सत्तानवे अट्ठानवे निन्यानवे'],
      [10, 'das gyarah barah terah chaudah pandrah solah satrah atharah unnis'],
      [70, 'sattar ikhattar bahattar tihattar chauhattar pachhattar chhihattar satahattar athattar unasi'],
      [90, 'nabbe ikyanve banve tiranve chauranve pachanve chhiyanve sattanve atthanve ninyanve'],
    ] as const
  ).flatMap(([first, words]) => words.split(' ').map((word, at) => [word, String(first + at)] as const)),
);

/** Words that repeat the digit behind them. Example: “double nine”. */
export const REPEATS: ReadonlyMap<string, number> = new Map([
  ...(['double', 'dable', 'dubble', 'dbl', 'डबल'] as const).map((word) => [word, 2] as const),
  ...(['triple', 'tripple', 'ट्रिपल', 'trpl'] as const).map((word) => [word, 3] as const),
]);

/** Words beside the number of a telephone that has a wire. Example: “call 022 2345 6789”. */
export const TELEPHONE: ReadonlySet<string> = new Set(
  'call phone fone ph contact number no mobile mob dial ring helpline tollfree toll office landline tel cal kal telephone whatsapp sms miscall missed फोन कॉल नंबर संपर्क मोबाइल desk line direct reception landline'.split(
    ' ',
  ),
);

/** Words for the “@” of an e-mail address. Example: “ravi at gmail dot com”. */
export const AT_SIGNS: readonly string[] = [
  '@',
  'at',
  'at the rate',
  'at the rate of',
  'at d rate',
  'attherate',
  'atrate',
  'at rate',
  'एट',
  'ऐट',
  'एट द रेट',
  'ऐट द रेट',
  'at sign',
];

/** Providers of mail. Example: “ravi gmail”. */
export const MAIL_PROVIDERS: ReadonlySet<string> = new Set(
  'gmail gmal gmial gmai hotmail outlook yahoo ymail rediffmail rediff protonmail proton icloud zoho zohomail yandex जीमेल याहू gml'.split(' '),
);

/** Endings of an address. Example: “.com”. */
export const ENDINGS: ReadonlySet<string> = new Set(
  'com in org net co io me info biz edu gov ai app dev live pro xyz online site club link shop store tech page group chat us uk कॉम इन cm cim'.split(' '),
);

/** Requests for the other’s number, and offers of one’s own. Example: “apna number bhejo”. */
export const ASKS_FOR: readonly string[] = [
  'pls',
  'plz',
  'please',
  'inbox',
  'inbox karo',
  'dm karo',
  'mesage karo',
  'send',
  'share',
  'give',
  'drop',
  'bhejo',
  'bhej',
  'bhejiye',
  'bhej do',
  'bheje',
  'do',
  'dijiye',
  'dedo',
  'de do',
  'dena',
  'den',
  'de',
  'post',
  'provide',
  'exchange',
  'tell',
  'take',
  'batao',
  'bata',
  'lelo',
  'note',
  'save',
  'likho',
  'likh',
  'chahiye',
  'need',
  'want',
  'get',
  'pass',
  'leave',
  'de dijiye',
  'le lo',
  'भेजो',
  'भेजें',
  'भेजिए',
  'दो',
  'दें',
  'दीजिए',
  'बताओ',
  'बताइए',
  'चाहिए',
  'लिखो',
];

/** Words for the number or address of a person. Example: “mobile number”. */
export const PERSONAL_NUMBERS: readonly string[] = [
  ...[
    'mobile number',
    'mobile no',
    'mob number',
    'mob no',
    'phone number',
    'phone no',
    'ph no',
    'ph number',
    'contact number',
    'contact no',
    'cell number',
    'cell no',
    'whatsapp number',
    'whatsapp no',
    'wa number',
    'wa no',
    'your number',
    'ur number',
    'my number',
    'my no',
    'ur no',
    'your no',
    'my mobile',
    'your mobile',
    'personal number',
    'personal no',
    'private number',
    'contact details',
    'contact detail',
    'mobail number',
    'mobile num',
    'phone num',
    'your email',
    'ur email',
    'your mail id',
    'ur mail id',
    'my mail id',
    'my email',
    'email id',
    'mail id',
    'email address',
    'gmail id',
  ],
  ...[
    'apna number',
    'apna no',
    'aapka number',
    'apka number',
    'aapka no',
    'apka no',
    'mera number',
    'mera no',
    'tumhara number',
    'apna mobile',
    'apna phone',
    'apna contact',
    'apna whatsapp',
    'apni mail',
    'apni email',
    'apna mail',
    'apna email',
  ],
  ...['मोबाइल नंबर', 'फोन नंबर', 'अपना नंबर', 'आपका नंबर', 'मेरा नंबर', 'संपर्क नंबर', 'अपना मोबाइल', 'मोबाइल नम्बर', 'अपना नम्बर', 'व्हाट्सएप नंबर'],
];

/** Words between what a number counts and the number. Example: “order number is 8800214573”. */
export const COUNTING_WORDS: ReadonlySet<string> = new Set('number no nos num nr id code is was ka ki hai नंबर नम्बर संख्या आईडी का की है'.split(' '));

/** Words behind a number that somebody is to call or write to. Example: “9876543210 par message karein”. */
export const CALLING_WORDS: ReadonlySet<string> = new Set(
  'message messages msg call calls ping text sms contact reach dm karein karen karo kijiye karna bhejo bheje whatsapp मैसेज कॉल करें करो कीजिए संपर्क भेजें भेजो'.split(
    ' ',
  ),
);

/** Words before a number of ten digits that is no phone’s. Example: “order number 8800214573”. */
export const OTHER_NUMBERS: ReadonlySet<string> = new Set(
  'order orders invoice ticket ref reference utr txn transaction receipt folio registration reg complaint srn cin gstin bill client ucc ऑर्डर टिकट'.split(' '),
);

/** Roman digits, as a number may be spelled with them. Example: “IX VIII VII VI V IV III II I 0”. */
export const ROMAN_DIGITS: ReadonlyMap<string, string> = new Map(
  'i ii iii iv v vi vii viii ix'.split(' ').map((roman, at) => [roman, String(at + 1)] as const),
);

/** Words that tell of the parts of one number. Example: “98765 and the rest 43210”. */
export const PARTING_WORDS: ReadonlySet<string> = new Set(
  'rest half remaining remainder baaki baki bachi bache shuru starts starting begins beginning ends ending followed second part last yaad aakhri akhri aadha adha बाकी शुरू आधा आखिरी'.split(
    ' ',
  ),
);

/** Words beside two numbers that are dialled. Example: “dial 98765 and 43210”. */
export const DIALLING_WORDS: ReadonlySet<string> = new Set(
  'dial call ring phone fone number mobile mob reach contact digits फोन कॉल नंबर नम्बर मोबाइल संपर्क डायल'.split(' '),
);

/** Words of what two numbers count, which then are no parts of one. Example: “98,765 crore and the rest 43,210 crore”. */
export const COUNTED_THINGS: ReadonlySet<string> = new Set(
  'crore crores cr lakh lakhs lac rupees rupee rs inr shares share units unit lots lot contracts cars vehicles tonnes employees people clients users points nifty sensex index रुपये करोड़ लाख शेयर अंक निफ्टी सेंसेक्स rupaye rupay'.split(
    ' ',
  ),
);

/** Words that give the name of a mailbox, which stands behind them. Example: “my gmail is ananyarao”. */
export const MAILBOX_NAMED: readonly string[] = ['gmail', 'hotmail', 'yahoo', 'outlook', 'rediff', 'rediffmail', 'जीमेल'].flatMap((provider) => [
  `my ${provider} is`,
  `my ${provider} id is`,
  `my ${provider} name is`,
  `${provider} par mera naam`,
  `${provider} name is`,
  `mera ${provider} hai`,
  `mera ${provider} id`,
  `${provider} id is`,
  `${provider} id hai`,
  `write to my ${provider}`,
  `मेरा ${provider}`,
]);

/** Words behind a mailbox that give no name. Example: “my gmail is full”. */
export const NO_MAILBOX: ReadonlySet<string> = new Set(
  'not full old new hacked blocked locked same the linked registered working also already wrong correct in on up updated verified changed where which nahi band bhar purana galat sahi kya kab में नहीं बंद'.split(
    ' ',
  ),
);

/** Words that ask somebody to meet outside. Example: “meet me at my office”. */
export const MEETINGS: readonly string[] = [
  ...[
    'meet me at',
    'meet me in',
    'meet me near',
    'meet me outside',
    'meet me offline',
    'meet me personally',
    'come to my office',
    'come to my place',
    'come to my home',
  ],
  ...[
    'come to our office',
    'visit my office',
    'visit our office',
    'visit me at',
    'drop by my office',
    'drop in at my office',
    'come over to my',
    'come by my office',
    'my office address is',
  ],
  ...[
    'mere office aao',
    'mere office aa jao',
    'mere office aaiye',
    'mere office me aa',
    'mere office mein aa',
    'mere ghar aao',
    'mere ghar aa jao',
    'office aa jao',
    'office aa jaiye',
  ],
  ...[
    'office me milo',
    'office mein milo',
    'office me milte',
    'office mein milte',
    'office aakar milo',
    'office aakar mil',
    'aakar milo',
    'chai pe milte',
    'coffee pe milte',
    'cafe me milte',
  ],
  ...['मेरे ऑफिस आ', 'मेरे ऑफिस में आ', 'मेरे घर आ', 'ऑफिस आ जाओ', 'ऑफिस आ जाइए', 'ऑफिस में मिल', 'मेरे दफ्तर आ', 'दफ्तर आ जाइए', 'आकर मिलिए', 'आकर मिलो'],
];

/** Meetings that everybody may come to. Example: “Meet me at the webinar”. */
export const PUBLIC_MEETINGS: ReadonlySet<string> = new Set('webinar event agm conference seminar live session expo summit booth stall वेबिनार'.split(' '));
