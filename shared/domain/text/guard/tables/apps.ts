/** Apps by which talk leaves the platform, each with one example. */
export interface AppRow {
  readonly name: string;
  readonly words: readonly string[];
  /** The word has a meaning of its own, so an app is meant only with a word of inviting directly beside it. */
  readonly vague?: boolean;
  readonly example: string;
}

export const MESSENGERS: readonly AppRow[] = [
  {
    name: 'WhatsApp',
    words: ['whatsapp', 'whatsap', 'watsapp', 'watsap', 'whtsapp', 'whtsap', 'wtsapp', 'wtsap', 'whatapp', 'whattsapp', 'whatssapp', 'whatzapp', 'wattsapp', 'wattsap', 'vatsapp', 'vatsap', 'watsaap', 'whatsaap', 'whastapp', 'whatsup', 'watsup', 'व्हाट्सएप', 'व्हाट्सऐप', 'व्हाट्सप्प', 'व्हाट्सअप', 'व्हाट्सअैप', 'वॉट्सऐप', 'वॉट्सएप', 'वाट्सएप', 'वाट्सऐप', 'वाट्सअप', 'वॉट्सअप', 'व्हाटसएप', 'व्हाट्स ऐप', 'व्हाट्स एप', 'वॉट्स ऐप'],
    example: 'Join my WhatsApp group',
  },
  { name: 'WhatsApp', words: ['wp', 'wa', 'wapp', 'wsp', 'w app', 'whats', 'whatsp'], vague: true, example: 'Msg me on wapp' },
  {
    name: 'Telegram',
    words: ['telegram', 'telegrm', 'telegam', 'telegrams', 'telegarm', 'telgram', 'teligram', 'tellegram', 'tele gram', 'telegraam', 'telegrem', 'tlgrm', 'tlgram', 'टेलीग्राम', 'टेलिग्राम', 'टेलेग्राम', 'टेलीग्रैम'],
    example: 'My channel is on Telegram',
  },
  { name: 'Telegram', words: ['tg', 'tele', 'telly', 'टेली'], vague: true, example: 'Join tele channel' },
  { name: 'Signal', words: ['signal', 'signl', 'सिग्नल'], vague: true, example: 'Message me on Signal' },
  { name: 'Signal', words: ['signal app', 'signal messenger', 'सिग्नल ऐप'], example: 'I am on the Signal app' },
  { name: 'Discord', words: ['discord', 'discrd', 'dicord', 'diskord', 'डिस्कॉर्ड', 'डिस्कोर्ड'], example: 'Join our Discord server' },
  { name: 'Instagram', words: ['instagram', 'instagrm', 'instgram', 'intagram', 'insta', 'instaa', 'इंस्टाग्राम', 'इंस्टा', 'इन्स्टाग्राम', 'इन्स्टा', 'instagarm'], example: 'DM me on Insta' },
  { name: 'Instagram', words: ['ig'], vague: true, example: 'Follow me on IG' },
  { name: 'another app', words: ['snapchat', 'arattai', 'wechat', 'viber', 'botim', 'imo app', 'fb messenger', 'facebook', 'face book', 'messenger', 'फेसबुक', 'skype', 'google chat', 'gchat', 'hangouts', 'twitter', 'linkedin', 'zoom', 'google meet', 'youtube', 'यूट्यूब', 'अरट्टै'], example: 'Add me on Arattai' },
  { name: 'another app', words: ['fb', 'snap', 'yt', 'imo', 'teams'], vague: true, example: 'Join my FB group' },
];

