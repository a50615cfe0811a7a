import { type Sampled, sampled } from '@vimarsh/shared/domain/insights/sample.ts';

/** Open interest and volume of a strike, in shares. */
export interface StrikeInterest {
  readonly strike: number;
  readonly ce: { readonly oi: number; readonly oi_change: number; readonly volume: number } | null;
  readonly pe: { readonly oi: number; readonly oi_change: number; readonly volume: number } | null;
}

type Measure = 'oi' | 'oi_change' | 'volume';

function sidesOf(rows: readonly StrikeInterest[], by: Measure): { calls: number; puts: number } {
  const sides = { calls: 0, puts: 0 };
  for (const { ce, pe } of rows) {
    sides.calls += ce?.[by] ?? 0;
    sides.puts += pe?.[by] ?? 0;
  }
  return sides;
}

/** Why the changes of open interest have no ratio; of those that have one it says nothing true. */
export function changeNote(rows: readonly StrikeInterest[]): string {
  const { calls, puts } = sidesOf(rows, 'oi_change');
  if (calls < 0 && puts < 0) return 'OI fell on both sides';
  return calls < 0 || puts < 0 ? 'OI fell on one side' : 'OI of calls did not change';
}

/** Puts over calls by open interest, its change, or volume; null when there are no calls to divide by, or the sides disagree in sign. */
export function putCallRatio(rows: readonly StrikeInterest[], by: Measure): number | null {
  const { calls, puts } = sidesOf(rows, by);
  // A fall against a rise is no ratio: −2 would say nothing.
  return calls <= 0 || puts < 0 ? null : puts / calls;
}

/**
 * The listed strike at which option buyers together would receive least at expiry: Σ CE_OI·max(K*−K, 0) + PE_OI·max(K−K*, 0),
 * by two running sums. A tie goes to the strike nearest to spot. Null without any open interest.
 */
export function maxPain(rows: readonly StrikeInterest[], spot: number): { strike: number; payout: number } | null {
  const sorted = [...rows].sort((a, b) => a.strike - b.strike);
  if (!sorted.some(({ ce, pe }) => (ce?.oi ?? 0) + (pe?.oi ?? 0) > 0)) return null;
  const payouts = new Array<number>(sorted.length).fill(0);
  for (let at = 1, interest = 0, payout = 0; at < sorted.length; at += 1) {
    interest += sorted[at - 1]!.ce?.oi ?? 0;
    payout += interest * (sorted[at]!.strike - sorted[at - 1]!.strike);
    payouts[at]! += payout;
  }
  for (let at = sorted.length - 2, interest = 0, payout = 0; at >= 0; at -= 1) {
    interest += sorted[at + 1]!.pe?.oi ?? 0;
    payout += interest * (sorted[at + 1]!.strike - sorted[at]!.strike);
    payouts[at]! += payout;
  }
  let best = 0;
  sorted.forEach(({ strike }, at) => {
    const [payout, least] = [payouts[at]!, payouts[best]!];
    if (payout < least || (payout === least && Math.abs(strike - spot) < Math.abs(sorted[best]!.strike - spot))) best = at;
  });
  return { strike: sorted[best]!.strike, payout: payouts[best]! };
}

export type BuildUp = 'Long build-up' | 'Short build-up' | 'Short covering' | 'Long unwinding' | 'None';
/** Below these moves there is no class: 0.1 % of price, 1 % of open interest. */
const DEAD_PRICE = 0.1;
const DEAD_INTEREST = 1;

/** Class of one contract against the previous close, changes in %. Of an option it describes its premium, not the underlying. */
export function buildUp(pricePct: number | null, interestPct: number | null): BuildUp {
  if (pricePct === null || interestPct === null || Math.abs(pricePct) < DEAD_PRICE || Math.abs(interestPct) < DEAD_INTEREST) return 'None';
  if (interestPct > 0) return pricePct > 0 ? 'Long build-up' : 'Short build-up';
  return pricePct > 0 ? 'Short covering' : 'Long unwinding';
}

/** Two-sided middles of a strike's call and put, for the forward. */
export interface ParityRow {
  readonly strike: number;
  readonly call: number | null;
  readonly put: number | null;
}

/** Forward by put-call parity, F = K + e^{rT}(C − P), at the strike where call and put are closest. Null without such a pair. */
export function parityForward(rows: readonly ParityRow[], rate: number, years: number): { forward: number; strike: number } | null {
  let nearest: { strike: number; gap: number } | null = null;
  for (const { strike, call, put } of rows) {
    if (call === null || put === null) continue;
    if (nearest === null || Math.abs(call - put) < Math.abs(nearest.gap)) nearest = { strike, gap: call - put };
  }
  return nearest && { strike: nearest.strike, forward: nearest.strike + Math.exp(rate * years) * nearest.gap };
}

export interface SmilePoint {
  readonly strike: number;
  /** Fraction a year, of the option out of the money. */
  readonly iv: number;
}

/** IV at the forward, between the two out-of-the-money strikes around it. Null when one side has none. */
export function ivAt(points: readonly SmilePoint[], forward: number): number | null {
  const sorted = [...points].sort((a, b) => a.strike - b.strike);
  const right = sorted.find((point) => point.strike >= forward);
  const left = sorted.findLast((point) => point.strike <= forward);
  if (!left || !right) return null;
  if (left.strike === right.strike) return left.iv;
  return left.iv + ((right.iv - left.iv) * (forward - left.strike)) / (right.strike - left.strike);
}

/** Skew: IV of the 25-delta put minus that of the 25-delta call, interpolated in delta. Points carry absolute deltas. */
export function skew25(puts: readonly { delta: number; iv: number }[], calls: readonly { delta: number; iv: number }[]): number | null {
  const at = (points: readonly { delta: number; iv: number }[]): number | null => {
    const sorted = [...points].sort((a, b) => a.delta - b.delta);
    const right = sorted.find((point) => point.delta >= 0.25);
    const left = sorted.findLast((point) => point.delta <= 0.25);
    if (!left || !right) return null;
    return left.delta === right.delta ? left.iv : left.iv + ((right.iv - left.iv) * (0.25 - left.delta)) / (right.delta - left.delta);
  };
  const [put, call] = [at(puts), at(calls)];
  return put === null || call === null ? null : put - call;
}

/** One standard deviation until expiry, ₹ or points: F·σ·√T. */
export const expectedMove = (forward: number, volatility: number, years: number): number => forward * volatility * Math.sqrt(years);

const LEAST_CLOSINGS = 20;
/** (IV − min)/(max − min) of the last 252 closings, 0–100. */
export function ivRank(now: number, closings: readonly number[]): Sampled {
  const year = closings.slice(-252);
  return sampled(year.length, LEAST_CLOSINGS, () => {
    const [low, high] = [Math.min(...year), Math.max(...year)];
    return high === low ? 50 : Math.min(100, Math.max(0, (100 * (now - low)) / (high - low)));
  });
}

/** Share of the last 252 closings below today's IV, %. */
export function ivPercentile(now: number, closings: readonly number[]): Sampled {
  const year = closings.slice(-252);
  return sampled(year.length, LEAST_CLOSINGS, () => (100 * year.filter((value) => value < now).length) / year.length);
}
