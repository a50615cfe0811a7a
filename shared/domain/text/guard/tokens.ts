import { tablesOf } from './begins.ts';
import { type Folded, foldText } from './fold.ts';

export type TokenKind = 'word' | 'number' | 'sign' | 'line';

/** A word, a number, a sign or the end of a line. */
export interface Token {
  readonly kind: TokenKind;
  /** Words are compared by this: without repeated letters. Numbers have no commas. */
  readonly key: string;
  /** Place in the folded text. */
  readonly from: number;
  readonly to: number;
  /** Nothing stands between this and the token before it. */
  readonly glued: boolean;
  /** Number of the sentence. A line is one too. */
  readonly sentence: number;
  /** Tables with a phrase that begins with the key. */
  readonly begins: ReadonlySet<object> | null;
}

/** A text read once: what every rule looks at. */
export interface ReadText {
  readonly source: string;
  readonly folded: Folded;
  readonly tokens: readonly Token[];
  /** By the number of a sentence, whether it ends with a question mark. */
  readonly questions: readonly boolean[];
}

const LEAST_SQUEEZED = 4;
const MOST_SORTS = 16_384;
const LETTER = /^[\p{L}\p{M}]$/u;

/** Letters and digits, as codes: `l` Latin, `o` of other scripts, `d` digit, ` ` space, `n` line, `s` sign. */
type Sort = 'l' | 'o' | 'd' | ' ' | 'n' | 's';

/** Sorts of characters beyond ASCII, by their code: looked up once each. */
const sorts = new Map<number, Sort>();

function sortOf(text: string, at: number): Sort {
  const code = text.charCodeAt(at);
  if (code >= 97 && code <= 122) return 'l';
  if (code >= 48 && code <= 57) return 'd';
  if (code === 32) return ' ';
  if (code === 10) return 'n';
  if (code < 128) return 's';
  // Behind the end of the text.
  if (Number.isNaN(code)) return ' ';
  // The second half of a letter beyond the first plane goes with its first.
  if (code >= 0xdc00 && code <= 0xdfff) return LETTER.test(text.slice(at - 1, at + 1)) ? 'o' : 's';
  const whole = text.codePointAt(at)!;
  let sort = sorts.get(whole);
  if (sort === undefined) {
    sort = LETTER.test(String.fromCodePoint(whole)) ? 'o' : 's';
    if (sorts.size < MOST_SORTS) sorts.set(whole, sort);
  }
  return sort;
}

/** `guaranted` of `guaaaranteed`. In the shortest words a repeated letter tells two apart, as in “to” and “too”. */
export function squeeze(word: string): string {
  if (word.length < LEAST_SQUEEZED) return word;
  let squeezed = '';
  for (let at = 0; at < word.length; at += 1) if (word[at] !== word[at - 1]) squeezed += word[at];
  return squeezed;
}

/** The end of a number that begins at `from`: `1,450.50`, `98,76,543`. */
function numberEnd(text: string, from: number): number {
  const isDigit = (at: number): boolean => text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57;
  let at = from;
  while (isDigit(at)) at += 1;
  if (at - from <= 3) {
    for (;;) {
      const group = text[at] === ',' && isDigit(at + 1) && isDigit(at + 2) ? (isDigit(at + 3) && !isDigit(at + 4) ? 4 : isDigit(at + 3) ? 0 : 3) : 0;
      if (group === 0) break;
      at += group;
    }
  }
  if (text[at] === '.' && isDigit(at + 1)) {
    at += 1;
    while (isDigit(at)) at += 1;
  }
  return at;
}

const ENDS_SENTENCE = new Set(['?', '!', '।', ';', '…']);
/** Words whose stop does not end a sentence. */
const SHORTENED = new Set(['rs', 'no', 'dr', 'mr', 'mrs', 'ltd', 'co', 'vs', 'approx', 'tgt', 'sl', 'tp', 'st', 'inc', 'rs', 'eg', 'mob', 'ph', 'रु']);

/** Divides a text into tokens and sentences, in one pass. */
export function readTokens(source: string): ReadText {
  const folded = foldText(source);
  const { text } = folded;
  const tokens: Token[] = [];
  const questions: boolean[] = [];
  let sentence = 0;
  let isAsked = false;
  let isOpen = false;
  const endSentence = (): void => {
    if (!isOpen) return;
    questions.push(isAsked);
    sentence += 1;
    isAsked = false;
    isOpen = false;
  };
  let at = 0;
  let end = 0;
  const add = (kind: TokenKind, key: string, to: number): void => {
    tokens.push({ kind, key, from: at, to, glued: at === end && at > 0, sentence, begins: tablesOf(key) });
    at = to;
    end = to;
  };
  while (at < text.length) {
    const sort = sortOf(text, at);
    if (sort === ' ') {
      at += 1;
    } else if (sort === 'n') {
      endSentence();
      add('line', '\n', at + 1);
    } else if (sort === 'd') {
      isOpen = true;
      const to = numberEnd(text, at);
      add('number', text.slice(at, to).replaceAll(',', ''), to);
    } else if (sort === 's') {
      const sign = text[at]!;
      const last = tokens.at(-1);
      add('sign', sign, at + 1);
      if (sign === '?') isAsked = true;
      const next = text[at];
      const isStop =
        sign === '.' && (next === undefined || next === ' ' || next === '\n') && !(last?.kind === 'word' && (SHORTENED.has(last.key) || last.key.length === 1));
      const isEnd = ENDS_SENTENCE.has(sign) && (next === undefined || (next !== sign && next !== '?' && !'ld'.includes(sortOf(text, at))));
      if (isStop || isEnd) endSentence();
    } else {
      isOpen = true;
      let to = at;
      while (to < text.length) {
        // An apostrophe within a word is none of its letters: “don't”.
        if (text[to] === "'" && to > at && sort === 'l' && sortOf(text, to + 1) === 'l') to += 2;
        else if (sortOf(text, to) === sort) to += 1;
        else break;
      }
      add('word', squeeze(text.slice(at, to).replaceAll("'", '')), to);
    }
  }
  isOpen = true;
  endSentence();
  return { source, folded, tokens, questions };
}