/** Words that ask somebody to come over, in the same sentence as the app. Example: “DM me”. */
export const INVITES: readonly string[] = [
  ...['join', 'joining', 'joined', 'jion', 'join karo', 'add', 'follow', 'subscribe', 'msg', 'mesage', 'message', 'messages', 'massage', 'ping', 'dm', 'pm', 'text', 'contact', 'reach', 'hit me', 'call me', 'call', 'chat', 'connect', 'come', 'shift', 'move', 'switch', 'talk', 'discuss', 'speak', 'find me', 'search me', 'search', 'available', 'send', 'share', 'drop', 'give', 'write', 'inbox', 'link', 'handle', 'username', 'user name', 'id', 'my', 'mine', 'our', 'me', 'us', 'invite', 'enter', 'get', 'premium', 'vip', 'free', 'number', 'no', 'nmbr', 'num', 'forward me', 'check out', 'post in', 'posting in'],
  ...['jud', 'judo', 'jude', 'judiye', 'judiye', 'jud jao', 'jud jaiye', 'jod', 'jodo', 'jodiye', 'aao', 'aa jao', 'aajao', 'ao', 'aaiye', 'aiye', 'aayiye', 'aye', 'bhejo', 'bhej', 'bhejiye', 'bheje', 'bhejta', 'bhejunga', 'bhejte', 'bhej dunga', 'mere', 'mera', 'meri', 'hamara', 'hamare', 'humara', 'humare', 'apna', 'apne', 'karo', 'kare', 'karen', 'kijiye', 'kar do', 'kar lo', 'likho', 'milte', 'milo', 'milega', 'milenge', 'baat karte', 'baat karo', 'baat', 'dedo', 'de do', 'dijiye', 'dena', 'batao', 'deta', 'dete', 'deta hu', 'dunga', 'denge'],
  ...['जुड़ें', 'जुड़ो', 'जुड़िए', 'जुड़', 'जुड़े', 'जोड़ें', 'जोड़ो', 'आओ', 'आइए', 'आएं', 'आ जाओ', 'आ जाइए', 'भेजें', 'भेजो', 'भेजिए', 'भेज', 'भेजता', 'मेरे', 'मेरा', 'मेरी', 'हमारे', 'हमारा', 'हमारी', 'मुझे', 'करें', 'करो', 'कीजिए', 'लिखें', 'बात', 'मिलेंगे', 'मिलेगा', 'मैसेज', 'ग्रुप', 'चैनल', 'ज्वाइन', 'जॉइन', 'फॉलो', 'फ्री', 'दो', 'दें', 'दीजिए', 'नंबर', 'नम्बर', 'लिंक'],
  ...['group', 'groups', 'grp', 'grup', 'channel', 'chanel', 'chnl', 'chnnl', 'community', 'server', 'broadcast', 'page', 'profile'],
];

/** Invitations that hold also in a question and beside news. Example: “Join my channel”. */
export const STRONG_INVITES: readonly string[] = ['my', 'our', 'mere', 'mera', 'meri', 'hamare', 'hamara', 'humare', 'dm', 'ping', 'message me', 'msg me', 'text me', 'add me', 'contact me', 'call me', 'follow me', 'join us', 'add kar du', 'add kar dun', 'add kar dunga', 'add kar deta', 'add karu', 'add you', 'bhej du', 'bhej dunga', 'bheju', 'msg karo', 'mesage karo', 'message karo', 'join me', 'link bhej', 'link bhejta', 'jud jao', 'judo', 'join karo', 'join kar lo', 'aa jao', 'join fast', 'मेरे', 'मेरा', 'हमारे', 'मुझे', 'जुड़ जाओ', 'जुड़ें', 'जुड़ो', 'लिंक भेज', 'your number', 'apna number'];

/** Invitations beside a name that may be another word. Example: “msg me on wapp”. */
export const VAGUE_INVITES: readonly string[] = ['dm', 'msg', 'message', 'ping', 'text', 'add', 'join', 'follow', 'contact', 'chat', 'group', 'grp', 'grup', 'channel', 'chnl', 'links', 'id', 'aao', 'aa jao', 'jud', 'judo', 'me', 'karo', 'community', 'server', 'handle', 'मैसेज', 'जुड़ें', 'ग्रुप', 'चैनल', 'number', 'mesage', 'app', 'messenger'];

/** Words of somebody who speaks about an app and invites nobody, in the same sentence. Example: “Meta owns WhatsApp”. */
export const APP_NEWS: readonly string[] = [
  ...['meta', 'sebi', 'news', 'court', 'government', 'ad revenue', 'users', 'forward', 'forwards', 'forwarded', 'rumour', 'rumours', 'rumor', 'rumors', 'screenshot', 'screenshots', 'image', 'admins', 'operator', 'operators', 'admin', 'influencer', 'influencers', 'finfluencer', 'finfluencers', 'wala', 'wale', 'somebody', 'someone', 'my friend', 'my uncle', 'my cousin', 'my brother', 'they', 'circulating', 'viral', 'gaya', 'aaya', 'aaya hai', 'dekha', 'mila', 'notifications', 'notification', 'alerts', 'alert', 'business', 'broker sends', 'broker', 'company', 'log', 'kisi ne', 'koi', 'leak', 'leaked', 'किसी ने', 'देखा', 'आया', 'वाले', 'अफवाह'],
];

