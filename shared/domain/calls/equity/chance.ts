import type { CallStatus, CallType, Term } from '../../../contract/calls/types.ts';
import { gainsAt, riskMultiple } from './exact-result.ts';
import { direction } from './levels.ts';

/*
 * What a price without direction would have made of a call (docs/product.md, Luck).
 *
 * Such a price reaches one of two levels first with the chance that the distance to the other gives: risk ÷ (risk + reward). As it moves, that
 * chance moves with it, and is on average where it was. Only the author changes it otherwise: by another stop-loss, which turns it from one value
 * at the price of the moment into another, or by leaving between the levels, which turns it into a gain or none. The chance at the entry and
 * all that the author's acts added to it is therefore, on average, exactly how many of the calls gain on a price without direction, whenever
 * and however the author acts. So no way of moving stops or of leaving early makes gains that are not reckoned with.
 */

/** A stop-loss that its author moved: from when, to which price, and the last price at that moment. Null: a record from before it was kept. */
export interface MovedStop {
  readonly ts: number;
  readonly stop: number;
  readonly price: number | null;
}

/** A call that was entered and has ended. Instants in milliseconds, prices ₹. */
export interface MeasuredCall {
  readonly call_type: CallType;
  readonly term: Term;
  readonly status: CallStatus;
  readonly entry: { readonly price: number; readonly ts: number };
  readonly exit: { readonly price: number; readonly ts: number };
  readonly target: number;
  readonly initial_stop: number;
  /** In the order of time; absent where none was moved. */
  readonly moved?: readonly MovedStop[];
}

/** How many gains chance makes of a call, and the most by which luck can spread that: its variance. */
export interface Chance {
  readonly expected: number;
  readonly variance: number;
}

/** The chance of a gain from a price on, with a stop-loss and the call's target ahead of it. A price at or beyond a level has reached it. */
function chanceFrom(call: MeasuredCall, price: number, stop: number): number {
  const sign = direction(call.call_type);
  const [low, high, at] = [sign * stop, sign * call.target, sign * price];
  const toTarget = high > low ? Math.min(1, Math.max(0, (at - low) / (high - low))) : at >= high ? 1 : 0;
  const [atTarget, atStop] = [call.target, stop].map((level) => (gainsAt(call, level) ? 1 : 0)) as [number, number];
  return toTarget * atTarget + (1 - toTarget) * atStop;
}

const spread = (chance: number): number => chance * (1 - chance);

/** The most that the spread of one chance can be. */
const WIDEST = 0.25;

/**
 * The chance of a gain at the entry, and what each act of the author added to it. May leave 0–1 for one call; sums over calls are what counts.
 * The variance is that of holding on from each act to the end, which is at least what it is: it never makes luck look smaller.
 */
export function chanceOfGain(call: MeasuredCall): Chance {
  const { entry, exit, status, moved = [] } = call;
  let stop = moved.findLast(({ ts }) => ts <= entry.ts)?.stop ?? call.initial_stop;
  let expected = chanceFrom(call, entry.price, stop);
  let variance = spread(expected);
  for (const { ts, stop: next, price } of moved) {
    if (ts <= entry.ts || ts >= exit.ts) continue;
    if (price !== null) {
      const after = chanceFrom(call, price, next);
      expected += after - chanceFrom(call, price, stop);
      variance += spread(after);
    } else if (gainsAt(call, next)) {
      // At the price that leaves most to chance: the nearest to the new stop-loss.
      expected += 1 - chanceFrom(call, next, stop);
    } else {
      // Moved so, it can only lose of its chance; how much is not known, and nothing is taken off.
      variance += WIDEST;
    }
    stop = next;
  }
  const byLevel = status === 'target_hit' || status === 'sl_hit';
  if (!byLevel) expected += (gainsAt(call, exit.price) ? 1 : 0) - chanceFrom(call, exit.price, stop);
  return { expected, variance };
}

/** Standard deviations within which luck alone explains a count of gains, and a sum of earnings. */
const LUCK = 2;
/** Sums of chances end in binary dust, and the edge of a range belongs to it. */
const ROUNDING = 1e-9;

/** Where a record stands to what a price without direction would have made of the same calls. */
export type Verdict = 'better' | 'often' | 'luck' | 'worse';

export interface AgainstLuck {
  /** How many calls chance alone makes gain, and the bounds of what luck explains. */
  readonly expected: number;
  readonly low: number;
  readonly high: number;
  readonly verdict: Verdict;
}

/**
 * Gains against luck, over the calls that are added: how many gained, how many chance alone makes gain, and whether what was earned is more than
 * luck explains, in multiples of the risk. A price without direction earns nothing on average, wherever one leaves it, and spreads at most as far
 * as stop and target do. A call that opened at or beyond its stop had no risk that a result could be a multiple of, so it says nothing of that.
 */
export class LuckSum {
  #n = 0;
  #gained = 0;
  #expected = 0;
  #variance = 0;
  #earned = 0;
  #spread = 0;

  /** `hasGained`: by what is shown of the call, where that is not the record's own result. `chance`: where it is known already. */
  add(call: MeasuredCall, hasGained = gainsAt(call, call.exit.price), { expected, variance }: Chance = chanceOfGain(call)): void {
    this.#n += 1;
    if (hasGained) this.#gained += 1;
    this.#expected += expected;
    this.#variance += variance;
    const risk = direction(call.call_type) * (call.entry.price - call.initial_stop);
    if (risk <= 0) return;
    this.#earned += riskMultiple(call);
    this.#spread += Math.abs(call.target - call.entry.price) / risk;
  }

  result(): AgainstLuck {
    const room = LUCK * Math.sqrt(this.#variance);
    const far = this.#gained - this.#expected;
    return {
      expected: this.#expected,
      low: Math.max(0, this.#expected - room - ROUNDING),
      high: Math.min(this.#n, this.#expected + room + ROUNDING),
      verdict: this.#verdict(far, room),
    };
  }

  #verdict(far: number, room: number): Verdict {
    if (Math.abs(far) <= room + ROUNDING) return 'luck';
    if (far < 0) return 'worse';
    return this.#earned > LUCK * Math.sqrt(this.#spread) + ROUNDING ? 'better' : 'often';
  }
}
