import type { Period } from '../../contract/calls/types.ts';
import type { JudgedFigures, JudgedRecord, SampledAverage, Split } from '../../contract/experts/types.ts';
import type { CAPS } from '../../contract/market/types.ts';
import { netReturn } from '../calls/equity/costs.ts';
import { type Counted, isCounted } from '../calls/equity/counted.ts';
import { direction } from '../calls/equity/levels.ts';
import { ByChance, type ClosedRecord, DeepestFall, LUCK } from '../calls/equity/performance.ts';
import { highest, median } from '../calls/order-statistics.ts';
import { periodStart } from '../calls/past-policy.ts';
import { MIN_SAMPLE } from '../calls/record-rules.ts';
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

/** A mean of values that are added one by one. */
class Mean {
  n = 0;
  #sum = 0;

  add(value: number): void {
    this.n += 1;
    this.#sum += value;
  }

  get value(): number {
    return round(this.#sum / this.n);
  }

  /** Without a value where there are too few. */
  sampled(few: boolean): SampledAverage {
    return { n: this.n, value: few || this.n === 0 ? null : this.value };
  }
}

/** Wilson's 95 % interval of a share, %: unlike the plain one it stays within 0–100 and keeps a width at no hits or only hits. */
export function hitInterval(hits: number, n: number): { low: number; high: number } {
  const share = hits / n;
  const scale = 1 + Z ** 2 / n;
  const centre = (share + Z ** 2 / (2 * n)) / scale;
  const half = (Z / scale) * Math.sqrt((share * (1 - share)) / n + Z ** 2 / (4 * n ** 2));
  return { low: round(100 * Math.max(0, centre - half)), high: round(100 * Math.min(1, centre + half)) };
}

/** A call that has a result. */
type Result = Counted<JudgedCall>;

/** Figures over the results that are added. */
class FiguresSum {
  readonly #gains = new Mean();
  readonly #losses = new Mean();
  readonly #returns = new Mean();
  readonly #chance = new ByChance();
  readonly #followed = { headline: new Mean(), return: new Mean(), net: new Mean() };
  #worst = Number.POSITIVE_INFINITY;

