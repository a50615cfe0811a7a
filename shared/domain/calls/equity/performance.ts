import type { CallStatus, CallType, Metrics, Term } from '../../../contract/calls/types.ts';

export { countedResult, netReturnOf } from './counted.ts';

import { istDay } from '../../market/ist-day.ts';
import { highest, lowest, median } from '../order-statistics.ts';
import { periodStart } from '../past-policy.ts';
import { ratedAs, scoreOf } from '../rating.ts';
import { MIN_SAMPLE } from '../record-rules.ts';
import { chanceOfGain, type MovedStop, type Verdict } from './chance.ts';
import { netReturn } from './costs.ts';
import { type Counted, isCounted } from './counted.ts';
import { grossReturn, riskMultiple } from './exact-result.ts';

/** Version of the formulas below, stored with every figure (product C.2–C.7). */
export const METHOD_VERSION = 'equity-2';

/** A settled call as the figures need it. Instants in milliseconds, returns in %. */
export interface ClosedRecord {
  readonly call_type: CallType;
  readonly term: Term;
  readonly status: CallStatus;
  readonly entry: { readonly price: number; readonly ts: number } | null;
  readonly exit: { readonly price: number; readonly ts: number } | null;
  readonly target: number;
  readonly initial_stop: number;
  /** Stop-losses after the first; absent where none was moved. */
  readonly moved?: readonly MovedStop[];
  readonly realised_return: number | null;
  readonly r_multiple: number | null;
  /** % over NIFTY 50 between entry and exit; null where the index is not known. */
  readonly alpha: number | null;
}

const round = (value: number, decimals = 4): number => {
  const scaled = Number(`${Math.abs(value)}e${decimals}`);
  return (Math.sign(value) * Math.round(Number.isNaN(scaled) ? 0 : scaled)) / 10 ** decimals + 0;
};
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Area under the standard normal curve up to `z` (Abramowitz–Stegun 7.1.26, error < 1.5e-7). */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
  return z >= 0 ? 1 - tail / 2 : tail / 2;
}

const counted = isCounted<ClosedRecord>;

const dayOf = (instant: number): number => Math.floor((instant + 5.5 * 3_600_000) / 86_400_000);

/** The deepest fall of the cumulative R of the added calls in closing order. They come about in that order, so few have to be moved. */
export class DeepestFall {
  readonly #exits: number[] = [];
  readonly #multiples: number[] = [];

