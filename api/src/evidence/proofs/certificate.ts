import type { Term } from '@vimarsh/shared/contract/calls/types.ts';
import { netReturn } from '@vimarsh/shared/domain/calls/equity/costs.ts';
import { MIN_SAMPLE } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { ratio } from '@vimarsh/shared/domain/money/ratio.ts';

/** The stake that each call is counted with, ₹. */
export const STAKE = 100_000;
/** Months that a rolling return looks back. */
export const WINDOWS = [3, 12] as const;
/** Fewer days are no year that could be spoken of. */
const LEAST_DAYS = 365;
const DAY_MS = 86_400_000;

/** An ended call on shares with a result. Instants in milliseconds. */
export interface CertifiedCall {
  readonly term: Term;
  readonly entered: number;
  readonly ended: number;
  /** % with four decimals. */
  readonly realised_return: number;
}

/** Whole paise. */
export interface CallResult {
  readonly gross: number;
  readonly cost: number;
  readonly net: number;
}

/** Result of one stake, ₹. Four decimals of a % of ₹1,00,000 are tens of paise, so nothing is rounded. */
export function resultOfStake({ term, realised_return }: Pick<CertifiedCall, 'term' | 'realised_return'>): CallResult {
  const gross = Math.round(realised_return * 10_000) * 10;
  const cost = Math.round(-netReturn({ realised_return: 0, term }) * 10_000) * 10;
  return { gross, cost, net: gross - cost };
}

export interface CurveDay {
  readonly day: string;
  /** Whole paise: of the calls that ended that day, of all until then, and with the capital. */
  readonly net: number;
  readonly sum: number;
  readonly value: number;
}

export interface Rolling {
  readonly months: number;
  readonly from: string;
  readonly to: string;
  /** % */
  readonly made: number;
}

/** The seven metrics of an accountant's certificate: returns in ₹ and %, CAGR, rolling returns, hits and misses, a chart's data, the range. */
export interface Certificate {
  readonly n: number;
  readonly hits: number;
  readonly misses: number;
  /** Null below ten calls: as everywhere, so few show counts alone. */
  readonly figures: CertificateFigures | null;
  readonly curve: readonly CurveDay[];
  readonly rolling: readonly Rolling[];
}

export interface CertificateFigures {
  /** Whole paise. */
  readonly gross: number;
  readonly net: number;
  readonly capital: number;
  readonly value: number;
  /** % */
  readonly average_gross: number;
  readonly average_net: number;
  readonly on_capital: number;
  readonly hit_rate: number;
  readonly best: number;
  readonly worst: number;
  /** Null where it is less than a year, or nothing is left. */
  readonly cagr: number | null;
  readonly from: string;
  readonly to: string;
  readonly days: number;
}

const pct = (part: number, whole: number): number => ratio(part, 0, whole, 100, 4)!;

export function certificateOf(calls: readonly CertifiedCall[]): Certificate {
  const results = calls.map(resultOfStake);
  const hits = results.filter(({ net }) => net > 0).length;
  const counts = { n: calls.length, hits, misses: calls.length - hits };
  if (calls.length < MIN_SAMPLE) return { ...counts, figures: null, curve: [], rolling: [] };
  const capital = mostAtOnce(calls) * STAKE * 100;
  const total = (of: keyof CallResult): number => results.reduce((sum, result) => sum + result[of], 0);
  const [gross, net] = [total('gross'), total('net')];
  const curve = curveOf(calls, results, capital);
  const [from, to] = [istDay(new Date(Math.min(...calls.map(({ entered }) => entered)))), curve.at(-1)!.day];
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS;
  const value = capital + net;
  const percents = results.map((result) => pct(result.net, STAKE * 100));
  const figures = {
    ...{ gross, net, capital, value, from, to, days },
    average_gross: pct(gross, calls.length * STAKE * 100),
    average_net: pct(net, calls.length * STAKE * 100),
    on_capital: pct(net, capital),
    hit_rate: pct(hits, calls.length),
    best: percents.reduce((a, b) => Math.max(a, b)),
    worst: percents.reduce((a, b) => Math.min(a, b)),
    cagr: days < LEAST_DAYS || value <= 0 ? null : Math.round(10_000 * ((value / capital) ** (365 / days) - 1)) / 100,
  };
  return { ...counts, figures, curve, rolling: rollingOf(curve, capital, from) };
}

/** How many were open at one instant at most: so many stakes are needed. One that ends at an instant makes room for one that begins then. */
function mostAtOnce(calls: readonly CertifiedCall[]): number {
  const changes = calls.flatMap(({ entered, ended }) => [
    { at: entered, by: 1 },
    // A call that begins and ends in one instant needs its stake as well.
    { at: ended === entered ? ended + 0.5 : ended, by: -1 },
  ]);
  let [open, most] = [0, 0];
  for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by)) {
    open += by;
    most = Math.max(most, open);
  }
  return most;
}

function curveOf(calls: readonly CertifiedCall[], results: readonly CallResult[], capital: number): CurveDay[] {
  const byDay = new Map<string, number>();
  for (const [at, { ended }] of calls.entries()) {
    const day = istDay(new Date(ended));
    byDay.set(day, (byDay.get(day) ?? 0) + results[at]!.net);
  }
  let sum = 0;
  return [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, net]) => {
      sum += net;
      return { day, net, sum, value: capital + sum };
    });
}

/** From the end of one calendar month to that of another, for each that lies within the record. */
function rollingOf(curve: readonly CurveDay[], capital: number, first: string): Rolling[] {
  const last = curve.at(-1)!.day;
  const ends = monthEnds(first, last);
  let at = 0;
  const values = ends.map((day) => {
    while (at < curve.length && curve[at]!.day <= day) at += 1;
    return at === 0 ? capital : curve[at - 1]!.value;
  });
  return WINDOWS.flatMap((months) =>
    ends.flatMap((to, index) => {
      const before = index - months;
      if (before < 0 || values[before]! <= 0) return [];
      return [{ months, from: ends[before]!, to, made: ratio(values[index]!, values[before]!, values[before]!, 100, 4)! }];
    }),
  );
}

/** The last days of months, from that of the month of one day up to another day. */
function monthEnds(first: string, last: string): string[] {
  const ends: string[] = [];
  let [year, month] = first.split('-').map(Number) as [number, number];
  for (;;) {
    const end = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    if (end > last) return ends;
    ends.push(end);
    [year, month] = month === 12 ? [year + 1, 1] : [year, month + 1];
  }
}
