import { tablesOf } from './begins.ts';
import { LEET } from './tables/alike.ts';
import { PERCENT } from './tables/signs.ts';
import { squeeze, type Token } from './tokens.ts';

/** Words that are looked for also where they are written in disguise. */
export interface Lexicon {
  readonly words: ReadonlySet<string>;
  /** Beginnings of words, by which a search ends early. */
  readonly beginnings: ReadonlySet<string>;
  readonly beginningsOfJoined: ReadonlySet<string>;
  /** Words by their form in digits and signs. */
  readonly leet: ReadonlyMap<string, string>;
  /** Words so long that two or three pieces of them in a row are no accident. */
  readonly joined: ReadonlySet<string>;
  /** Names so long that one wrong letter leaves no doubt. */
  readonly names: readonly string[];
  /** Words of five letters and more by their form with letters that look alike. */
  readonly alike: ReadonlyMap<string, string>;
  /** Words by their form with one letter starred, as `b*y`. */
  readonly starred: ReadonlyMap<string, string>;
}

const LEAST_ALIKE = 5;

/** A small l for a capital I, `rn` for `m`, `vv` for `w`: “RELlANCE”. */
const alikeOf = (word: string): string => squeeze(word.replaceAll('i', 'l').replaceAll('vv', 'w').replaceAll('rn', 'm'));

const alikeWords = (words: Iterable<string>): Map<string, string> =>
  new Map([...words].filter((word) => isLatin(word) && word.length >= LEAST_ALIKE).map((word) => [alikeOf(word), word] as const));

const starredWords = (words: Iterable<string>): Map<string, string> =>
  new Map(
    [...words]
      .filter((word) => isLatin(word) && word.length >= LEAST_LEET)
      .flatMap((word) => Array.from(word.slice(1), (_, at) => [`${word.slice(0, at + 1)}*${word.slice(at + 2)}`, word] as const)),
  );

const LEAST_LEET = 3;
const LEAST_JOINED = 7;
const LEAST_JOINED_HINDI = 5;
const MOST_PIECES = 4;
const LONGEST_WORD = 24;
const isLatin = (key: string): boolean => key.charCodeAt(0) < 128;

const beginningsOf = (words: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...words].flatMap((word) => Array.from(word, (_, at) => word.slice(0, at + 1))));

const leetOf = (chunk: string): string => squeeze([...chunk].map((letter) => LEET[letter] ?? letter).join(''));

/** A lexicon with more words that may stand in single letters: names of shares. */
export const withWords = (lexicon: Lexicon, words: Iterable<string>): Lexicon => {
  const all = new Set([...lexicon.words, ...words]);
  const names = [...words].filter((word) => !/\d/.test(word));
  return { ...lexicon, words: all, beginnings: beginningsOf(all), alike: new Map([...alikeWords(names), ...lexicon.alike]) };
};

/** `solid` words are those that nobody writes as two words of their own meaning, as they do “any desk”. */
export function createLexicon(words: Iterable<string>, solid: Iterable<string>, names: readonly string[], starrable: Iterable<string> = []): Lexicon {
  const all = new Set([...words].filter((word) => !/\d/.test(word)));
  const leet = new Map<string, string>();
  for (const word of all) if (isLatin(word) && word.length >= LEAST_LEET && !leet.has(leetOf(word))) leet.set(leetOf(word), word);
  const joined = new Set([...solid].filter((word) => word.length >= (isLatin(word) ? LEAST_JOINED : LEAST_JOINED_HINDI)));
  return {
    words: all,
    beginnings: beginningsOf(all),
    leet,
    joined,
    beginningsOfJoined: beginningsOf(joined),
    names,
    alike: alikeWords(joined),
    starred: starredWords(starrable),
  };
}

/** Tokens with the words that stood in digits and signs, in pieces or in single letters. */
export function withoutDisguises(text: string, tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const read = joinPieces(joinLetters(readLeet(text, joinDigits(tokens), lexicon), lexicon), lexicon);
  return read.map((token) => {
    if (token.kind !== 'word') return token;
    const key = PERCENT.has(token.key) ? '%' : nameOf(token, lexicon);
    return key === token.key ? token : { ...token, kind: key === '%' ? 'sign' : token.kind, key, begins: tablesOf(key) };
  });
}

