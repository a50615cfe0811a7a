import type { Period } from '../../contract/calls/types.ts';
import type { JudgedFigures, JudgedRecord, SampledAverage, Split } from '../../contract/experts/types.ts';
import type { CAPS } from '../../contract/market/types.ts';
import { type AgainstLuck, chanceOfGain, LuckSum } from '../calls/equity/chance.ts';
import { costPct } from '../calls/equity/costs.ts';
import { type Counted, isCounted } from '../calls/equity/counted.ts';
import { exactNet, grossReturn } from '../calls/equity/exact-result.ts';
import { direction } from '../calls/equity/levels.ts';
import { type ClosedRecord, DeepestFall } from '../calls/equity/performance.ts';
import { highest, median } from '../calls/order-statistics.ts';
import { periodStart } from '../calls/past-policy.ts';
import { MIN_SAMPLE } from '../calls/record-rules.ts';
import { istDay } from '../market/calendar.ts';
import { roundTo } from '../text/formats.ts';

/** A part shows rates from this many calls on (product C.6), where the whole record has its `MIN_SAMPLE`: what is too few to sum up is so in parts. */
export const MIN_SPLIT = 5;
/** Two-sided 95 % of the normal distribution. */
const Z = 1.959963984540054;

/** A closed call with what a follower made of it, %; null where that is not known. */
export interface JudgedCall extends ClosedRecord {
  readonly sector: string;
  /** Size of the company when the call was published; null where it was not known. */
  readonly cap: (typeof CAPS)[number] | null;
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

/** What lists show of a call, % after costs: a follower's result, and the record's own where no follower's prices are known. */
const madeOf = (call: Result): number => (call.follower_return === null ? exactNet(call) : call.follower_return - costPct(call.term));

/** To four decimals, as a row has it: the sign of the row, the colour of the dot and the count say the same. */
const hasGained = (made: number): boolean => roundTo(made, 4) > 0;

/** Figures over the results that are added. */
class FiguresSum {
  readonly #gains = new Mean();
  readonly #losses = new Mean();
  readonly #returns = new Mean();
  readonly #made = new Mean();
  #expected = 0;
  readonly #followed = { headline: new Mean(), return: new Mean(), net: new Mean() };
  #worst = Number.POSITIVE_INFINITY;

  /** `expected`: what chance makes of the call. */
  add(call: Result, expected: number): void {
    const { follower_return } = call;
    // Not the figures that are shown: a sum is rounded once, at its end.
    const [gross, net] = [grossReturn(call), exactNet(call)];
    this.#returns.add(gross);
    this.#expected += expected;
    const made = madeOf(call);
    (hasGained(made) ? this.#gains : this.#losses).add(made);
    this.#made.add(made);
    this.#worst = Math.min(this.#worst, made);
    if (follower_return === null) return;
    this.#followed.headline.add(gross);
    this.#followed.return.add(follower_return);
    this.#followed.net.add(follower_return - (gross - net));
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
      driftless_rate: few ? null : round((100 * this.#expected) / n),
      gain: this.#gains.sampled(few),
      loss: this.#losses.sampled(few),
      average: few ? null : this.#returns.value,
      made: few ? null : this.#made.value,
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

/** ₹ that are divided over the calls. */
const LAKH = 100_000;

/**
 * ₹1,00,000 in equal parts over the added calls, as a follower and in NIFTY 50. Each part is in its own call once, so that neither the order of
 * the calls nor their size decides; the index is held for the same stretches of time, and always bought. Calls of which one of both is not known
 * are in neither, or two different samples would stand beside each other.
 */
class LakhSum {
  #n = 0;
  #sells = 0;
  #follower = 0;
  #index = 0;

  add(call: Result): void {
    const { call_type, term, follower_return, alpha, realised_return } = call;
    if (follower_return === null || alpha === null) return;
    this.#n += 1;
    if (call_type === 'Sell' && term !== 'intraday') this.#sells += 1;
    this.#follower += follower_return - costPct(term);
    // What a call made over the index is told in the direction of the call.
    this.#index += direction(call_type) * (realised_return - alpha);
  }

  result(): JudgedRecord['lakh'] {
    if (this.#n < MIN_SAMPLE) return null;
    const after = (sum: number): number => Math.round(LAKH * (1 + sum / this.#n / 100));
    return { n: this.#n, sells: this.#sells, follower: after(this.#follower), index: after(this.#index) };
  }
}

/** Figures apart for each value of something. */
class SplitSum {
  readonly #of: (call: JudgedCall) => string;
  readonly #parts = new Map<string, FiguresSum>();

  constructor(of: (call: JudgedCall) => string) {
    this.#of = of;
  }

  add(call: Result, expected: number): void {
    const of = this.#of(call);
    let part = this.#parts.get(of);
    if (!part) {
      part = new FiguresSum();
      this.#parts.set(of, part);
    }
    part.add(call, expected);
  }

  result(few: boolean): Split[] {
    return [...this.#parts].map(([of, part]) => ({ of, ...part.result(few ? MIN_SAMPLE : MIN_SPLIT) })).sort((a, b) => (a.of < b.of ? -1 : 1));
  }
}

/** Hits by luck alone for the same calls, in whole calls, and the record's place against them. */
function luckOf(n: number, { expected, low, high, verdict }: AgainstLuck): JudgedRecord['luck'] {
  return n < MIN_SAMPLE ? null : { low: Math.ceil(low), high: Math.floor(high), expected: round(expected), verdict };
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
  readonly #made: number[] = [];
  readonly #fall = new DeepestFall();
  readonly #luck = new LuckSum();
  readonly #lakh = new LakhSum();
  readonly #apart = { lapsed: 0, cancelled: 0, unjudged: 0, held: 0 };
  readonly #splits = {
    term: new SplitSum(({ term }) => term),
    call_type: new SplitSum(({ call_type }) => call_type),
    sector: new SplitSum(({ sector }) => sector),
    cap: new SplitSum(({ cap }) => cap ?? 'unknown'),
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
    const chance = chanceOfGain(call);
    this.#figures.add(call, chance.expected);
    this.#made.push(madeOf(call));
    this.#fall.add(call);
    this.#luck.add(call, hasGained(madeOf(call)), chance);
    this.#lakh.add(call);
    for (const split of Object.values(this.#splits)) split.add(call, chance.expected);
  }

  result(): JudgedRecord {
    const figures = this.#figures.result(MIN_SAMPLE);
    const { n, too_few } = figures;
    const fall = this.#fall.result();
    const { held, ...apart } = this.#apart;
    const { term, call_type, sector, cap, month } = this.#splits;
    const few = n < MIN_SAMPLE;
    return {
      from: this.#from,
      to: istDay(this.#asOf),
      ...figures,
      median: too_few ? null : round(median(this.#made)),
      best: too_few ? null : round(highest(this.#made)),
      luck: luckOf(n, this.#luck.result()),
      fall: too_few ? null : { r: round(fall.r), calls: fall.calls, month: fall.until === null ? null : istDay(new Date(fall.until)).slice(0, 7) },
      lakh: this.#lakh.result(),
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
