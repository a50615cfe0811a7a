import { findForbidden, readGuarded } from './guard/guard.ts';
import { ALIKE } from './guard/tables/alike.ts';

/** Filings and rules are cited at their source; any other site is a way out of the record. */
const OFFICIAL = String.raw`(?:[\w-]+\.)*(?:nseindia\.com|bseindia\.com|sebi\.gov\.in|rbi\.org\.in|mca\.gov\.in)(?![\w.-])`;
const ENDINGS =
  'com|in|org|net|co|io|me|info|biz|app|xyz|club|online|site|live|pro|link|shop|store|ly|gg|cc|tv|ai|dev|us|uk|page|group|chat|tech|space|top|vip|money|trade|finance';

interface Forbidden {
  readonly what: string;
  readonly pattern: RegExp;
}

/** Claims of an author about research, which no message of a chat has to do without. */
const CLAIMS: readonly Forbidden[] = [
  {
    what: 'a claim of accuracy',
    pattern: /(\d\s?%\s?(?:accura\w*|success\w*|hit[\s-]?rate|strike[\s-]?rate)|\b(?:accuracy|success rate|hit rate) of \d)/i,
  },
  { what: 'a superlative about yourself', pattern: /\b(no\.?\s?1|number one|multibagger|jackpot|best (?:analyst|advisor|tip))/i },
  { what: 'a target as a certainty', pattern: /\btarget\s+(?:is\s+)?(?:confirmed|certain|done|fixed)\b/i },
];

/** Ways out of the record that a chat may speak of and research need not. */
const WAYS_OUT: readonly Forbidden[] = [
  { what: 'a messenger link', pattern: /\b(?:telegram|whatsapp)\b/i },
  { what: 'a link', pattern: new RegExp(`(?:https?://|\\bwww\\.)(?!${OFFICIAL})\\S`, 'i') },
  // A site with a page of it. Without one it may be a company: Matrimony.com.
  { what: 'a link', pattern: new RegExp(`(?<![\\w.-])(?!${OFFICIAL})(?:[\\w-]{1,63}\\.){1,4}(?:${ENDINGS})/\\w`, 'i') },
];

/** Signs that are read as letters in the names and the texts of research. */
const SIGNS = new Map([['$', 's']]);

/** A text as it looks: plain forms of its letters and digits, Latin ones for those alike, in their case, and nothing that is not seen. */
export const asItLooks = (text: string): string =>
  [...withoutMarks(withoutUnseen(text))]
    .map((letter) => {
      const small = letter.toLowerCase();
      const like = ALIKE.get(small) ?? SIGNS.get(small) ?? digitOf(letter) ?? letter;
      return letter === small ? like : like.toUpperCase();
    })
    .join('');

/** Signs that are whole words or sentences, up to eighteen letters each: spelled out, a text of them would be that much longer, and they hold no word that is looked for. */
const SENTENCES = /[\ufdfa\ufdfb\u3300-\u3357]/g;

// Characters that nobody sees would part a word for the list and not for its reader.
const withoutUnseen = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(SENTENCES, ' ')
    .normalize('NFKC');

/** Marks that belong to no script, as accents do. The vowel signs of Hindi belong to theirs and stay. */
const withoutMarks = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Script=Inherited}/gu, '')
    .normalize('NFC');

const NUMERAL = /^\p{Nd}$/u;

/** `4` for a four of any script: each has its ten digits in a row, the zero first. */
function digitOf(letter: string): string | null {
  if (!NUMERAL.test(letter)) return null;
  const code = letter.codePointAt(0)!;
  let zero = code;
  while (NUMERAL.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** `t . me` as `t.me`. */
const withoutGaps = (text: string): string => text.replace(/\s{0,3}\.\s{0,3}(?=(?:com|me|net|org)\b)/gi, '.');

/** The forbidden thing that a text of research says, or null. What no message may say, no research may. */
export function forbiddenWords(text: string): string | null {
  // Read once as it stands and once as it looks.
  const [seen, looks] = [withoutUnseen(text), withoutGaps(asItLooks(text))];
  const firstOf = (forbidden: readonly Forbidden[]): string | undefined => forbidden.find(({ pattern }) => pattern.test(seen) || pattern.test(looks))?.what;
  return firstOf(CLAIMS) ?? findForbidden(readGuarded(text))?.what ?? firstOf(WAYS_OUT) ?? null;
}