  add(record: Counted<ClosedRecord>): void {
    const { exit } = record;
    const multiple = riskMultiple(record);
    let at = this.#exits.length;
    while (at > 0 && this.#exits[at - 1]! > exit.ts) at -= 1;
    if (at === this.#exits.length) {
      this.#exits.push(exit.ts);
      this.#multiples.push(multiple);
    } else {
      this.#exits.splice(at, 0, exit.ts);
      this.#multiples.splice(at, 0, multiple);
    }
  }

  /** As a positive number, over how many calls, and when its last one ended; zeros without a fall. */
  result(): { r: number; calls: number; until: number | null } {
    let total = 0;
    let peak = 0;
    let sincePeak = 0;
    let worst: { r: number; calls: number; until: number | null } = { r: 0, calls: 0, until: null };
    for (const [at, multiple] of this.#multiples.entries()) {
      total += multiple;
      sincePeak += 1;
      if (total >= peak) [peak, sincePeak] = [total, 0];
      else if (peak - total > worst.r) worst = { r: peak - total, calls: sincePeak, until: this.#exits[at]! };
    }
    return worst;
  }
}

/** What the added multiples gained for each that they lost; null where nothing was lost. */
class ProfitFactor {
  #gained = 0;
  #lost = 0;

  add(multiple: number): void {
    if (multiple > 0) this.#gained += multiple;
    if (multiple < 0) this.#lost -= multiple;
  }

  get gains(): boolean {
    return this.#gained > 0;
  }

  result(): number | null {
    return this.#lost === 0 ? null : this.#gained / this.#lost;
  }
}

/**
 * Score 0–100 from the calls that ended within the year up to `asOf`, those older than 180 days at weight 0.6. What they show against luck bounds
 * it (`rating.ts`); within that it places their quality: how far gains are from what chance makes of the same calls, results over NIFTY 50, gains
 * to losses, and keeping to the plan. Null below ten calls; at most 69 below twenty. Without index prices the share of alpha stays neutral.
 */
export class Score {
  readonly #asOf: number;
  readonly #from: string;
  readonly #profit = new ProfitFactor();
  readonly #alphas: { readonly value: number; readonly w: number }[] = [];
  #n = 0;
  #early = 0;
  #beyondChance = 0;
  #variance = 0;

  constructor(asOf: number) {
    this.#asOf = asOf;
    this.#from = periodStart('1Y', istDay(new Date(asOf)))!;
  }

  /** `endedAt`: when its end became known, ms, as the record counts it. */
  add(record: ClosedRecord, endedAt: number): void {
    if (!counted(record) || endedAt > this.#asOf || istDay(new Date(endedAt)) < this.#from) return;
    const w = dayOf(this.#asOf) - dayOf(endedAt) <= 180 ? 1 : 0.6;
    const risk = Math.abs(record.entry.price - record.initial_stop);
    const { expected, variance } = chanceOfGain(record);
    this.#n += 1;
    this.#variance += w * w * variance;
    this.#beyondChance += w * ((netReturn(record) > 0 ? 1 : 0) - expected);
    if (record.alpha !== null && risk !== 0) this.#alphas.push({ value: record.alpha / ((risk / record.entry.price) * 100), w });
    this.#profit.add(w * riskMultiple(record));
    if (record.status === 'exited') this.#early += 1;
  }

  /** `verdict`: of the same calls. */
  result(verdict: Verdict | null): number | null {
    const n = this.#n;
    if (n < MIN_SAMPLE || verdict === null) return null;
    const z = this.#variance === 0 ? 0 : this.#beyondChance / Math.sqrt(this.#variance);
    const pf = this.#profit.result();
    const profit = pf === null ? (this.#profit.gains ? 1 : 0.5) : pf / (1 + pf);
    const discipline = Math.max(0, (1 - this.#early / n - 0.5) / 0.5);
    const raw = 0.35 * normalCdf(z) + 0.3 * normalCdf(tOf(this.#alphas)) + 0.2 * profit + 0.15 * discipline;
    return scoreOf(100 * (0.5 + (raw - 0.5) * (1 - Math.exp(-n / 25))), verdict, n);
  }
}

/** t statistic of a weighted mean; 0 (neutral) where it can't be formed. */
function tOf(rows: readonly { value: number; w: number }[]): number {
  if (rows.length < 2) return 0;
  const weight = sum(rows.map(({ w }) => w));
  const centre = sum(rows.map(({ value, w }) => value * w)) / weight;
  const deviation = Math.sqrt((sum(rows.map(({ value, w }) => w * (value - centre) ** 2)) / weight) * (rows.length / (rows.length - 1)));
  return deviation === 0 ? 0 : centre / (deviation / Math.sqrt(rows.length));
}

/**
 * Figures over settled calls (product C.4–C.6), which are added one by one in the order of their ends: a long record is never held at once. Results
 * count calls with an entry; lapsed and cancelled calls, and those that no price can judge, are counted separately. With fewer than ten closed calls
 * every rate is null; `summaryNote` says why. The score (`scored`) is of the last 365 days whatever these calls are, so a thin period does not hide it.
 */
export class MetricsSum {
  readonly #returns: number[] = [];
  readonly #fall = new DeepestFall();
  readonly #profit = new ProfitFactor();
  readonly #apart = { lapsed: 0, cancelled: 0, unjudged: 0 };
  #hits = 0;
  #early = 0;
  #sums = { returns: 0, multiples: 0, days: 0, alpha: 0 };
  #measured = 0;

  add(record: ClosedRecord): void {
    const { status, alpha } = record;
    if (status === 'lapsed' || status === 'cancelled' || status === 'unjudged') this.#apart[status] += 1;
    if (!counted(record)) return;
    // Not the figures that are shown: a sum is rounded once, at its end.
    const [gross, multiple] = [grossReturn(record), riskMultiple(record)];
    this.#returns.push(gross);
    this.#fall.add(record);
    this.#profit.add(multiple);
    if (netReturn(record) > 0) this.#hits += 1;
    if (status === 'exited') this.#early += 1;
    this.#sums.returns += gross;
    this.#sums.multiples += multiple;
    this.#sums.days += dayOf(record.exit.ts) - dayOf(record.entry.ts);
    if (alpha === null) return;
    this.#measured += 1;
    this.#sums.alpha += alpha;
  }

  result(scored: number | null): Metrics {
    const [n, hits] = [this.#returns.length, this.#hits];
    const base = { n, hits, misses: n - hits, ...this.#apart };
    const rated = ratedAs(scored);
    if (n < MIN_SAMPLE) {
      return {
        ...base,
        hit_rate: null,
        avg_return: null,
        median_return: null,
        best: null,
        worst: null,
        expectancy_r: null,
        profit_factor: null,
        avg_days: null,
        early_exit_pct: null,
        max_drawdown_r: null,
        alpha: null,
        ...rated,
      };
    }
    const pf = this.#profit.result();
    return {
      ...base,
      hit_rate: round((hits / n) * 100),
      avg_return: round(this.#sums.returns / n),
      median_return: round(median(this.#returns)),
      best: round(highest(this.#returns)),
      worst: round(lowest(this.#returns)),
      expectancy_r: round(this.#sums.multiples / n),
      profit_factor: pf === null ? null : round(pf),
      avg_days: round(this.#sums.days / n),
      early_exit_pct: round((this.#early / n) * 100),
      max_drawdown_r: round(this.#fall.result().r),
      alpha: this.#measured < MIN_SAMPLE ? null : round(this.#sums.alpha / this.#measured),
      ...rated,
    };
  }
}

/** Why figures are missing, or ''. */
export const summaryNote = (n: number): string =>
  n < MIN_SAMPLE ? `${n === 0 ? 'No' : n} closed ${n === 1 ? 'call' : 'calls'}${n === 0 ? ' yet.' : ' — too few to summarise. See each call.'}` : '';
