import { ALIKE } from './tables/alike.ts';

/** A text as its reader sees it, in small letters, and where each of its characters stands in the source. */
export interface Folded {
  readonly text: string;
  /** Place in the source of each character, and one past the end. */
  readonly places: readonly number[];
}

/** Characters that nobody sees. */
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Marks that belong to no script, as accents do, and the dot below of Hindi, which many leave out. */
const MARKS = /[\p{Script=Inherited}\u093c]/gu;
const NUMERAL = /^\p{Nd}$/u;
const SPACE = /^\p{Z}$/u;
/** The longest plain form of one character that is read; a sign that stands for a sentence is longer. */
const LONGEST_FORM = 4;
/** Forms are kept for so many different characters, then forgotten. */
const MOST_FORMS = 16_384;
const forms = new Map<number, string>();

/** `4` for a four of any script: each has its ten digits in a row, the zero first. */
function digitOf(letter: string): string | null {
  if (!NUMERAL.test(letter)) return null;
  let zero = letter.codePointAt(0)!;
  const code = zero;
  while (NUMERAL.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

/** Letters and digits in circles and squares that Unicode's plain forms leave as they are: `🅑`, `🇧`, `❾`, `🔟`. */
function enclosed(code: number): string | null {
  if (code >= 0x1f150 && code <= 0x1f169) return String.fromCharCode(97 + code - 0x1f150);
  if (code >= 0x1f170 && code <= 0x1f189) return String.fromCharCode(97 + code - 0x1f170);
  if (code >= 0x1f1e6 && code <= 0x1f1ff) return String.fromCharCode(97 + code - 0x1f1e6);
  if (code >= 0x2776 && code <= 0x2793) return String(((code - 0x2776) % 10) + 1);
  if (code === 0x1f51f) return '10';
  if (code === 0x24ff) return '0';
  return null;
}

/** Blank among the letters of Korean. */
const HANGUL_FILLER = 0x3164;

/** Scripts whose letters look like no Latin one and hold no word that is looked for. */
const isFarScript = (code: number): boolean =>
  (code >= 0x3040 && code <= 0xd7ff && !(code >= 0xa620 && code <= 0xaaff)) || (code >= 0x12000 && code <= 0x1d3ff) || (code >= 0x20000 && code <= 0x3ffff);

function formOf(code: number): string {
  if (code < 0x20 || code === 0x7f) return code === 0x0a || code === 0x0d ? '\n' : code === 0x09 ? ' ' : '';
  if (code < 0x80) return String.fromCharCode(code).toLowerCase();
  if (code === 0x2028 || code === 0x2029) return '\n';
  const letter = String.fromCodePoint(code);
  if (isFarScript(code) && code !== HANGUL_FILLER) return letter;
  if (UNSEEN.test(letter)) return '';
  if (SPACE.test(letter) || code === 0x2800) return ' ';
  const alike = ALIKE.get(letter) ?? enclosed(code);
  if (alike !== null && alike !== undefined) return alike;
  // The nasal sign of Hindi is written with and without its moon.
  if (code === 0x0901) return '\u0902';
  const plain = letter.normalize('NFKD').replace(MARKS, '').toLowerCase();
  if (plain.length > LONGEST_FORM) return ' ';
  return [...plain].map((each) => ALIKE.get(each) ?? digitOf(each) ?? each).join('');
}

/** Reads each character once: plain forms of letters and digits, Latin ones for those alike, and nothing that is not seen. */
export function foldText(source: string): Folded {
  let text = '';
  const places: number[] = [];
  for (let at = 0; at < source.length; ) {
    const code = source.codePointAt(at)!;
    let form = forms.get(code);
    if (form === undefined) {
      if (forms.size >= MOST_FORMS) forms.clear();
      form = formOf(code);
      forms.set(code, form);
    }
    for (let part = 0; part < form.length; part += 1) places.push(at);
    text += form;
    at += code > 0xffff ? 2 : 1;
  }
  places.push(source.length);
  return { text, places };
}