const DIGIT = /^\d$/;
const LEAST_DIGITS = 3;

/** `3 9 0 0`, `1 00`: digits one by one, and a number that would begin with a zero, are one number with what stands before them. */
function joinDigits(tokens: readonly Token[]): Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    let to = at + 1;
    while (tokens[at]!.kind === 'number' && DIGIT.test(tokens[at]!.key) && tokens[to]?.kind === 'number' && DIGIT.test(tokens[to]!.key)) to += 1;
    if (to - at < LEAST_DIGITS && tokens[to]?.key !== '%') to = at + 1;
    while (
      tokens[at]!.kind === 'number' &&
      !tokens[at]!.key.includes('.') &&
      tokens[to]?.kind === 'number' &&
      tokens[to]!.key.startsWith('0') &&
      to - at < LONGEST_WORD
    )
      to += 1;
    if (to - at === 1) {
      read.push(tokens[at]!);
    } else {
      const digits = tokens.slice(at, to).map((token) => token.key);
      const key = digits.join('');
      read.push({ ...tokens[at]!, key, to: tokens[to - 1]!.to, begins: tablesOf(key) });
    }
    at = to;
  }
  return read;
}

const LEAST_NAME = 6;

/** Whether a word is another with one letter wrong, missing, added, or two of them in the other order. */
function isOneSlip(typed: string, word: string): boolean {
  if (typed[0] !== word[0] || Math.abs(typed.length - word.length) > 1) return false;
  let from = 0;
  while (from < typed.length && typed[from] === word[from]) from += 1;
  const rest = (text: string, at: number): string => text.slice(at);
  if (typed.length === word.length) {
    const isSwap = typed[from] === word[from + 1] && typed[from + 1] === word[from];
    return rest(typed, from + 1) === rest(word, from + 1) || (isSwap && rest(typed, from + 2) === rest(word, from + 2));
  }
  return typed.length > word.length ? rest(typed, from + 1) === rest(word, from) : rest(typed, from) === rest(word, from + 1);
}

function nameOf({ kind, key }: Token, { words, names, alike }: Lexicon): string {
  if (kind !== 'word' || key.length < LEAST_ALIKE || words.has(key)) return key;
  const likeness = alike.get(alikeOf(key));
  if (likeness !== undefined) return likeness;
  if (key.length < LEAST_NAME) return key;
  return names.find((each) => isOneSlip(key, each)) ?? key;
}

const MIXED = /[a-z]/;
const HAS_LEET = /[0-9@$!|€+(]/;
const STARS = /[*#]/;

/** `guarant33d`, `t@rget`: runs of letters, digits and signs without a space that hide one known word. */
function readLeet(text: string, tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    let to = at + 1;
    while (to < tokens.length && tokens[to]!.glued && tokens[to]!.kind !== 'line') to += 1;
    const chunk = tokens.slice(at, to);
    const word = to - at > 1 ? leetWord(text, chunk, lexicon) : null;
    if (word) read.push(...chunk.slice(0, word.from), merge(chunk.slice(word.from, word.to), word.key), ...chunk.slice(word.to));
    else for (const token of chunk) read.push(token);
    at = to;
  }
  return read;
}

const merge = (tokens: readonly Token[], key: string): Token => ({ ...tokens[0]!, kind: 'word', key, to: tokens.at(-1)!.to, begins: tablesOf(key) });

/** Signs at the edge of a run that belong to no word. */
const EDGES = new Set(['.', ',', ':', ';', '!', '?', ')', '(', '"', "'", '*', '#', '-', '_', '~', '/', '[', ']', '|', '+']);

function leetWord(text: string, chunk: readonly Token[], { leet, starred }: Lexicon): { from: number; to: number; key: string } | null {
  let [from, to] = [0, chunk.length];
  for (const edges of [EDGES, new Set<string>()]) {
    while (from < to && edges.has(chunk[from]!.key)) from += 1;
    while (to > from && edges.has(chunk[to - 1]!.key)) to -= 1;
    const raw = text.slice(chunk[from]?.from ?? 0, chunk[to - 1]?.to ?? 0);
    const isRead = to - from > 1 && raw.length <= LONGEST_WORD && MIXED.test(raw);
    const whole = isRead && STARS.test(raw) ? starred.get(squeeze(raw.replace('#', '*'))) : undefined;
    if (whole !== undefined) return { from, to, key: whole };
    if (!isRead || !HAS_LEET.test(raw)) return null;
    const key = leet.get(leetOf(raw));
    if (key !== undefined) return { from, to, key };
  }
  return null;
}

/** Signs between the letters of one word. */
const LETTER_GAPS = new Set(['.', '-', '_', '*', '~', '|', '/', '+', "'", ',']);
const LEAST_LETTERS = 3;
const MOST_REPEATED = 3;
const MOST_LETTERS = 400;

/** `g u a r a n t e e d`, `b.u.y`: letters one by one are read as the known words in them. */
function joinLetters(tokens: readonly Token[], lexicon: Lexicon): Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const letters: Token[] = [];
    let to = at;
    while (to < tokens.length && letters.length < MOST_LETTERS && tokens[to]!.kind === 'word' && isPiece(tokens[to]!.key)) {
      letters.push(tokens[to]!);
      to += 1;
      if (tokens[to]?.kind === 'sign' && LETTER_GAPS.has(tokens[to]!.key) && isPiece(tokens[to + 1]?.key ?? '')) to += 1;
    }
    const spelled = letters.length >= LEAST_LETTERS ? wordsIn(letters, lexicon) : null;
    to = Math.max(to, at + 1);
    if (spelled) for (const token of spelled) read.push(token);
    else for (let token = at; token < to; token += 1) read.push(tokens[token]!);
    at = to;
  }
  return read;
}