/** Short links and addresses of messengers, by the words between their dots and slashes, each an example of itself. */
export const LINKS: readonly string[] = [
  ...['t.me', 'telegram.me', 'telegram.dog', 'wa.me', 'wa.link', 'chat.whatsapp.com', 'whatsapp.com', 'signal.me', 'signal.group', 'discord.gg', 'discord.com', 'discordapp.com', 'dsc.gg', 'instagram.com', 'instagr.am', 'ig.me', 'm.me', 'fb.me', 'facebook.com', 'fb.com', 'snapchat.com'],
  ...['bit.ly', 'tinyurl.com', 'cutt.ly', 'rb.gy', 'is.gd', 'goo.gl', 'ow.ly', 't.ly', 'shorturl.at', 'linktr.ee', 'tiny.cc', 'rebrand.ly', 'bitly.com', 'bl.ink', 'short.io', 's.id', 'v.gd', 'beacons.ai', 'tiny.one', 'shorturl.com', 'u.nu', 'clck.ru', 'qr.ae', 'forms.gle', 'lnk.to', 'urlzs.com', 'adf.ly', 'smarturl.it', 'topmate.io', 'rpy.club', 'bio.link', 'tg.me', 't.co', 'lnkd.in', 'amzn.to', 'wp.me', 'dub.sh', 'arattai.in', 'aratt.ai'],
];

/** Words for the dot of an address. Example: “t dot me”. */
export const DOTS: ReadonlySet<string> = new Set(['.', 'dot', 'डॉट', 'डाट', 'doot', ',']);

/** Apps by which somebody else steers a phone or a computer, each with one example. */
export const REMOTE_APPS: readonly AppRow[] = [
  { name: 'AnyDesk', words: ['anydesk', 'anydesck', 'anidesk', 'enydesk', 'anydsk', 'anydes', 'एनीडेस्क', 'एनी डेस्क', 'ऐनीडेस्क', 'एनिडेस्क'], example: 'Install AnyDesk' },
  { name: 'AnyDesk', words: ['any desk', 'eny desk', 'ani desk'], vague: true, example: 'Download any desk app' },
  { name: 'TeamViewer', words: ['teamviewer', 'team viewer', 'teamviwer', 'team viwer', 'teamvewer', 'timeviewer', 'team viewr', 'team vewer', 'team viewar', 'team viver', 'team wiewer', 'tim viewer', 'timviewer', 'टीमव्यूअर', 'टीम व्यूअर', 'टीमव्यूवर', 'टीम व्यूवर'], example: 'Open TeamViewer' },
  { name: 'QuickSupport', words: ['quicksupport', 'quiksupport', 'quick suport app', 'quicksuport', 'quick support app', 'क्विकसपोर्ट', 'क्विक सपोर्ट'], example: 'Download QuickSupport' },
  { name: 'QuickSupport', words: ['quick support', 'quik support', 'quick suport'], vague: true, example: 'Install quick support and tell me the code' },
  { name: 'another app', words: ['remote access', 'remote request', 'remote control', 'remote acces', 'screen share', 'screen sharing', 'share screen', 'share your screen', 'share ur screen', 'remote', 'स्क्रीन शेयर', 'रिमोट एक्सेस', 'रिमोट'], vague: true, example: 'Give me remote access' },
  { name: 'another app', words: ['rustdesk', 'rust desk', 'ultraviewer', 'ultra viewer', 'ammyy', 'ammyadmin', 'airdroid', 'airmirror', 'alpemix', 'zoho assist', 'splashtop', 'logmein', 'gotoassist', 'gotomypc', 'aeroadmin', 'showmypc', 'dwservice', 'iperius', 'remotepc', 'getscreen', 'hoptodesk', 'screenconnect', 'connectwise', 'supremo remote', 'remote desktop', 'chrome remote', 'avica', 'deskin', 'parsec app', 'vnc viewer', 'realvnc', 'tightvnc', 'ultravnc', 'screen share app', 'screen sharing app', 'remote access app', 'remote app', 'remote control app', 'रिमोट ऐप', 'रस्टडेस्क'], example: 'Use RustDesk' },
];

/** Words beside a vague name that show its app is meant. Example: “download any desk”. */
export const INSTALLS: readonly string[] = [
  ...['give', 'grant', 'allow', 'accept', 'de do', 'dedo', 'dijiye', 'chahiye', 'lunga', 'download', 'downlod', 'install', 'instal', 'open', 'app', 'code', 'id', 'otp', 'remote', 'access', 'screen', 'share', 'connect', 'playstore', 'play store', 'digit', 'kholo', 'khol', 'dalo', 'daal', 'karo', 'karke', 'kare', 'kar', 'lo', 'se', 'pe', 'on', 'via', 'through', 'use'],
  ...['दो', 'दें', 'दीजिए', 'डाउनलोड', 'इंस्टॉल', 'खोलो', 'खोलें', 'कोड', 'ऐप', 'करें', 'करो', 'कर'],
];
