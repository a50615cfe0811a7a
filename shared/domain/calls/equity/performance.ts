import type { CallStatus, CallType, Metrics, Term } from '../../../contract/calls/types.ts';

export { DISCLAIMERS, figuresAllowed, type PerfPolicy, periodStart, recordsAllowed } from '../past-policy.ts';
export { netReturnOf, resultOf } from './counted.ts';

import { highest, lowest } from '../extremes.ts';
import { stars } from '../stars.ts';
import { netReturn } from './costs.ts';
import { isCounted } from './counted.ts';

/** Version of the formulas below, stored with every figure (product C.2–C.7). */
export const METHOD_VERSION = 'equity-1';
/** Below this many closed calls nothing is summarised. */
export const MIN_SAMPLE = 10;

/** A settled call as the figures need it. Instants in milliseconds, returns in %. */
export interface ClosedRecord {
  readonly call_type: CallType;
  readonly term: Term;
  readonly status: CallStatus;
  readonly entry: { readonly price: number; readonly ts: number } | null;
  readonly exit: { readonly price: number; readonly ts: number } | null;
  readonly target: number;
  readonly initial_stop: number;
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
const mean = (values: readonly number[]): number => sum(values) / values.length;
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Area under the standard normal curve up to `z` (Abramowitz–Stegun 7.1.26, error < 1.5e-7). */
export function normalCdf(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const tail = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
  return z >= 0 ? 1 - tail / 2 : tail / 2;
}

const counted = isCounted<ClosedRecord>;

/** The chance with which a price that moves without direction would have gained: by the distances of stop and target, and one in two without a level. */
export function chanceOfGain({ status, entry, initial_stop, target }: ClosedRecord): number {
  const risk = entry ? Math.abs(entry.price - initial_stop) : 0;
  const reward = entry ? Math.abs(target - entry.price) : 0;
  const byLevel = status === 'target_hit' || status === 'sl_hit';
  return byLevel && risk + reward > 0 ? risk / (risk + reward) : 0.5;
}

/** Standard deviations within which luck alone explains a count of gains. */
export const LUCK = 2;

/** How many of these calls a price without direction would have made gain, and how far luck moves that count: its standard deviation. */
export function byChance(records: readonly ClosedRecord[]): { expected: number; deviation: number } {
  const chances = records.map(chanceOfGain);
  return { expected: sum(chances), deviation: Math.sqrt(sum(chances.map((chance) => chance * (1 - chance)))) };
}

const dayOf = (instant: number): number => Math.floor((instant + 5.5 * 3_600_000) / 86_400_000);

/** The deepest fall of the cumulative R in closing order, as a positive number, over how many calls, and when its last one ended; zeros without a fall. */
export function deepestFall(records: readonly ClosedRecord[]): { r: number; calls: number; until: number | null } {
  let total = 0;
  let peak = 0;
  let sincePeak = 0;
  let worst: { r: number; calls: number; until: number | null } = { r: 0, calls: 0, until: null };
  for (const record of records.filter(counted).sort((a, b) => a.exit.ts - b.exit.ts)) {
    total += record.r_multiple;
    sincePeak += 1;
    if (total >= peak) [peak, sincePeak] = [total, 0];
    else if (peak - total > worst.r) worst = { r: peak - total, calls: sincePeak, until: record.exit.ts };
  }
  return worst;
}

const profitFactor = (multiples: readonly number[]): number | null => {
  const lost = -sum(multiples.filter((r) => r < 0));
  return lost === 0 ? null : sum(multiples.filter((r) => r > 0)) / lost;
};

/**
 * Score 0–100 (product C.7) from calls of the last 365 days before `asOf`, those older than 180 days at weight 0.6. It
 * compares each hit with the chance of a driftless price to reach the target first, so tiny targets with huge stops earn
 * nothing. Null below ten calls; at most 69 below twenty. Without index prices the share of alpha stays neutral.
 */
export function score(records: readonly ClosedRecord[], asOf: number): number | null {
  const list = records.filter(counted).filter((record) => record.exit.ts <= asOf && dayOf(asOf) - dayOf(record.exit.ts) <= 365);
  const n = list.length;
  if (n < MIN_SAMPLE) return null;
  const rows = list.map((record) => {
    const w = dayOf(asOf) - dayOf(record.exit.ts) <= 180 ? 1 : 0.6;
    const risk = Math.abs(record.entry.price - record.initial_stop);
    const byLevel = record.status === 'target_hit' || record.status === 'sl_hit';
    const p0 = chanceOfGain(record);
    const hit = byLevel ? record.status === 'target_hit' : netReturn(record) > 0;
    const alphaR = record.alpha === null || risk === 0 ? null : record.alpha / ((risk / record.entry.price) * 100);
    return { w, p0, h: hit ? 1 : 0, alphaR, r: record.r_multiple, early: record.status === 'exited' };
  });
  const variance = sum(rows.map(({ w, p0 }) => w * w * p0 * (1 - p0)));
  const z = variance === 0 ? 0 : sum(rows.map(({ w, p0, h }) => w * (h - p0))) / Math.sqrt(variance);
  const alphas = rows.filter((row) => row.alphaR !== null);
  const pf = profitFactor(rows.map(({ w, r }) => w * r));
  const profit = pf === null ? (rows.some((row) => row.r > 0) ? 1 : 0.5) : pf / (1 + pf);
  const earlyShare = rows.filter((row) => row.early).length / n;
  const discipline = Math.max(0, (1 - earlyShare - 0.5) / 0.5);
  const raw = 0.35 * normalCdf(z) + 0.3 * normalCdf(tOf(alphas.map(({ alphaR, w }) => ({ value: alphaR as number, w })))) + 0.2 * profit + 0.15 * discipline;
  const value = 100 * (0.5 + (raw - 0.5) * (1 - Math.exp(-n / 25)));
  return round(Math.min(n < 20 ? 69 : 100, Math.max(0, value)), 2);
}

/** t statistic of a weighted mean; 0 (neutral) where it can't be formed. */
function tOf(rows: readonly { value: number; w: number }[]): number {
  if (rows.length < 2) return 0;
  const weight = sum(rows.map(({ w }) => w));
  const centre = sum(rows.map(({ value, w }) => value * w)) / weight;
  const deviation = Math.sqrt((sum(rows.map(({ value, w }) => w * (value - centre) ** 2)) / weight) * (rows.length / (rows.length - 1)));
  return deviation === 0 ? 0 : centre / (deviation / Math.sqrt(rows.length));
}

/** A score and its stars; null for an expert who is not rated. */
export const ratedAs = (scored: number | null): Pick<Metrics, 'score' | 'stars'> => ({ score: scored, stars: scored === null ? null : stars(scored) });

/**
 * Figures over settled calls (product C.4–C.6). Results count calls with an entry; lapsed and cancelled calls, and those that no price can
 * judge, are counted separately. With fewer than ten closed calls every rate is null; `summaryNote` says why. The score
 * (`scored`) is of the last 365 days whatever these records are, so a thin period does not hide it.
 */
export function metricsOf(records: readonly ClosedRecord[], scored: number | null): Metrics {
  const list = records.filter(counted);
  const n = list.length;
  const hits = list.filter((record) => netReturn(record) > 0).length;
  const base = {
    n,
    hits,
    misses: n - hits,
    lapsed: records.filter((record) => record.status === 'lapsed').length,
    cancelled: records.filter((record) => record.status === 'cancelled').length,
    unjudged: records.filter((record) => record.status === 'unjudged').length,
  };
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
  const returns = list.map((record) => record.realised_return);
  const multiples = list.map((record) => record.r_multiple);
  const alphas = list.map((record) => record.alpha).filter((alpha) => alpha !== null);
  const pf = profitFactor(multiples);
  return {
    ...base,
    hit_rate: round((hits / n) * 100),
    avg_return: round(mean(returns)),
    median_return: round(median(returns)),
    best: round(highest(returns)),
    worst: round(lowest(returns)),
    expectancy_r: round(mean(multiples)),
    profit_factor: pf === null ? null : round(pf),
    avg_days: round(mean(list.map((record) => dayOf(record.exit.ts) - dayOf(record.entry.ts)))),
    early_exit_pct: round((list.filter((record) => record.status === 'exited').length / n) * 100),
    max_drawdown_r: round(deepestFall(list).r),
    alpha: alphas.length < MIN_SAMPLE ? null : round(mean(alphas)),
    ...rated,
  };
}

/** Why figures are missing, or ''. */
export const summaryNote = (n: number): string =>
  n < MIN_SAMPLE ? `${n === 0 ? 'No' : n} closed ${n === 1 ? 'call' : 'calls'}${n === 0 ? ' yet.' : ' — too few to summarise. See each call.'}` : '';
