import type { StructureFigures } from '@vimarsh/shared/contract/calls/options/types.ts';
import { sign, units } from '@vimarsh/shared/domain/calls/options/legs.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { type Assumed, type PricedLeg, structureOf, valueAt } from '@vimarsh/shared/domain/calls/options/structure.ts';
import { type Greeks, greeks } from '@vimarsh/shared/domain/options/black-76.ts';
import { tradingYears } from '@vimarsh/shared/domain/options/option-time.ts';
import { amountOf } from '@vimarsh/shared/domain/text/typed-amount.ts';
import type { ChainTerms } from './chain-terms.ts';
import { type LegForm, levelsOf, type OptionForm } from './option-form.ts';

/** The legs at their entries, and what their figures assume. */
export interface DraftStructure {
  readonly legs: readonly PricedLeg[];
  readonly assumed: Assumed;
  readonly figures: StructureFigures;
}

/**
 * The structure typed so far, by the arithmetic of the server, on the chain of the first expiry; null until each leg has its lots and its
 * entry.
 */
export function draftStructure(form: readonly LegForm[], chain: Omit<ChainTerms, 'strikes'>, isIndex: boolean, now: Date): DraftStructure | null {
  if (form.length === 0 || firstExpiry(form) !== chain.expiry) return null;
  const legs: PricedLeg[] = [];
  for (const { side, type, strike, expiry, lots, entry, iv } of form) {
    const [count, price] = [amountOf(lots), amountOf(entry)];
    if (!Number.isInteger(count) || count < 1 || !(price > 0)) return null;
    const later = expiry === chain.expiry ? 0 : Math.max(0, tradingYears(now, expiry) - chain.years);
    legs.push({ side, type, strike, expiry, lots: count, price, volatility: iv === null ? null : iv / 100, yearsAfter: later });
  }
  const iv = chain.term.find(({ expiry }) => expiry === chain.expiry)?.iv ?? null;
  const assumed: Assumed = {
    spot: chain.spot,
    isIndex,
    lotSize: chain.lot ?? 1,
    forward: chain.forward.value,
    volatility: iv === null ? null : iv / 100,
    years: chain.years,
    rate: chain.rate,
  };
  return { legs, assumed, figures: structureOf(legs, assumed) };
}

/** Trading days a year, by which theta is told for one session. */
const SESSIONS = 252;

/** Greeks of the whole call, in ₹: for a point of the underlying, a session, a volatility point. Null where a leg has no volatility. */
export function structureGreeks({ legs, assumed: { forward, lotSize, rate, years } }: DraftStructure): Greeks | null {
  const total = { delta: 0, gamma: 0, theta: 0, vega: 0 };
  for (const leg of legs) {
    const quantity = sign(leg) * leg.lots * lotSize;
    if (leg.type === 'FUT') {
      total.delta += quantity;
      continue;
    }
    if (leg.volatility === null) return null;
    const terms = { type: leg.type, strike: leg.strike, rate, years: years + leg.yearsAfter, forward: forward * Math.exp(rate * leg.yearsAfter) };
    const own = greeks(terms, leg.volatility, SESSIONS);
    for (const name of ['delta', 'gamma', 'theta', 'vega'] as const) total[name] += quantity * own[name];
  }
  return total;
}

export interface Payoff {
  readonly prices: readonly number[];
  /** ₹ at the first expiry. */
  readonly values: readonly number[];
}

const POINTS = 121;

/** Profit or loss at the first expiry, from below the lowest strike to above the highest, with what lies between the break-evens well inside. */
export function payoffOf({ legs, assumed, figures }: DraftStructure, levels: readonly number[] = []): Payoff {
  const shown = [assumed.spot, ...figures.breakevens, ...levels, ...legs.flatMap(({ type, strike }) => (type === 'FUT' ? [] : [strike]))];
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const room = Math.max((high - low) * 0.25, assumed.spot * 0.01);
  const from = Math.max(0, low - room);
  const step = (high + room - from) / (POINTS - 1);
  const prices = Array.from({ length: POINTS }, (_, at) => from + at * step);
  return { prices, values: prices.map((price) => valueAt(legs, assumed, price)) };
}

/** Where the levels lie in the drawing: on its height in ₹, or along the underlying. Those that can't be read are left out. */
export function drawnLevels(form: Pick<OptionForm, 'basis' | 'target' | 'stop'>, structure: DraftStructure): { target: number | null; stop: number | null } {
  const { target, stop } = levelsOf(form);
  const draw = (value: number): number | null => (Number.isFinite(value) ? fromLevel(form.basis, value, structure) : null);
  return { target: draw(target), stop: draw(stop) };
}

const shares = ({ legs, assumed }: DraftStructure): number => units(legs) * assumed.lotSize;

function fromLevel(basis: OptionForm['basis'], value: number, structure: DraftStructure): number {
  return basis === 'premium' ? (value - structure.figures.net_premium) * shares(structure) : value;
}

/** A place in the drawing as a level of the basis: what `drawnLevels` undoes. */
export const toLevel = (basis: OptionForm['basis'], drawn: number, structure: DraftStructure): number =>
  basis === 'premium' ? drawn / shares(structure) + structure.figures.net_premium : drawn;
