import type { CallStatus } from '../../../contract/calls/types.ts';
import { type Rng, rng } from '../../market/rng.ts';
import { chanceOfGain, type MeasuredCall } from './chance.ts';
import { gainsAt } from './exact-result.ts';

/** An author's act at a step: another stop-loss, in ticks from the entry in the direction of the call, or leaving. */
type Act = { readonly stop: number } | 'leave' | null;

/** A price in steps of a tick, seen from the entry in the direction of the call. */
interface Walk {
  readonly at: number;
  readonly best: number;
  readonly step: number;
  readonly stop: number;
  readonly moves: number;
}

/** A call with its author's habits. Distances in ticks of ₹0.25 from an entry at ₹100. */
export interface Shape {
  readonly name: string;
  readonly target: number;
  readonly stop: number;
  readonly act?: (walk: Walk, random: () => number) => Act;
  /** Steps until it expires. */
  readonly lasts?: number;
  /** Ticks by which the price may jump, each so many steps. */
  readonly jump?: { readonly most: number; readonly every: number };
  readonly sell?: boolean;
}

const TICK = 0.25;
const DAY = 86_400_000;

/** A price without direction, shape by shape: each holds one way in which a call can be made to gain more often than it seems. */
export const SHAPES: readonly Shape[] = [
  { name: 'target 10, stop 10, left alone', target: 40, stop: -40 },
  { name: 'target 10, stop 5, left alone', target: 40, stop: -20 },
  { name: 'target 3, stop 9, left alone', target: 12, stop: -36 },
  { name: 'stop moved from 90 to 101 once the price is at 102', target: 40, stop: -40, act: ({ at, moves }) => (moves === 0 && at >= 8 ? { stop: 4 } : null) },
  { name: 'the same of a Sell', target: 40, stop: -40, sell: true, act: ({ at, moves }) => (moves === 0 && at >= 8 ? { stop: 4 } : null) },
  { name: 'stop moved to the entry at half the way', target: 40, stop: -20, act: ({ at, moves }) => (moves === 0 && at >= 20 ? { stop: 0 } : null) },
  {
    name: 'stop that follows the best price, five times at most',
    target: 40,
    stop: -40,
    act: ({ at, best, stop, moves }) => (moves < 5 && at === best && at - 12 > stop + 4 ? { stop: at - 12 } : null),
  },
  { name: 'stop tightened while the call is losing', target: 40, stop: -40, act: ({ at, moves }) => (moves === 0 && at <= -20 ? { stop: -24 } : null) },
  {
    name: 'stop moved at random, five times at most',
    target: 32,
    stop: -32,
    act: ({ at, stop, moves }, random) => {
      if (moves >= 5 || random() > 0.01) return null;
      const next = stop + 1 + Math.floor(random() * (at - stop));
      return next > stop && next < at ? { stop: next } : null;
    },
  },
  { name: 'left at the first half per cent', target: 32, stop: -32, act: ({ at }) => (at >= 2 ? 'leave' : null) },
  { name: 'left at a loss of two per cent', target: 32, stop: -32, act: ({ at }) => (at <= -8 ? 'leave' : null) },
  { name: 'left on the day it stands in gain after a while', target: 40, stop: -20, act: ({ at, step }) => (step > 150 && at >= 2 ? 'leave' : null) },
  { name: 'expires before most levels are reached', target: 40, stop: -20, lasts: 200 },
  {
    name: 'expires, and its stop was moved into the gain',
    target: 40,
    stop: -40,
    lasts: 400,
    act: ({ at, moves }) => (moves === 0 && at >= 12 ? { stop: 4 } : null),
  },
  { name: 'jumps by up to one per cent each day, left alone', target: 40, stop: -40, jump: { most: 4, every: 75 } },
  { name: 'jumps, target 10, stop 5, left alone', target: 40, stop: -20, jump: { most: 4, every: 75 } },
  {
    name: 'jumps, stop moved from 90 to 102 at 105',
    target: 40,
    stop: -40,
    jump: { most: 4, every: 75 },
    act: ({ at, moves }) => (moves === 0 && at >= 20 ? { stop: 8 } : null),
  },
];

/** Tosses of a coin: a shape takes a hundred million of them, so one random number gives 32. */
function createCoin(random: Rng): () => 1 | -1 {
  let [tosses, left] = [0, 0];
  return () => {
    if (left === 0) {
      tosses = Math.floor(random.next() * 2 ** 32);
      left = 32;
    }
    left -= 1;
    const up = tosses & 1;
    tosses >>>= 1;
    return up === 1 ? 1 : -1;
  };
}

/** One call of a shape, as the record holds it at its end. */
function walkedCall({ target, stop: first, act, lasts, jump, sell }: Shape, random: Rng, toss: () => 1 | -1): MeasuredCall {
  const price = (ticks: number): number => 100 + (sell ? -1 : 1) * TICK * ticks;
  const moved: { ts: number; stop: number; price: number }[] = [];
  let [at, best, stop, step] = [0, 0, first, 0];
  let status: CallStatus | null = null;
  while (status === null) {
    step += 1;
    at += toss();
    if (jump && step % jump.every === 0) at += Math.floor(random.next() * (2 * jump.most + 1)) - jump.most;
    best = Math.max(best, at);
    if (at <= stop) status = 'sl_hit';
    else if (at >= target) status = 'target_hit';
    else if (lasts !== undefined && step >= lasts) status = 'expired';
    else {
      const done = act?.({ at, best, step, stop, moves: moved.length }, random.next) ?? null;
      if (done === 'leave') status = 'exited';
      else if (done) {
        stop = done.stop;
        moved.push({ ts: DAY + step, stop: price(stop), price: price(at) });
      }
    }
  }
  // Without a jump a level is reached exactly; with one the price beyond it is what trades.
  return {
    call_type: sell ? 'Sell' : 'Buy',
    term: 'shortTerm',
    status,
    entry: { price: 100, ts: DAY },
    exit: { price: price(at), ts: DAY + step + 1 },
    target: price(target),
    initial_stop: price(first),
    moved,
  };
}

export interface Compared {
  /** Shares of the paths, 0–1. */
  readonly gained: number;
  readonly reckoned: number;
  /** Variance of gains less what was reckoned, a path, and the most that the rule allows for it. */
  readonly spread: number;
  readonly allowed: number;
}

/** How many of so many calls on a price without direction gain, and how many the rule reckons with. */
export function comparedWithChance(shape: Shape, paths: number, seed: number): Compared {
  const random = rng(seed);
  const toss = createCoin(random);
  let [gained, reckoned, squares, allowed] = [0, 0, 0, 0];
  for (let path = 0; path < paths; path += 1) {
    const call = walkedCall(shape, random, toss);
    const { expected, variance } = chanceOfGain(call);
    const gain = gainsAt(call, call.exit.price) ? 1 : 0;
    gained += gain;
    reckoned += expected;
    squares += (gain - expected) ** 2;
    allowed += variance;
  }
  return { gained: gained / paths, reckoned: reckoned / paths, spread: squares / paths, allowed: allowed / paths };
}
