import type { CallStatus, CallType } from '../../contract/calls/types.ts';
import { formatInr, formatNumber } from '../../domain/text/formats.ts';

export interface RailLevels {
  /** ₹. */
  stop: number;
  /** `stop` is the one of the publication, and another one came into force later. */
  published?: boolean;
  /** The price of entry once there is one, else the published entry; for a range its middle. */
  entry: number;
  entered?: boolean;
  /** In place of `entry` in figures: both ends of a range. */
  entryText?: string;
  target: number;
  /** Live price while the call is open, the exit price once it is closed; null when unknown. */
  price: number | null;
  callType: CallType;
  status: CallStatus;
  /** What a follower has made after costs, %: its sign decides the colour. Absent or null, the way from the entry does. */
  made?: number | null;
  /** The stop-loss that ended the call with a gain, ₹, where it is not the published one. */
  raised?: number | null;
}

/** A call on its rail. Positions run from 0 (stop-loss, or the entry once the stop passed it) to 1 (target), for Buy and Sell alike. */
export interface RailReading {
  stopAt: number;
  entryAt: number;
  /** Clamped to the rail; null without a price. */
  priceAt: number | null;
  /** Beyond an end of the rail. */
  beyond: 'stop' | 'target' | null;
  /** `none` for a Hold: no way is good or bad, its price is inside its band or outside. */
  direction: 'gain' | 'loss' | 'flat' | 'none';
  /** What it is drawn as: after costs a price a little beyond the entry is a loss. */
  tone: 'gain' | 'loss' | 'flat' | 'none';
  /** Where the stop-loss stood that ended it with a gain; null without one. */
  raisedAt: number | null;
  closed: boolean;
  /** Not entered yet, so no distance is travelled. */
  waiting: boolean;
  /** Share of the way from entry to the end it moves towards, %. */
  travelled: number;
  /** The rail in words, for screen readers. */
  text: string;
}

const OUTCOME: Record<CallStatus, string> = {
  awaiting_entry: 'Waiting for entry',
  active: 'Open',
  suspended_open: 'Frozen',
  target_hit: 'Target reached',
  sl_hit: 'Stop-loss reached',
  exited: 'Exited early',
  expired: 'Expired',
  lapsed: 'Entry not triggered',
  cancelled: 'Cancelled',
  unjudged: 'Not judgeable',
};
/** Texts of the outcome chip (product A.7). */
export const outcomeLabel = (status: CallStatus): string => OUTCOME[status];

/** A stop-loss that was moved past the entry ends a call with a gain: its plain name would say the opposite of the result. */
export const raisedLabel = (callType: CallType): string => (callType === 'Sell' ? 'Closed at a lowered stop' : 'Closed at a raised stop');

const OPEN: readonly CallStatus[] = ['awaiting_entry', 'active', 'suspended_open'];
export const isOpenCall = (status: CallStatus): boolean => OPEN.includes(status);

export function readRail({ stop, published, entry, entered, entryText, target, price, callType, status, made, raised }: RailLevels): RailReading {
  // A Hold is a band between its two levels, wherever it was entered.
  const from = callType === 'Hold' ? stop : callType === 'Sell' ? Math.max(stop, entry) : Math.min(stop, entry);
  const span = target - from;
  const place = (value: number) => (span === 0 ? 0.5 : (value - from) / span);
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const entryAt = clamp(place(entry));
  const raw = price === null || !Number.isFinite(price) ? null : place(price);
  const waiting = status === 'awaiting_entry' || status === 'lapsed' || status === 'cancelled' || (status === 'unjudged' && !entered);
  const closed = !isOpenCall(status);
  const gap = raw === null ? 0 : raw - entryAt;
  const hold = callType === 'Hold';
  const direction = hold ? 'none' : Math.abs(gap) < 1e-9 ? 'flat' : gap > 0 ? 'gain' : 'loss';
  const tone = hold || made === undefined || made === null ? direction : made > 0 ? 'gain' : made < 0 ? 'loss' : 'flat';
  const room = direction === 'gain' ? 1 - entryAt : entryAt;
  const travelled = room > 0 ? Math.min(100, (Math.abs(clamp(raw ?? entryAt) - entryAt) / room) * 100) : gap === 0 ? 0 : 100;
  const levels = `${callType} call. ${published ? 'Published stop-loss' : 'Stop-loss'} ${formatInr(stop)}, ${entered ? 'entered' : 'entry'} ${entryText ?? formatInr(entry)}, target ${formatInr(target)}.`;
  const moved = raised == null ? '' : ` Stop-loss moved to ${formatInr(raised)}.`;
  const beyond = raw === null ? null : raw < 0 ? 'stop' : raw > 1 ? 'target' : null;
  const way = hold
    ? `${beyond ? 'outside' : 'inside'} its band`
    : direction === 'flat'
      ? 'at the entry'
      : travelled >= 100
        ? `at or beyond the ${direction === 'gain' ? 'target' : 'stop-loss'}`
        : `${formatNumber(Math.min(99, travelled))}% of the way from entry to ${direction === 'gain' ? 'target' : 'stop-loss'}`;
  const now = raw === null ? '' : ` ${closed ? 'Closed at' : 'Price'} ${formatInr(price)}${waiting ? '' : `, ${way}`}.`;
  return {
    stopAt: clamp(place(stop)),
    entryAt,
    priceAt: raw === null ? null : clamp(raw),
    beyond,
    direction,
    tone,
    raisedAt: raised == null ? null : clamp(place(raised)),
    closed,
    waiting,
    travelled,
    text: `${levels}${moved} ${raised == null ? OUTCOME[status] : raisedLabel(callType)}.${now}`,
  };
}
