/** Words forbidden in research (ad code), and contacts outside the platform. */
const FORBIDDEN: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'a promise of profit',
    pattern:
      /\b(assured|guarante\w*|sure[\s-]?shot|sure[\s-]?fire|risk[\s-]?free|no[\s-]?risk|can(?:no|['’])t lose|certain to|will definitely|100\s?%\s?(?:sure|safe|return))/i,
  },
  { what: 'a promise of profit', pattern: /(गारंटी|पक्का मुनाफा|पक्का मुनाफ़ा|निश्चित लाभ)/ },
  {
    what: 'a claim of accuracy',
    pattern: /(\d+(?:\.\d+)?\s?%\s?(?:accura\w*|success\w*|hit[\s-]?rate|strike[\s-]?rate)|\b(?:accuracy|success rate|hit rate) of \d)/i,
  },
  { what: 'a superlative about yourself', pattern: /\b(no\.?\s?1|number one|multibagger|jackpot|best (?:analyst|advisor|tip))/i },
  { what: 'a target as a certainty', pattern: /\btarget\s+(?:is\s+)?(?:confirmed|certain|done|fixed)\b/i },
  { what: 'a phone number', pattern: /(?<![\d.,])(?:\+?91[\s-]?)?[6-9]\d{4}[\s-]?\d{5}(?![\d.,])/ },
  { what: 'a payment address', pattern: /\b[\w.-]{2,}@(?:ok\w+|upi|ybl|paytm|ibl|axl|apl|valid\w*)\b/i },
  { what: 'an e-mail address', pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/ },
  {
    // Filings and rules are cited at their source; any other site is a way out of the record.
    what: 'a link',
    pattern: /(?:https?:\/\/|\bwww\.)(?!(?:[\w-]+\.)*(?:nseindia\.com|bseindia\.com|sebi\.gov\.in|rbi\.org\.in|mca\.gov\.in)(?![\w.-]))\S/i,
  },
  { what: 'a messenger link', pattern: /\b(?:t\.me|wa\.me|telegram|whatsapp|signal\.me|discord\.gg|bit\.ly)\b/i },
];

/** Letters of other scripts, and signs, that are read as Latin ones. */
const ALIKE = new Map(
  [...'аеорсухіјѕԁ']
    .map((letter, at) => [letter, [...'aeopcyxijsd'][at]!] as const)
    .concat([
      ['α', 'a'],
      ['ο', 'o'],
      ['․', '.'],
      ['$', 's'],
    ]),
);

/** A text as it looks: plain forms of its letters, Latin ones for those alike, in their case, and nothing that is not seen. */
export const asItLooks = (text: string): string =>
  [...withoutUnseen(text)]
    .map((letter) => {
      const small = letter.toLowerCase();
      const like = ALIKE.get(small) ?? letter;
      return letter === small ? like : like.toUpperCase();
    })
    .join('');

// Characters that nobody sees would part a word for the list and not for its reader.
const withoutUnseen = (text: string): string => text.replace(/\p{Cf}/gu, '').normalize('NFKC');

/** The forbidden thing a text says, or null. */
export function forbiddenWords(text: string): string | null {
  // Read once as it stands and once as it looks.
  const [seen, looks] = [withoutUnseen(text), asItLooks(text)];
  return FORBIDDEN.find(({ pattern }) => pattern.test(seen) || pattern.test(looks))?.what ?? null;
}
