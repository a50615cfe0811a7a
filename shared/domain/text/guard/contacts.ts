import { phoneNumberIn } from '../phone-numbers.ts';
import { isBeside, type Span, spanOf, tokenBehind } from './finding.ts';
import { partedNumberIn } from './parted-numbers.ts';
import { keySet, phraseKeys, phraseList } from './phrases.ts';
import { DOTS } from './tables/apps.ts';
import {
  ASKS_FOR,
  AT_SIGNS,
  CALLING_WORDS,
  COUNTED_THINGS,
  COUNTING_WORDS,
  DIALLING_WORDS,
  DIGIT_WORDS,
  ENDINGS,
  MAIL_PROVIDERS,
  MAILBOX_NAMED,
  MEETINGS,
  NO_MAILBOX,
  OTHER_NUMBERS,
  PAIR_WORDS,
  PARTING_WORDS,
  PERSONAL_NUMBERS,
  PUBLIC_MEETINGS,
  REPEATS,
  ROMAN_DIGITS,
  TELEPHONE,
  TEN_WORDS,
  VAGUE_DIGITS,
} from './tables/contact-words.ts';
import { squeeze, type Token } from './tokens.ts';

const keyed = <Value>(words: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
  new Map([...words].map(([word, value]) => [phraseKeys(word)[0] ?? word, value]));
const DIGITS = keyed(DIGIT_WORDS);
const TENS = keyed(TEN_WORDS);
const PAIRS = keyed(PAIR_WORDS);
const TIMES = keyed(REPEATS);
const VAGUE = keySet(VAGUE_DIGITS);
const PHONES = keySet(TELEPHONE);
const PROVIDERS = keySet(MAIL_PROVIDERS);
const MAIL_ENDINGS = keySet(ENDINGS);

const isPlainNumber = ({ kind, key }: Token): boolean => kind === 'number' && /^\d{1,2}$/.test(key);
const isDigitLike = (token: Token | undefined): boolean =>
  token !== undefined &&
  (isPlainNumber(token) ||
    (token.kind === 'word' && ((DIGITS.has(token.key) && !VAGUE.has(token.key)) || TENS.has(token.key) || PAIRS.has(token.key) || TIMES.has(token.key))));

/** Letters that stand for digits in a number: “98765432lO”. */
const LETTER_DIGITS: Readonly<Record<string, string>> = { o: '0', l: '1', i: '1', s: '5' };

/** A text with its spelled digits as digits, and where each of its characters stood. */
export interface SpelledOut {
  readonly text: string;
  readonly places: readonly number[];
}

export function spellOut(text: string, tokens: readonly Token[]): SpelledOut {
  const parts: string[] = [];
  const places: number[] = [];
  const add = (part: string, place: number, step: 0 | 1): void => {
    parts.push(part);
    for (let at = 0; at < part.length; at += 1) places.push(place + at * step);
  };
  let end = 0;
  let times = 1;
  const roman = romanRows(text, tokens);
  tokens.forEach((token, at) => {
    const digits = roman.get(at) ?? digitsOf(text, tokens, at);
    if (digits === null) {
      const before = times === 1 ? text.slice(end, token.from) : '';
      add(before, end, 1);
      const shown = text.slice(token.from, token.to);
      add(times > 1 && isPlainNumber(token) ? shown[0]!.repeat(times - 1) + shown : shown, token.from, times > 1 ? 0 : 1);
      times = 1;
    } else if (digits === '') {
      add(text.slice(end, token.from), end, 1);
      times = TIMES.get(token.key)!;
    } else {
      if (times === 1) add(text.slice(end, token.from), end, 1);
      add(digits.repeat(times), token.from, 0);
      times = 1;
    }
    end = token.to;
  });
  places.push(text.length);
  return { text: parts.join(''), places };
}

const LEAST_ROMAN = 4;
const LEAST_OF_NUMBER = 10;

/** Digits of `IX VIII VII …` by their tokens: a row of ten digits and more, some of them Roman. A single “I” is a word. */
function romanRows(text: string, tokens: readonly Token[]): ReadonlyMap<number, string> {
  const rows = new Map<number, string>();
  const digitAt = (at: number): string | undefined => {
    const { kind, key, from, to } = tokens[at]!;
    return kind === 'number' && key.length === 1 ? key : kind === 'word' && to - from <= 4 ? ROMAN_DIGITS.get(text.slice(from, to)) : undefined;
  };
  for (let at = 0; at < tokens.length; ) {
    const row: (readonly [at: number, digit: string])[] = [];
    let to = at;
    for (; to < tokens.length; to += 1) {
      const digit = digitAt(to);
      if (digit !== undefined) row.push([to, digit]);
      else if (row.length === 0 || tokens[to]!.kind === 'word' || tokens[to]!.kind === 'number') break;
    }
    const letters = row.filter(([place]) => tokens[place]!.kind === 'word');
    if (row.length >= LEAST_OF_NUMBER && letters.length >= LEAST_ROMAN) for (const [place, digit] of letters) rows.set(place, digit);
    at = Math.max(to, at + 1);
  }
  return rows;
}

/** Digits of a word that spells some, `''` of one that repeats the next, else null. */
function digitsOf(text: string, tokens: readonly Token[], at: number): string | null {
  const token = tokens[at]!;
  if (token.kind !== 'word') return null;
  const after = beside(tokens, at, 1);
  if (TIMES.has(token.key)) return isDigitLike(after) || isDigitWord(after) ? '' : null;
  if (isBetweenDigits(tokens, at)) return [...token.key].map((letter) => LETTER_DIGITS[letter]!).join('');
  // “teen” is three, although without its repeated letter it is “ten”.
  const digit = DIGIT_WORDS.get(text.slice(token.from, token.to)) ?? (TENS.has(token.key) ? undefined : DIGITS.get(token.key));
  if (digit !== undefined) return !VAGUE.has(token.key) || isAmongDigits(tokens, at) ? digit : null;
  const ten = TENS.get(token.key);
  if (ten === undefined) return PAIRS.get(token.key) ?? null;
  const isWithDigit = ten !== '1' && isDigitWord(after) && DIGITS.get(after!.key) !== '0';
  return isWithDigit ? ten : `${ten}0`;
}

const isDigitWord = (token: Token | undefined): boolean => token?.kind === 'word' && DIGITS.has(token.key);

/** The “O” of “9O123”: letters that touch a number and look like digits. */
function isBetweenDigits(tokens: readonly Token[], at: number): boolean {
  const { key, glued } = tokens[at]!;
  const next = tokens[at + 1];
  const isTouching = (glued && tokens[at - 1]?.kind === 'number') || (next?.glued === true && next.kind === 'number');
  return isTouching && key.length <= 3 && [...key].every((letter) => letter in LETTER_DIGITS);
}

/** A word that has another meaning counts between digits, and at either end of a row of them. */
function isAmongDigits(tokens: readonly Token[], at: number): boolean {
  const [before, after] = [beside(tokens, at, -1), beside(tokens, at, 1)];
  if (isDigitLike(before)) return after === undefined || isDigitLike(after) || isDigitWord(after);
  if (!isDigitLike(after)) return false;
  return isDigitWord(before) || isDigitLike(beside(tokens, at + 1, 1));
}

/** The next word or number in a direction, over one sign. */
function beside(tokens: readonly Token[], at: number, step: 1 | -1): Token | undefined {
  const next = tokens[at + step];
  return next?.kind === 'sign' ? tokens[at + 2 * step] : next;
}

/** A number with an area code or a toll-free one, which only its neighbours tell from two prices. */
const WIRED = /(?<![a-z\d.,])(?:0(?:[\s()-]{0,2}\d){9,11}|1[\s-]?[89](?:[\s-]?0){2}(?:[\s-]?\d){6,7})(?!\d|[.,]\d)/g;

const NEAR_TELEPHONE = 8;

const OTHERS = keySet(OTHER_NUMBERS);
const PLAIN_TEN = /^\d{10}$/;
const COUNTED = keySet(COUNTING_WORDS);
const CALLING = keySet(CALLING_WORDS);
/** Characters around a number that are looked at. */
const AROUND = 40;
const SENTENCE_END = /(?<!\bno)[.!?;।\n]/u;
const keysIn = (text: string): string[] => (text.match(/[\p{L}\p{M}]+/gu) ?? []).map(squeeze);

/**
 * “order number 8800214573” is no phone’s, unless it is grouped as one: what it counts stands before it in the same sentence with nothing but words as
 * “number” between, and nobody is asked to call or write to it.
 */
function isOther(text: string, from: number, to: number): boolean {
  if (!PLAIN_TEN.test(text.slice(from, to))) return false;
  const before = text
    .slice(Math.max(0, from - AROUND), from)
    .split(SENTENCE_END)
    .at(-1)!;
  const [after = ''] = text.slice(to, to + AROUND).split(SENTENCE_END);
  const words = keysIn(before);
  const at = words.findLastIndex((word) => !COUNTED.has(word));
  return at >= 0 && OTHERS.has(words[at]!) && at < words.length - 1 && !keysIn(after).some((word) => CALLING.has(word) || PHONES.has(word));
}

const PARTING = keySet(PARTING_WORDS);
const COUNTED_BY = keySet(COUNTED_THINGS);
const DIALLING = keySet(DIALLING_WORDS);

/** “98765 and the rest 43210”: words of parts stand between two groups, or around them what is dialled, and nothing is counted. */
function tellsOfParts(text: string, between: string, at: number): boolean {
  const words = keysIn(between);
  const around = keysIn(text.slice(Math.max(0, at - AROUND), at));
  if (words.some((word) => COUNTED_BY.has(word)) || around.slice(-1).some((word) => COUNTED_BY.has(word))) return false;
  if (words.some((word) => PARTING.has(word)) || around.slice(-2).some((word) => PARTING.has(word))) return true;
  return words.length <= 2 && around.some((word) => DIALLING.has(word));
}

export function findPhone(text: string, tokens: readonly Token[], spelled: SpelledOut): Span | null {
  const mobile = phoneNumberIn(spelled.text);
  if (mobile && !isOther(spelled.text, mobile.from, mobile.to)) return { from: spelled.places[mobile.from]!, to: spelled.places[mobile.to - 1]! + 1 };
  const parted = partedNumberIn(spelled.text, (between, at) => tellsOfParts(spelled.text, between, at));
  if (parted) return { from: spelled.places[parted.from]!, to: spelled.places[parted.to - 1]! + 1 };
  for (const { 0: number, index } of text.matchAll(WIRED)) {
    const ends = [tokenBehind(tokens, index), tokenBehind(tokens, index + number.length - 1)];
    if (ends.some((at) => isBeside(tokens, at, NEAR_TELEPHONE, (other) => PHONES.has(tokens[other]!.key)))) return { from: index, to: index + number.length };
  }
  return null;
}

/** `i @ gmail.com`: of the name one letter is read, and each part has an end, so that a long row of them costs no more than its length. */
const EMAIL = /[\p{L}\p{N}._%+-]\s{0,2}@\s{0,2}((?:[a-z0-9-]{1,63}\s?\.\s?){0,3}[a-z][a-z0-9-]{0,62})\s?\.\s?([a-z]{2,6})(?![a-z])/gu;
const AT = phraseList(AT_SIGNS);
/** `yahoo finance` is a page. */
const PAGES_OF_PROVIDERS = new Set(['finance', 'news']);

export function findEmail(text: string, tokens: readonly Token[]): Span | null {
  if (text.includes('@'))
    for (const { 0: address, 2: ending = '', index } of text.matchAll(EMAIL)) if (ENDINGS.has(ending)) return { from: index, to: index + address.length };
  for (let at = 1; at < tokens.length; at += 1) {
    const match = AT.at(tokens, at);
    if (!match) continue;
    let host = match.to;
    while (host < match.to + 2 && tokens[host]?.kind === 'sign') host += 1;
    const name = tokens[host];
    if (name?.kind !== 'word' && name?.kind !== 'number') continue;
    let dot = host + 1;
    while (dot < host + 3 && tokens[dot]?.kind === 'sign' && !DOTS.has(tokens[dot]!.key)) dot += 1;
    const isDotted = DOTS.has(tokens[dot]?.key ?? '');
    let last = dot + 1;
    while (last < dot + 3 && tokens[last]?.kind === 'sign') last += 1;
    const ending = tokens[isDotted ? last : host + 1];
    const hasEnding = ending?.kind === 'word' && MAIL_ENDINGS.has(ending.key);
    const isProvider = PROVIDERS.has(name.key) && !PAGES_OF_PROVIDERS.has(tokens[host + 1]?.key ?? '');
    // “at example.com” names a page; an address has a spelled dot, a sign for the “at”, or a provider of mail.
    const isSpelled = hasEnding && isDotted && (tokens[dot]!.key.length > 1 || match.row !== 'at');
    if (isProvider || isSpelled) return spanOf(tokens, at - 1, hasEnding ? Math.min(tokens.length, (isDotted ? last : host + 1) + 1) : host + 1);
  }
  return null;
}

const NUMBERS = phraseList(PERSONAL_NUMBERS);
const REQUESTS = phraseList(ASKS_FOR);
const NEAR_REQUEST = 4;
const NEAR_PROFILE = 10;

/** Words with which a number is spoken of and not asked for. */
const OWN_PROFILE = keySet([
  'change',
  'changed',
  'update',
  'updated',
  'profile',
  'register',
  'registered',
  'login',
  'otp',
  'verify',
  'verified',
  'kyc',
  'linked',
  'badal',
  'badla',
  'बदल',
  'बदलना',
  'अपडेट',
  'support',
  'settings',
  'account',
]);

/** “Share your mobile number”: the talk would go on elsewhere. `isDenied` tells of warnings such as “never share your mobile number”. */
export function findNumberRequest(tokens: readonly Token[], isDenied: (from: number, to: number) => boolean): Span | null {
  for (const { from, to } of NUMBERS.in(tokens)) {
    if (isDenied(from, to)) continue;
    const asks = (at: number): boolean => (at < from || at >= to) && REQUESTS.at(tokens, at) !== null;
    if (isBeside(tokens, from, NEAR_PROFILE, (at) => OWN_PROFILE.has(tokens[at]!.key))) continue;
    if (isBeside(tokens, from, NEAR_REQUEST, asks) || isBeside(tokens, to - 1, NEAR_REQUEST, asks)) return spanOf(tokens, from, to);
  }
  return null;
}

const MAILBOX = phraseList(MAILBOX_NAMED);
const NOT_A_NAME = keySet(NO_MAILBOX);
const MEETING = phraseList(MEETINGS);
const OPEN_TO_ALL = keySet(PUBLIC_MEETINGS);
const NEAR_MEETING = 8;

/** “My gmail is ananyarao”: a mailbox by its provider and its name. */
export function findMailbox(tokens: readonly Token[], isDenied: (from: number, to: number) => boolean): Span | null {
  for (const { from, to } of MAILBOX.in(tokens)) {
    const name = tokens[tokens[to]?.kind === 'sign' ? to + 1 : to];
    const isName = (name?.kind === 'word' || name?.kind === 'number') && name.sentence === tokens[from]!.sentence && !NOT_A_NAME.has(name.key);
    if (isName && !isDenied(from, to)) return spanOf(tokens, from, to);
  }
  return null;
}

/** “Meet me at my office”: the talk would go on where there is no record. */
export function findMeeting(tokens: readonly Token[], isDenied: (from: number, to: number) => boolean): Span | null {
  const isPublic = (at: number): boolean => isBeside(tokens, at, NEAR_MEETING, (other) => OPEN_TO_ALL.has(tokens[other]!.key));
  const found = MEETING.in(tokens).find(({ from, to }) => !isDenied(from, to) && !isPublic(from));
  return found ? spanOf(tokens, found.from, found.to) : null;
}