  add(call: Result, net: number): void {
    const { realised_return, follower_return } = call;
    (net > 0 ? this.#gains : this.#losses).add(net);
    this.#returns.add(realised_return);
    this.#chance.add(call);
    this.#worst = Math.min(this.#worst, realised_return);
    if (follower_return === null) return;
    this.#followed.headline.add(realised_return);
    this.#followed.return.add(follower_return);
    this.#followed.net.add(follower_return - (realised_return - net));
  }

  get n(): number {
    return this.#returns.n;
  }

  result(least: number): JudgedFigures {
    const [n, hits] = [this.n, this.#gains.n];
    const few = n < least;
    const { headline, return: made, net } = this.#followed;
    const fewFollowed = headline.n < least;
    return {
      n,
      hits,
      misses: this.#losses.n,
      too_few: few,
      hit_rate: few ? null : { value: round((100 * hits) / n), ...hitInterval(hits, n) },
      driftless_rate: few ? null : round((100 * this.#chance.result().expected) / n),
      gain: this.#gains.sampled(few),
      loss: this.#losses.sampled(few),
      average: few ? null : this.#returns.value,
      worst: few ? null : round(this.#worst),
      follower: {
        n: headline.n,
        headline: fewFollowed ? null : headline.value,
        return: fewFollowed ? null : made.value,
        net: fewFollowed ? null : net.value,
      },
    };
  }
}

/** Figures apart for each value of something. */
class SplitSum {
  readonly #of: (call: JudgedCall) => string;
  readonly #parts = new Map<string, FiguresSum>();

  constructor(of: (call: JudgedCall) => string) {
    this.#of = of;
  }

  add(call: Result, net: number): void {
    const of = this.#of(call);
    let part = this.#parts.get(of);
    if (!part) {
      part = new FiguresSum();
      this.#parts.set(of, part);
    }
    part.add(call, net);
  }

  result(few: boolean): Split[] {
    return [...this.#parts].map(([of, part]) => ({ of, ...part.result(few ? MIN_SAMPLE : MIN_SPLIT) })).sort((a, b) => (a.of < b.of ? -1 : 1));
  }
}

/**
 * Whether what was earned is more than luck explains, in multiples of the risk. A price without direction earns nothing on average,
 * wherever one leaves it, and spreads at most as far as stop and target do: so an exit at the first small gain, or a stop moved just
 * above the entry, makes many calls gain and never makes this true. A call that opened at or beyond its stop had no risk that a result could
 * be a multiple of, so it says nothing here.
 */
class EarnsMore {
  #earned = 0;
  #spread = 0;

  add({ call_type, entry, target, initial_stop, r_multiple }: Result): void {
    const risk = direction(call_type) * (entry.price - initial_stop);
    if (risk <= 0) return;
    this.#earned += r_multiple;
    this.#spread += Math.abs(target - entry.price) / risk;
  }

  result(): boolean {
    return this.#earned > LUCK * Math.sqrt(this.#spread) + ROUNDING;
  }
}

/** What luck alone would have made of the same stops and targets, in whole calls, and where the record stands to it. */
function luckOf(n: number, hits: number, { expected, deviation }: { expected: number; deviation: number }, earnsMore: boolean): JudgedRecord['luck'] {
  if (n < MIN_SAMPLE) return null;
  const far = hits - expected;
  return {
    low: Math.max(0, Math.ceil(expected - LUCK * deviation - ROUNDING)),
    high: Math.min(n, Math.floor(expected + LUCK * deviation + ROUNDING)),
    expected: round(expected),
    verdict: Math.abs(far) <= LUCK * deviation + ROUNDING ? 'luck' : far < 0 ? 'worse' : earnsMore ? 'better' : 'often',
  };
}

/**
 * One expert's equity record in a period that ends with the IST day of `asOf`, by the day of the end (product C.4–C.7): calls are added one by one
 * in the order of their ends. Calls without an entry and Hold calls have no result; those that lapsed, were cancelled or can't be judged are counted
 * beside it.
 */
export class JudgedSum {
  readonly #asOf: Date;
  readonly #from: string | null;
  readonly #figures = new FiguresSum();
  readonly #returns: number[] = [];
  readonly #fall = new DeepestFall();
  readonly #chance = new ByChance();
  readonly #earnsMore = new EarnsMore();
  readonly #apart = { lapsed: 0, cancelled: 0, unjudged: 0, held: 0 };
  readonly #splits = {
    term: new SplitSum(({ term }) => term),
    call_type: new SplitSum(({ call_type }) => call_type),
    sector: new SplitSum(({ sector }) => sector),
    cap: new SplitSum(({ cap }) => cap),
    month: new SplitSum(({ ended_at }) => istDay(new Date(ended_at)).slice(0, 7)),
  };

  constructor(period: Period, asOf: Date) {
    this.#asOf = asOf;
    this.#from = periodStart(period, istDay(asOf));
  }

  add(call: JudgedCall): void {
    const { status, call_type, entry, ended_at } = call;
    if (ended_at > this.#asOf.getTime() || (this.#from !== null && istDay(new Date(ended_at)) < this.#from)) return;
    if (status === 'lapsed' || status === 'cancelled' || status === 'unjudged') this.#apart[status] += 1;
    if (call_type === 'Hold' && entry !== null) this.#apart.held += 1;
    if (!isCounted(call)) return;
    const net = netReturn(call);
    this.#figures.add(call, net);
    this.#returns.push(call.realised_return);
    this.#fall.add(call);
    this.#chance.add(call);
    this.#earnsMore.add(call);
    for (const split of Object.values(this.#splits)) split.add(call, net);
  }

  result(): JudgedRecord {
    const figures = this.#figures.result(MIN_SAMPLE);
    const { n, hits, too_few } = figures;
    const fall = this.#fall.result();
    const { held, ...apart } = this.#apart;
    const { term, call_type, sector, cap, month } = this.#splits;
    const few = n < MIN_SAMPLE;
    return {
      from: this.#from,
      to: istDay(this.#asOf),
      ...figures,
      median: too_few ? null : round(median(this.#returns)),
      best: too_few ? null : round(highest(this.#returns)),
      luck: luckOf(n, hits, this.#chance.result(), this.#earnsMore.result()),
      fall: too_few ? null : { r: round(fall.r), calls: fall.calls, month: fall.until === null ? null : istDay(new Date(fall.until)).slice(0, 7) },
      ...apart,
      held,
      splits: {
        term: term.result(few),
        call_type: call_type.result(few),
        sector: sector.result(few),
        cap: cap.result(few),
        month: month.result(few),
      },
    };
  }
}
