import type { CallType, Period, Term } from '../../contract/calls/types.ts';
import { type ClosedRecord, chanceOfGain, MIN_SAMPLE, netReturnOf } from '../calls/equity/performance.ts';
import { periodStart } from '../calls/past-policy.ts';
import { istDay } from '../market/calendar.ts';

/** Version of the formulas below, said beside every figure (product C.2–C.7). */
export const JUDGED_METHOD_VERSION = 'judged-equity-1';
/** A split shows rates from this many calls on (product C.6); the whole record from `MIN_SAMPLE` on. */
export const MIN_SPLIT = 5;
/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;

/** A closed call with what a follower made of it, %; null where that was not recorded. */
export interface JudgedCall extends ClosedRecord {
  readonly follower_return: number | null;
}

/** An average never stands without the number of calls it is of. */
export interface Sampled {
  readonly n: number;
  readonly value: number | null;
}

/** Rates and averages in %. Where `too_few` is set they are null and only the counts stand. */
export interface JudgedFigures {
  readonly n: number;
  readonly hits: number;
  readonly misses: number;
  readonly too_few: boolean;
  readonly hit_rate: { readonly value: number; readonly low: number; readonly high: number } | null;
  /** Mean chance with which a price without direction would have gained. */
  readonly driftless_rate: number | null;
  /** Mean return after costs of the hits and of the misses. */
  readonly gain: Sampled;
  readonly loss: Sampled;
  /** Both over the calls whose follower return is known, so that their difference is the slippage. */
  readonly follower: { readonly n: number; readonly headline: number | null; readonly return: number | null };
}

export interface JudgedRecord extends JudgedFigures {
  readonly method_version: string;
  readonly period: Period;
  /** First and last IST day by exit; `from` is null for all calls. */
  readonly from: string | null;
  readonly to: string;
  readonly lapsed: number;
  readonly cancelled: number;
  readonly by_term: readonly (JudgedFigures & { readonly term: Term })[];
  readonly by_type: readonly (JudgedFigures & { readonly call_type: CallType })[];
}

const round = (value: number): number => (Math.sign(value) * Math.round(Math.abs(value) * 10_000)) / 10_000 + 0;
const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : round(values.reduce((total, value) => total + value, 0) / values.length);

/** Wilson's 95 % interval of a share, %: unlike the plain one it stays within 0–100 and keeps a width at no hits or only hits. */
export function hitInterval(hits: number, n: number): { low: number; high: number } {
  const share = hits / n;
  const scale = 1 + Z ** 2 / n;
  const centre = (share + Z ** 2 / (2 * n)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { low: round(100 * Math.max(0, centre - half)), high: round(100 * Math.min(1, centre + half)) };
}

interface Row {
  readonly call: JudgedCall;
  readonly net: number;
}

function figuresOf(rows: readonly Row[], least: number): JudgedFigures {
  const n = rows.length;
  const gains = rows.filter(({ net }) => net > 0).map(({ net }) => net);
  const losses = rows.filter(({ net }) => net <= 0).map(({ net }) => net);
  const followed = rows.filter(({ call }) => call.follower_return !== null).map(({ call }) => call);
  const few = n < least;
  const fewFollowed = followed.length < least;
  return {
    n,
    hits: gains.length,
    misses: losses.length,
    too_few: few,
    hit_rate: few ? null : { value: round((100 * gains.length) / n), ...hitInterval(gains.length, n) },
    driftless_rate: few ? null : mean(rows.map(({ call }) => 100 * chanceOfGain(call))),
    gain: { n: gains.length, value: few ? null : mean(gains) },
    loss: { n: losses.length, value: few ? null : mean(losses) },
    follower: {
      n: followed.length,
      headline: fewFollowed ? null : mean(followed.map((call) => call.realised_return as number)),
      return: fewFollowed ? null : mean(followed.map((call) => call.follower_return as number)),
    },
  };
}

const splitBy = <K extends string>(rows: readonly Row[], key: (call: JudgedCall) => K): (readonly [K, JudgedFigures])[] =>
  [...Map.groupBy(rows, ({ call }) => key(call))].map(([of, own]) => [of, figuresOf(own, MIN_SPLIT)] as const).sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * One expert's equity record in a period that ends with the IST day of `asOf`, by the day of exit. Calls without an entry and
 * Hold calls have no result; what lapsed or was cancelled is given whole, as those calls have no exit to place in a period.
 */
export function judgedRecord(calls: readonly JudgedCall[], period: Period, asOf: Date): JudgedRecord {
  const to = istDay(asOf);
  const from = periodStart(period, to);
  const rows = calls.flatMap((call): Row[] => {
    const net = netReturnOf(call);
    if (net === null || call.exit === null || call.exit.ts > asOf.getTime()) return [];
    return from !== null && istDay(new Date(call.exit.ts)) < from ? [] : [{ call, net }];
  });
  return {
    method_version: JUDGED_METHOD_VERSION,
    period,
    from,
    to,
    ...figuresOf(rows, MIN_SAMPLE),
    lapsed: calls.filter(({ status }) => status === 'lapsed').length,
    cancelled: calls.filter(({ status }) => status === 'cancelled').length,
    by_term: splitBy(rows, ({ term }) => term).map(([term, figures]) => ({ term, ...figures })),
    by_type: splitBy(rows, ({ call_type }) => call_type).map(([call_type, figures]) => ({ call_type, ...figures })),
  };
}