/** A single Latin letter, or one letter of Hindi with its signs. */
function isPiece(key: string): boolean {
  if (key.length === 0 || key.length > 3) return false;
  if (isLatin(key)) return key.length === 1;
  for (let at = 1; at < key.length; at += 1) if (!isHindiSign(key.charCodeAt(at))) return false;
  return true;
}

/** Vowel signs, nasals and the rest that stands on a letter of Hindi. */
const isHindiSign = (code: number): boolean =>
  (code >= 0x093a && code <= 0x094f && code !== 0x093d) || (code >= 0x0900 && code <= 0x0903) || (code >= 0x0955 && code <= 0x0957);

/** Known words in a row of letters, the longest first at each place; null where there is none. */
function wordsIn(letters: readonly Token[], { words, beginnings }: Lexicon): Token[] | null {
  const read: Token[] = [];
  let isAny = false;
  for (let at = 0; at < letters.length; ) {
    let key = '';
    let best: { key: string; to: number } | null = null;
    let repeated = 0;
    for (let to = at; to < letters.length && to - at < LONGEST_WORD; to += 1) {
      repeated = to > at && letters[to]!.key === letters[to - 1]!.key ? repeated + 1 : 0;
      if (repeated > MOST_REPEATED) break;
      for (const letter of letters[to]!.key) if (letter !== key.at(-1)) key += letter;
      if (!beginnings.has(key)) break;
      if (to - at + 1 >= LEAST_LETTERS && words.has(key)) best = { key, to: to + 1 };
    }
    if (best) isAny = true;
    read.push(best ? merge(letters.slice(at, best.to), best.key) : letters[at]!);
    at = best ? best.to : at + 1;
  }
  return isAny ? read : null;
}

/** `guar anteed`, `tele-gram`: two to four pieces of one long word. */
function joinPieces(tokens: readonly Token[], { joined, words, beginningsOfJoined }: Lexicon): Token[] {
  const read: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    let key = tokens[at]!.key;
    let found: Token | null = null;
    let to = at + 1;
    for (let pieces = 1; pieces < MOST_PIECES && tokens[at]!.kind === 'word' && beginningsOfJoined.has(squeeze(key)); pieces += 1) {
      if (tokens[to]?.kind === 'sign' && LETTER_GAPS.has(tokens[to]!.key)) to += 1;
      if (tokens[to]?.kind !== 'word') break;
      key += tokens[to]!.key;
      to += 1;
      if (key.length > LONGEST_WORD) break;
      if (joined.has(squeeze(key)) && !(words.has(tokens[at]!.key) && pieces === 1 && words.has(tokens[to - 1]!.key))) {
        found = merge(tokens.slice(at, to), squeeze(key));
        break;
      }
    }
    read.push(found ?? tokens[at]!);
    at = found ? to : at + 1;
  }
  return read;
}
