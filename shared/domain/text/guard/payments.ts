import { addressIndex, findAddress } from './addresses.ts';
import type { SpelledOut } from './contacts.ts';
import { isBeside, type Span, spanOf, tokenBehind } from './finding.ts';
import { keySet, phraseList } from './phrases.ts';
import { AT_SIGNS } from './tables/contact-words.ts';
import {
  ACCOUNT_WORDS,
  ASKS_HANDLE,
  GOODS,
  HANDLES,
  PAID_BEFORE,
  PAID_PERSONS,
  PAY_FIRST,
  PAY_LINKS,
  PAY_ME,
  PAY_WAYS,
  PAY_WORDS,
  PAYS,
  SUMS,
} from './tables/payment-words.ts';
import type { Token } from './tokens.ts';

const AT = phraseList(AT_SIGNS);
const PAYING = phraseList(PAY_WORDS);
const ACCOUNTS = phraseList(ACCOUNT_WORDS);
const REQUESTS = phraseList([...PAY_ME, ...ASKS_HANDLE]);
const WAYS = phraseList(PAY_WAYS);
const PAYING_VERBS = phraseList(PAYS);
const PERSONS = phraseList(PAID_PERSONS);
const MONEY = phraseList(SUMS);
const OVER = phraseList(PAID_BEFORE);
const SOLD = phraseList(GOODS);
const FIRST = phraseList(PAY_FIRST);
const NEAR_WAY = 9;

/** `HDFC0001234`: four letters, a zero and six more, maybe with gaps. */
const IFSC = /(?<![a-z0-9])[a-z]{4}(?:[0o][a-z0-9]{6}|[\s-]?[0o](?:[\s-]?[0-9o]){6})(?![a-z0-9])/g;
const IFSC_DIGITS = /\d/g;
/** The number of an account, maybe with gaps. */
const ACCOUNT = /(?<![a-z\d.,])\d(?:[\s-]{0,2}\d){8,17}(?![a-z\d]|\.\d)/g;
/** An address of a crypto wallet. */
const WALLET = /(?<![a-z0-9])(?:0x[0-9a-f]{40}|t[1-9a-z]{33}|bc1[0-9a-z]{25,59})(?![a-z0-9])/g;
const PAGES = addressIndex(PAY_LINKS);
const UPI_HANDLES = keySet(HANDLES);
const NEAR_ACCOUNT = 8;
const NEAR_PAYING = 10;
const BANKS = new Set([
  'sbi',
  'hdfc',
  'icici',
  'axis',
  'kotak',
  'federal',
  'indus',
  'upi',
  'airtel',
  'jio',
  'idbi',
  'pnb',
  'boi',
  'citi',
  'hsbc',
  'dbs',
  'uco',
  'cred',
  'fam',
  'slice',
  'trans',
  'valid',
  'rbl',
  'dlb',
  'paytm',
  'phonepe',
  'gpay',
  'pz',
  'jupiter',
  'icici',
  'yesbank',
  'hdfcbank',
  'axisbank',
  'bandhan',
]);

/** `ravi@okaxis`, `ravi at ybl`. A bank’s name is a handle only behind a name and a sign without gaps: `buy @ sbi` is none. */
function findHandle(tokens: readonly Token[]): Span | null {
  for (let at = 1; at < tokens.length; at += 1) {
    const match = AT.at(tokens, at);
    if (!match) continue;
    let next = match.to;
    while (next < match.to + 2 && tokens[next]?.kind === 'sign') next += 1;
    const handle = tokens[next];
    if (handle?.kind !== 'word' || !UPI_HANDLES.has(handle.key)) continue;
    const name = tokens[at - 1]!;
    const isTight = tokens[at]!.glued && handle.glued && name.kind !== 'sign';
    const isDomain = tokens[next + 1]?.key === '.' && tokens[next + 1]!.glued && tokens[next + 2]?.glued && tokens[next + 2]!.kind === 'word';
    if (isDomain && isTight) continue;
    if (isTight || !BANKS.has(handle.key) || match.row.startsWith('at the') || match.row === 'attherate') return spanOf(tokens, at - 1, next + 1);
  }
  return null;
}

function findAccount({ text, places }: SpelledOut, tokens: readonly Token[]): Span | null {
  const spanAt = (index: number, length: number): Span => ({ from: places[index]!, to: places[index + length - 1]! + 1 });
  for (const { 0: code, index } of text.matchAll(IFSC)) {
    if ((code.match(IFSC_DIGITS) ?? []).length >= 4) return spanAt(index, code.length);
  }
  for (const { 0: number, index } of text.matchAll(ACCOUNT)) {
    const at = tokenBehind(tokens, places[index]!);
    if (at < tokens.length && isBeside(tokens, at, NEAR_ACCOUNT, (other) => ACCOUNTS.at(tokens, other) !== null)) return spanAt(index, number.length);
  }
  for (const { 0: wallet, index } of text.matchAll(WALLET)) if ((wallet.match(IFSC_DIGITS) ?? []).length > 3) return spanAt(index, wallet.length);
  return null;
}

/** “Send the fee by UPI to my number”, “the premium list for 999, pay first”: a sale between two people. */
function findSale(tokens: readonly Token[], isDenied: (from: number, to: number) => boolean, isAsked: (at: number) => boolean): Span | null {
  const near = (at: number, phrases: typeof WAYS): boolean => isBeside(tokens, at, NEAR_WAY, (other) => phrases.at(tokens, other) !== null);
  for (const { from, to } of WAYS.in(tokens)) {
    if (isAsked(from) || isDenied(from, to) || near(from, OVER) || !near(from, PERSONS) || !near(from, PAYING_VERBS)) continue;
    const isSum = near(from, MONEY) || isBeside(tokens, from, NEAR_WAY, (at) => tokens[at]!.kind === 'number');
    if (isSum) return spanOf(tokens, from, to);
  }
  const first = FIRST.in(tokens).find(({ from, to }) => !isAsked(from) && !isDenied(from, to) && near(from, SOLD));
  return first ? spanOf(tokens, first.from, first.to) : null;
}

/** Where a text names a way to pay past the platform. `isDenied` tells of warnings; `phone` is where its phone number stands. */
export function findPayment(
  spelled: SpelledOut,
  tokens: readonly Token[],
  phone: Span | null,
  isDenied: (from: number, to: number) => boolean,
  isAsked: (at: number) => boolean,
): Span | null {
  const handle = findHandle(tokens) ?? findAccount(spelled, tokens) ?? findAddress(tokens, PAGES);
  if (handle) return handle;
  if (phone) {
    const at = tokenBehind(tokens, phone.from);
    if (at < tokens.length && isBeside(tokens, at, NEAR_PAYING, (other) => PAYING.at(tokens, other) !== null)) return phone;
  }
  const request = REQUESTS.in(tokens).find(({ from, to }) => !isDenied(from, to));
  return request ? spanOf(tokens, request.from, request.to) : findSale(tokens, isDenied, isAsked);
}
