import { asItLooks } from '@vimarsh/shared/domain/text/forbidden-words.ts';
import { refuseField } from '../../platform/platform.ts';
import { seenOf } from '../../platform/text/seen-text.ts';

/** Check marks, and signs and emoji of every kind. Two that people type for an apostrophe stay: D`Souza, D´Souza. */
const SYMBOL = /(?![`´])[\p{So}\p{Sm}\p{Sk}]\ufe0f?/gu;

/** The letters of “verified”, and figures for them. An Arabic seven is a V. */
const VERIFIE = ['[v7]', '[e3]', 'r', '[i1l!]', 'f', '[i1l!]', '[e3]'];
/** Not the sign that is one of the letters: so each text is read in one way only, and in a time that grows with its length. */
const GAP = String.raw`(?:(?!!)[\s\p{P}])*`;
const HINDI = ['सत्यापित', 'प्रमाणित'].map((word) => [...word].join(GAP)).join('|');
/** The word of our badge: `RaviVerified`, `V.E.R.I.F.I.E.D`, the French `Vérifié`, and in Hindi. */
const BADGE = new RegExp(String.raw`${VERIFIE.join('')}d|\b${VERIFIE.join(GAP)}(?:${GAP}d)?\b|${HINDI}|[वभ][ेै]र[िी]?फ\u093c?[िी]?[ाे]?[इईय]ड`, 'giu');

/** A word of its own: `_` and figures are no letters here, other than for `\b`. */
const word = (pattern: string): string => String.raw`(?<![\p{L}\p{M}])(?:${pattern})(?![\p{L}\p{M}])`;
const APART = String.raw`[\s\p{P}]+`;

/** Who watches over the market: nobody is called so, nor with figures for its letters. One letter is there, so that no number is meant. */
const REGULATOR = [
  '(?=[538$1]{0,3}[SEBI])[S5$][E3][B8][I1l]',
  String.raw`(?=\p{L}{1,3}[538$1])[Ss5$][Ee3][Bb8][Ii1l]`,
  ['[Ss5$]', '[Ee3]', '[Bb8]', '[Ii1l]'].join(APART),
  'सेबी',
];
const AUTHORITY = new RegExp([...REGULATOR, 'NSE|nse|Nse|N[S5][E3]|BSE|bse|Bse|B[S5][E3]|8S[E3]'].map(word).join('|'), 'gu');
/** Names and initials that people have as well: Sebi Thomas, Vimarsh Jain, N. S. E. Rao. Alone, or beside an office, they are somebody else's. */
const ALSO_NAMES = new RegExp(['sebi|v[i1l]marsh', ['[nb]', 's', 'e'].join(APART), 'विमर्श'].map(word).join('|'), 'giu');
const OFFICES =
  'officers?|officials?|office|support|help|helpdesk|helpline|desk|care|team|staff|admins?|administrator|moderator|manager|executive|services?|dept|department|compliance|grievances?|research|registered|approved|certified|authority|customer|payments?|refunds?|app|pro|premium|india|ltd|limited|exchange';
const OFFICE = new RegExp(`${word(OFFICES)}|टीम|सपोर्ट|सहायता|हेल्प|कस्टमर`, 'iu');
/** `SEBIOfficer`, `vimarshsupport`. */
const OFFICE_JOINED = new RegExp(word(`(?:s[e3][b8][i1l]|v[i1l]marsh|nse|bse)(?:${OFFICES})`), 'giu');

/** Scripts that names are written in, those together that one word may mix. Letters of others stand in a name for what they look like. */
const SCRIPTS = [
  ...['Latin', 'Devanagari', 'Bengali', 'Gurmukhi', 'Gujarati', 'Oriya', 'Tamil', 'Telugu', 'Kannada', 'Malayalam', 'Sinhala', 'Ol_Chiki', 'Meetei_Mayek'],
  ...['Arabic', 'Thaana', 'Tibetan', 'Myanmar', 'Thai', 'Lao', 'Khmer', 'Cyrillic', 'Greek', 'Armenian', 'Georgian', 'Hebrew', 'Ethiopic'],
].map((script) => [script]);
const ONE_SCRIPT = [...SCRIPTS, ['Han', 'Hiragana', 'Katakana', 'Hangul', 'Bopomofo']].map(
  (scripts) =>
    new RegExp(String.raw`^[\P{L}\p{Script=Common}\p{Script=Inherited}${scripts.map((script) => String.raw`\p{Script=${script}}`).join('')}]*$`, 'u'),
);
const isInOneScript = (written: string): boolean => ONE_SCRIPT.some((script) => script.test(written));

/** Letters that pass for one in these words, beyond those that every text is read by: of other scripts, with strokes and hooks, small capitals. */
const LOOKS = new Map(
  Object.entries({
    a: 'ⲁ',
    A: 'ᴀꓮᎪᗅ',
    b: 'вƀɓьᑲßβ',
    B: 'ʙВΒꓐᗷᏴ',
    d: 'đɖɗժƌðᑯ',
    D: 'ᴅꓓᎠᗪᗞ',
    e: 'εєҽɛəɘǝɇᥱⲉэ',
    E: 'ᴇΕꓰᎬⴹ',
    f: 'ƒϝꞙꬵғք',
    F: 'ꜰꓝᖴ',
    h: 'нɦիհⲏħᏂ',
    H: 'ʜΗꓧᎻᕼ',
    i: 'ıιɨꙇⲓ',
    I: 'ɪΙꓲᎥᏆǀⵏ',
    m: 'мɱⲙ',
    M: 'ᴍΜꓟᎷᗰ',
    n: 'ηոռɲɳƞŋⲛ',
    N: 'ɴΝꓠ',
    r: 'гɾɼɽɹꭇꭈⲅ',
    R: 'ʀꓣᎡᏒᖇ',
    s: 'ʂƽ',
    S: 'ꜱꓢᏚՏႽ',
    v: 'ѵνʋⱱⱴᶌ',
    V: 'ᴠᏙᐯꓦⴸ',
  }).flatMap(([like, letters]) => [...letters].map((letter) => [letter, like] as const)),
);

/** The Latin letter that one looks like, in its case; itself where it looks like none. */
function looksLike(letter: string): string {
  const [small, large] = [letter.toLowerCase(), letter.toUpperCase()];
  const like = LOOKS.get(letter) ?? LOOKS.get(small)?.toUpperCase() ?? LOOKS.get(large)?.toLowerCase();
  return like ?? letter;
}

/** Accents hide no word, nor does any mark on a Latin letter or one like it. */
const ACCENTS = /\p{Script=Inherited}+/gu;
const MARKS_ON_LATIN = /(?<=\p{Script=Latin})\p{M}+/gu;
const readAs = (name: string): string => {
  const plain = name.normalize('NFKD').replace(ACCENTS, '').normalize('NFC');
  return asItLooks([...plain].map(looksLike).join('')).replace(MARKS_ON_LATIN, '');
};

const wearsBadge = (read: string): boolean => read.search(BADGE) !== -1;
const speaksForOthers = (read: string): boolean =>
  read.search(AUTHORITY) !== -1 ||
  read.search(OFFICE_JOINED) !== -1 ||
  (read.search(ALSO_NAMES) !== -1 && (OFFICE.test(read) || !/\p{L}/u.test(read.replace(ALSO_NAMES, ''))));

/** People wear neither our badge nor any symbol in their names, and are not called as if they spoke for SEBI, an exchange or this site. */
export function refuseBadge(full_name: string): void {
  const read = readAs(full_name);
  if (full_name.search(SYMBOL) !== -1) refuseField('full_name', 'Leave out emoji and other symbols, check marks too: a name is written in letters.');
  if (wearsBadge(read)) refuseField('full_name', 'Leave out the word “verified”: who is verified is shown beside the name.');
  if (speaksForOthers(read)) refuseField('full_name', 'Write your own name: it can’t be one of SEBI, an exchange or this site.');
  if (!full_name.split(/\s+/).every(isInOneScript)) refuseField('full_name', 'Write each word of your name in the letters of one language.');
}

/** A name that somebody else vouches for, without what may not stand in it. */
export function plainName(given: string): string {
  const words = seenOf(given.replace(SYMBOL, ' '))
    .replace(/\p{Cc}/gu, ' ')
    .replace(BADGE, '')
    .split(/\s+/);
  const seen = words.filter((each) => each !== '' && isInOneScript(each)).join(' ');
  const read = readAs(seen);
  if (!wearsBadge(read) && !speaksForOthers(read)) return seen;
  const left = tidy(read.replace(BADGE, '').replace(OFFICE_JOINED, '').replace(AUTHORITY, '').replace(ALSO_NAMES, ''));
  return wearsBadge(left) || speaksForOthers(left) ? '' : left;
}

const tidy = (name: string): string => name.replace(/\s+/g, ' ').trim();
