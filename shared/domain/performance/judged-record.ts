import type { Period } from '../../contract/calls/types.ts';
import type { JudgedFigures, JudgedRecord, Sampled, Split } from '../../contract/experts/types.ts';
import type { CAPS } from '../../contract/market/types.ts';
import { direction } from '../calls/equity/levels.ts';
import { byChance, type ClosedRecord, deepestFall, LUCK, MIN_SAMPLE, median, netReturnOf } from '../calls/equity/performance.ts';
import { highest, lowest } from '../calls/extremes.ts';
import { periodStart } from '../calls/past-policy.ts';
import { istDay } from '../market/calendar.ts';
import { roundTo } from '../text/formats.ts';

/** A part shows rates from this many calls on (product C.6), where the whole record has its `MIN_SAMPLE`: what is too few to sum up is so in parts. */
export const MIN_SPLIT = 5;
/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;
/** Sums of chances end in binary dust, and the edge of a range belongs to it. */
const ROUNDING = 1e-9;

/** A closed call with what a follower made of it, %; null where that is not known. */
export interface JudgedCall extends ClosedRecord {
  readonly sector: string;
  /** Size of the company when the call was published. */
  readonly cap: (typeof CAPS)[number];
  /** When it ended, ms; also of calls that had no entry. */
  readonly ended_at: number;
  readonly follower_return: number | null;
}

const round = (value: number): number => roundTo(value, 4) + 0;
const mean = (values: readonly number[]): number => round(values.reduce((total, value) => total + value, 0) / values.length);
const meanOf = (values: readonly number[], few: boolean): Sampled => ({ n: values.length, value: few || values.length === 0 ? null : mean(values) });

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
  const followed = rows.filter(({ call }) => call.follower_return !== null);
  const headlines = rows.map(({ call }) => call.realised_return as number);
  const few = n < least;
  const fewFollowed = followed.length < least;
  const { expected } = byChance(rows.map(({ call }) => call));
  return {
    n,
    hits: gains.length,
    misses: losses.length,
    too_few: few,
    hit_rate: few ? null : { value: round((100 * gains.length) / n), ...hitInterval(gains.length, n) },
    driftless_rate: few ? null : round((100 * expected) / n),
    gain: meanOf(gains, few),
    loss: meanOf(losses, few),
    average: few ? null : mean(headlines),
    worst: few ? null : round(lowest(headlines)),
    follower: {
      n: followed.length,
      headline: fewFollowed ? null : mean(followed.map(({ call }) => call.realised_return as number)),
      return: fewFollowed ? null : mean(followed.map(({ call }) => call.follower_return as number)),
      net: fewFollowed ? null : mean(followed.map(({ call, net }) => (call.follower_return as number) - ((call.realised_return as number) - net))),
    },
  };
}

const splitBy = (rows: readonly Row[], key: (call: JudgedCall) => string): Split[] =>
  [...Map.groupBy(rows, ({ call }) => key(call))]
    .map(([of, own]) => ({ of, ...figuresOf(own, rows.length < MIN_SAMPLE ? MIN_SAMPLE : MIN_SPLIT) }))
    .sort((a, b) => (a.of < b.of ? -1 : 1));

/**
 * Whether what was earned is more than luck explains, in multiples of the risk. A price without direction earns nothing on average,
 * wherever one leaves it, and spreads at most as far as stop and target do: so an exit at the first small gain, or a stop moved just
 * above the entry, makes many calls gain and never makes this true. A call that opened at or beyond its stop had no risk that a result could
 * be a multiple of, so it says nothing here.
 */
function earnsMore(rows: readonly Row[]): boolean {
  let [earned, spread] = [0, 0];
  for (const { call } of rows) {
    const { entry, target, initial_stop, r_multiple } = call;
    if (!entry || r_multiple === null) continue;
    const risk = direction(call.call_type) * (entry.price - initial_stop);
    if (risk <= 0) continue;
    earned += r_multiple;
    spread += Math.abs(target - entry.price) / risk;
  }
  return earned > LUCK * Math.sqrt(spread) + ROUNDING;
}

/** What luck alone would have made of the same stops and targets, in whole calls, and where the record stands to it. */
function luckOf(rows: readonly Row[], hits: number): JudgedRecord['luck'] {
  if (rows.length < MIN_SAMPLE) return null;
  const { expected, deviation } = byChance(rows.map(({ call }) => call));
  const far = hits - expected;
  return {
    low: Math.max(0, Math.ceil(expected - LUCK * deviation - ROUNDING)),
    high: Math.min(rows.length, Math.floor(expected + LUCK * deviation + ROUNDING)),
    expected: round(expected),
    verdict: Math.abs(far) <= LUCK * deviation + ROUNDING ? 'luck' : far < 0 ? 'worse' : earnsMore(rows) ? 'better' : 'often',
  };
}

/**
 * One expert's equity record in a period that ends with the IST day of `asOf`, by the day of the end (product C.4–C.7). Calls without an
 * entry and Hold calls have no result; those that lapsed, were cancelled or can't be judged are counted beside it.
 */
export function judgedRecord(calls: readonly JudgedCall[], period: Period, asOf: Date): JudgedRecord {
  const to = istDay(asOf);
  const from = periodStart(period, to);
  const inPeriod = calls.filter(({ ended_at }) => ended_at <= asOf.getTime() && (from === null || istDay(new Date(ended_at)) >= from));
  const rows = inPeriod.flatMap((call): Row[] => {
    const net = netReturnOf(call);
    return net === null ? [] : [{ call, net }];
  });
  const figures = figuresOf(rows, MIN_SAMPLE);
  const returns = rows.map(({ call }) => call.realised_return as number);
  const fall = deepestFall(rows.map(({ call }) => call));
  const count = (status: JudgedCall['status']): number => inPeriod.filter((call) => call.status === status).length;
  return {
    from,
    to,
    ...figures,
    median: figures.too_few ? null : round(median(returns)),
    best: figures.too_few ? null : round(highest(returns)),
    luck: luckOf(rows, figures.hits),
    fall: figures.too_few ? null : { r: round(fall.r), calls: fall.calls, month: fall.until === null ? null : istDay(new Date(fall.until)).slice(0, 7) },
    lapsed: count('lapsed'),
    cancelled: count('cancelled'),
    unjudged: count('unjudged'),
    held: inPeriod.filter(({ call_type, entry }) => call_type === 'Hold' && entry !== null).length,
    splits: {
      term: splitBy(rows, ({ term }) => term),
      call_type: splitBy(rows, ({ call_type }) => call_type),
      sector: splitBy(rows, ({ sector }) => sector),
      cap: splitBy(rows, ({ cap }) => cap),
      month: splitBy(rows, ({ ended_at }) => istDay(new Date(ended_at)).slice(0, 7)),
    },
  };
}
