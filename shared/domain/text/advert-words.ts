import { asItLooks, forbiddenWords } from './forbidden-words.ts';

const SOME = String.raw`(?:\d+|one|two|three|four|five|six|ten|twelve|few|some)`;
const TIME = '(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|days?)';
const ROOM = '(?:seats?|slots?|places?|spots?)';

/** What an advertisement of ours must not say besides what no research may: pressure of time, prizes, and results of the past. */
const IN_ADVERTS: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'a countdown',
    pattern:
      /\b(?:only today|today only|just today|only for today|hurry|last (?:chance|call|few|day(?! of))|final (?:chance|call|hours?)|limited[\s-](?:time|period|offer)|act (?:now|fast|quick\w*)|right now|don['’]?t miss|before it['’]?s (?:too late|gone)|running out|while (?:stocks?|seats?|it) lasts?|count\s?down|(?:offer|sale|price|deal|it) (?:ends|closes|expires) (?:soon|today|tonight|tomorrow)|(?:ends|ending|closes|closing|expires|expiring) (?:soon|tonight|in \d))/i,
  },
  {
    what: 'a countdown',
    pattern: new RegExp(
      String.raw`\b(?:${SOME} (?:more )?(?:${TIME}|${ROOM}) (?:left|to go|remain\w*)|only ${SOME} (?:more )?(?:${TIME} (?:left|to)|${ROOM}))`,
      'i',
    ),
  },
  { what: 'a countdown', pattern: /\b\d{1,2}:\d{2}:\d{2}\b/ },
  {
    what: 'a countdown',
    pattern:
      /(?:सिर्फ|केवल|बस) आज|आज ही|जल्दी (?:करें|कीजिए|करो)|(?:आखिरी|अंतिम) (?:मौका|मौके|अवसर|दिन|घंटे)|सीमित (?:समय|अवधि)|मौका (?:न|मत|ना) |अभी नहीं तो|(?:घंटे|घण्टे|घंटा|मिनट|दिन|सेकंड|सीटें|सीट) (?:ही )?(?:बाकी|शेष|बचे|बची|बचा)/,
  },
  {
    what: 'a prize',
    pattern:
      /\b(?:prizes?|lott(?:ery|eries|o)|lucky (?:draws?|winners?|dip)|raffles?|sweepstakes?|giveaways?|give-aways?|cash[\s-]?backs?|cash (?:reward|bonus)|gifts?|winners?|win (?:an?|the|up to|big|cash|rs|₹|\d)|scratch cards?|contests?|refer and earn)\b/i,
  },
  { what: 'a prize', pattern: /\bwin ₹/i },
  { what: 'a prize', pattern: /इनाम|ईनाम|पुरस्कार|लॉटरी|लाटरी|लकी ड्रॉ|लकी ड्रा|कैशबैक|कैश बैक|उपहार|तोहफा|तोहफे|गिफ्ट|जैकपॉट|जीतें|जीतिए|जीतो|विजेता/ },
  {
    what: 'past performance',
    pattern:
      /\b(?:past (?:performance|returns?|results?|record|profits?)|track record|(?:win|hit|strike|success)[\s-]rate|accura(?:cy|te)|cagr|(?:made|earned|gained|returned|gave|delivered|generated|rose|up) (?:by |about |over |more than |up to )?\d+(?:\.\d+)?\s?(?:%|per\s?cent)|\d+(?:\.\d+)?\s?(?:%|per\s?cent) (?:returns?|profits?|gains?|annuali[sz]ed|per annum|a (?:year|month)))/i,
  },
  {
    what: 'past performance',
    pattern: /पिछल[ाेी] (?:प्रदर्शन|रिटर्न|नतीजे|मुनाफा|मुनाफे|रिकॉर्ड)|सटीकता|सफलता दर|\d\s?(?:%|प्रतिशत|फीसदी) (?:का |की |तक )?(?:रिटर्न|मुनाफा|लाभ|कमाई|फायदा)/,
  },
];

/** One spelling of Hindi: with and without the dot below a letter, and with either sign of a nasal. */
const plainHindi = (text: string): string => text.normalize('NFD').replaceAll('\u093c', '').normalize('NFC').replaceAll('ँ', 'ं');

/** The thing that an advertisement must not say, or null. */
export function advertWords(text: string): string | null {
  const spaced = text.replace(/\s+/g, ' ');
  const read = [spaced, asItLooks(spaced)].map(plainHindi);
  return forbiddenWords(text) ?? IN_ADVERTS.find(({ pattern }) => read.some((each) => pattern.test(each)))?.what ?? null;
}
