import type { Manner } from './denials.ts';
import { isBeside, type Span, spanOf } from './finding.ts';
import { Phrases, phraseKeys, phraseList } from './phrases.ts';
import { ACCURACY, ASSURANCES, type AssuranceRow, EARNINGS, LEAST_PROMISED_RATE, MEASURED, RETURN_PERIODS } from './tables/assurance-words.ts';
import type { Token } from './tokens.ts';

const ROWS = new Phrases<AssuranceRow>(ASSURANCES.flatMap((row) => row.phrases.map((phrase) => [phrase, row] as const)));
const UNLESS = new Map(ASSURANCES.map((row) => [row, new Phrases((row.unless ?? []).map((phrase) => [phrase, phrase] as const))]));

/** `guaranteed` in most of its misspellings: its consonants, behind the beginning that tells it from “granted”. */
const GUARANTEE = /^g(?:u|a|e|h)[a-z]{0,3}r+[a-z]{0,3}n[a-z]{0,2}t(?:[eiy][a-z]{0,2}|d)$/;
const GUARANTEE_ROW = ASSURANCES[0]!;

export const assuranceWords = (): string[] => ASSURANCES.flatMap(({ phrases }) => phrases.flatMap(phraseKeys));
/** Long words of promises by which no other is meant, also where they stand in pieces. */
export const solidAssurances = (): string[] =>
  ASSURANCES.flatMap(({ phrases }) =>
    phrases
      .map(phraseKeys)
      .filter((keys) => keys.length === 1)
      .map(([key]) => key!),
  );

/** Where a text promises a profit, or null. A denial, a warning and a question promise nothing. */
export function findAssurance(tokens: readonly Token[], manner: Manner): Span | null {
  for (let at = 0; at < tokens.length; ) {
    const match = ROWS.at(tokens, at) ?? (tokens[at]!.kind === 'word' && GUARANTEE.test(tokens[at]!.key) ? { row: GUARANTEE_ROW, from: at, to: at + 1 } : null);
    if (match && promises(tokens, match, manner)) return spanOf(tokens, match.from, match.to);
    if (!match && tokens[at]!.key === '%' && tokens[at - 1]?.kind === 'number' && promisesRate(tokens, at - 1, manner)) return spanOf(tokens, at - 1, at + 1);
    at = match ? match.to : at + 1;
  }
  return null;
}

const RATES = phraseList(ACCURACY);
const PERIOD = phraseList(RETURN_PERIODS);
const EARNING = phraseList(EARNINGS);
const MEASURE = phraseList(MEASURED);
const NEAR_RATE = 4;
const NEAR_MEASURE = 12;

/** `accuracy 99.9%`, `3% weekly return`: a share of a hundred that promises. */
function promisesRate(tokens: readonly Token[], at: number, manner: Manner): boolean {
  const near = (phrases: Phrases<string>, distance: number): boolean => isBeside(tokens, at, distance, (other) => phrases.at(tokens, other) !== null);
  const isRate = Number(tokens[at]!.key) >= LEAST_PROMISED_RATE && near(RATES, 3);
  const isIncome = near(PERIOD, NEAR_RATE) && near(EARNING, NEAR_RATE);
  if (!isRate && !isIncome) return false;
  if (manner.warns(at) || manner.isDenied(at, at + 2) || manner.asks(at)) return false;
  return !near(MEASURE, NEAR_MEASURE);
}

function promises(tokens: readonly Token[], { row, from, to }: { row: AssuranceRow; from: number; to: number }, manner: Manner): boolean {
  const unless = UNLESS.get(row)!;
  const isOther =
    unless.at(tokens, to) !== null ||
    unless.at(tokens, from - 1) !== null ||
    unless.at(tokens, from - 2) !== null ||
    (tokens[to]?.key === '-' && unless.at(tokens, to + 1) !== null);
  if (isOther || manner.warns(from)) return false;
  if (manner.isDenied(from, to)) return row.denies === true && !isDeniedTwice(tokens, from);
  return !manner.asks(from) || manner.offers(from) || !manner.isMarked(from);
}

/** “It is not risk free”: here the denial is not the phrase’s own. */
function isDeniedTwice(tokens: readonly Token[], from: number): boolean {
  const before = [tokens[from - 1]?.key, tokens[from - 2]?.key, tokens[from - 3]?.key];
  return before.some(
    (key) =>
      key !== undefined && ['not', 'never', 'isnt', 'nothing', 'arent', 'nobody', 'no', 'none', 'dont', 'cant', 'koi', 'kuch', 'कोई', 'neither'].includes(key),
  );
}
