import type { CallType } from '../../../contract/calls/types.ts';
import { type Bucket, bucket } from '../buckets.ts';
import { direction } from './levels.ts';

/** The buckets of product C.14, and our own for risk-reward and age. */
export const BUCKETS = {
  potential: [
    bucket('none', 'below 0 %', Number.NEGATIVE_INFINITY),
    bucket('0-5', '0–5 %', 0),
    bucket('5-10', '5–10 %', 5),
    bucket('10-20', '10–20 %', 10),
    bucket('20-50', '20–50 %', 20),
    bucket('50', '50 % and more', 50),
  ],
  risk_reward: [
    bucket('1', 'below 1', Number.NEGATIVE_INFINITY),
    bucket('1-1.5', '1–1.5', 1),
    bucket('1.5-2', '1.5–2', 1.5),
    bucket('2-3', '2–3', 2),
    bucket('3', '3 and more', 3),
  ],
  progress: [
    bucket('away', 'moved away', Number.NEGATIVE_INFINITY),
    bucket('0-25', '0–25 %', 0),
    bucket('25-50', '25–50 %', 25),
    bucket('50-75', '50–75 %', 50),
    bucket('75-100', '75–100 %', 75),
  ],
  age: [
    bucket('0-2', 'under 3 days', 0),
    bucket('3-7', '3–7 days', 3),
    bucket('8-30', '8–30 days', 8),
    bucket('31-90', '31–90 days', 31),
    bucket('91', 'over 90 days', 91),
  ],
  liquidity: [
    bucket('1', 'under ₹1 Cr a day', 0),
    bucket('1-10', '₹1–10 Cr a day', 1),
    bucket('10-100', '₹10–100 Cr a day', 10),
    bucket('100', 'over ₹100 Cr a day', 100),
  ],
} as const satisfies Record<string, readonly Bucket[]>;

interface Levels {
  readonly call_type: CallType;
  /** ₹. */
  readonly entry: number;
  readonly target: number;
  readonly stop: number;
}

/** How far the price has moved from entry to target, in %; negative in the other direction. Null where both are equal. */
export function progressPct({ call_type, entry, target }: Pick<Levels, 'call_type' | 'entry' | 'target'>, ltp: number): number | null {
  const way = Math.abs(target - entry);
  return way === 0 ? null : (100 * direction(call_type) * (ltp - entry)) / way;
}

/** The price is within a quarter of the risk of its stop-loss. */
export const nearStop = ({ entry, stop }: Pick<Levels, 'entry' | 'stop'>, ltp: number): boolean => Math.abs(ltp - stop) < 0.25 * Math.abs(entry - stop);
