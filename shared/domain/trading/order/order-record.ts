import type { OrderState } from '../../../contract/trading/types.ts';
import { HAND_OVER_MS, isOver } from './ended.ts';
import { type BrokerState, nextOrderState, type OrderEvent, saying } from './order.machine.ts';

/** A change that was asked for. `state` as in the contract; `look`: the latest book that was begun before it was sent. */
export interface AskedChange {
  readonly kind: 'modify' | 'cancel';
  readonly state: 'sent' | 'unknown' | 'refused';
  readonly quantity: number | null;
  readonly price: number | null;
  readonly trigger: number | null;
  readonly code: string;
  readonly broker_text: string;
  readonly at: number;
  readonly unknown_since: number | null;
  readonly handed_over_at: number | null;
}

/** What we know of an order. Times are ms of market time; prices ₹. */
export interface OrderRecord {
  readonly state: OrderState;
  readonly quantity: number;
  readonly price: number | null;
  readonly trigger: number | null;
  readonly filled: number;
  readonly average: number | null;
  readonly broker_order_id: string;
  /** Why it ended: our code, and the broker's words. */
  readonly code: string;
  readonly broker_text: string;
  readonly change: AskedChange | null;
  readonly unknown_since: number | null;
  readonly handed_over_at: number | null;
  readonly looked_at: number | null;
  /** Since when nobody looks for it any more: its final book was never read, and no later one has it. Absent while somebody does. */
  readonly search_ended_at?: number;
  /** Number of the latest book that was begun when this was last changed: a book with a higher number was read from later on. */
  readonly look: number;
}

/** What a broker says of one order: by an answer, a postback or its book. */
export interface BrokerReport {
  readonly broker_order_id: string;
  readonly state: 'pending' | 'open' | 'complete' | 'cancelled' | 'rejected' | 'expired';
  readonly quantity: number;
  readonly price: number | null;
  readonly trigger: number | null;
  readonly filled: number;
  readonly average: number | null;
  readonly code: string;
  readonly broker_text: string;
}

/** The number of the book a report is from, and of the latest that was begun when it is taken in; `book` null: an answer or a postback. */
export interface Heard {
  readonly book: number | null;
  readonly look: number;
  readonly now: number;
}

/** `quantity`: what the order asks for by what we know. A word that speaks of less than that is of before a change, and completes nothing. */
const wordOf = ({ state, filled }: Pick<BrokerReport, 'state' | 'filled'>, quantity: number, taken: boolean): BrokerState => {
  if (filled > 0 && filled >= quantity) return 'complete';
  const lives = state === 'open' || (state === 'complete' && !taken);
  return lives ? (filled > 0 ? 'partial' : 'open') : state;
};

/** Takes in an event of ours. Null where it says nothing to the order's state. */
export function moveOrder(
  order: OrderRecord,
  event: OrderEvent,
  { look, now }: Pick<Heard, 'look' | 'now'>,
  with_: Partial<OrderRecord> = {},
): OrderRecord | null {
  const state = nextOrderState(order.state, event);
  return state === null ? null : settle({ ...order, ...with_ }, state, look, now);
}

/**
 * Takes in what the broker says. A fill is never taken back, and one that comes late counts whatever the state. Quantity and prices follow a
 * book read afterwards, or the change that was asked for; an older word leaves them.
 */
export function hearBroker(order: OrderRecord, report: BrokerReport, heard: Heard): OrderRecord {
  const fresh = heard.book !== null && heard.book > order.look;
  const filled = Math.max(order.filled, report.filled);
  const average = report.filled >= order.filled && report.filled > 0 ? report.average : order.average;
  const shows = showsChange(order.change, report);
  const terms: Partial<Pick<OrderRecord, 'quantity' | 'price' | 'trigger'>> =
    fresh || shows || order.state === 'unknown' || order.state === 'sent' ? { quantity: report.quantity, price: report.price, trigger: report.trigger } : {};
  const taken = terms.quantity !== undefined;
  const event = saying(wordOf({ ...report, filled }, terms.quantity ?? order.quantity, taken), fresh);
  const next = nextOrderState(order.state, event) ?? order.state;
  const heardOf: OrderRecord = {
    ...order,
    ...terms,
    filled,
    average,
    broker_order_id: order.broker_order_id || report.broker_order_id,
    ...(next === report.state && isOver(next) && (next !== order.state || fresh) ? { code: report.code, broker_text: report.broker_text } : {}),
    change: shows ? null : order.change,
  };
  return settle(heardOf, next, heard.look, heard.now);
}

/** Whether a report shows that a change took effect. */
const showsChange = (change: AskedChange | null, report: BrokerReport): boolean =>
  change !== null &&
  change.kind === 'modify' &&
  change.state !== 'refused' &&
  (change.quantity === null || report.quantity === change.quantity) &&
  report.price === change.price &&
  report.trigger === change.trigger;

function settle(order: OrderRecord, state: OrderState, look: number, now: number): OrderRecord {
  const moved = state !== order.state;
  const unknown = state === 'unknown';
  const { search_ended_at, ...rest } = order;
  return {
    ...rest,
    ...(!moved && search_ended_at !== undefined ? { search_ended_at } : {}),
    state,
    look: moved ? look : order.look,
    unknown_since: unknown ? (order.unknown_since ?? now) : null,
    handed_over_at: unknown ? order.handed_over_at : null,
    looked_at: moved && order.state === 'unknown' ? null : order.looked_at,
    ...(moved && !isOver(state) ? { code: '', broker_text: '' } : {}),
    // What has ended needs no change any more.
    change: isOver(state) ? null : order.change,
  };
}

/** Writes down that a change is about to be sent. */
export const askChange = (
  order: OrderRecord,
  change: Pick<AskedChange, 'kind' | 'quantity' | 'price' | 'trigger'>,
  { look, now }: Pick<Heard, 'look' | 'now'>,
): OrderRecord => ({
  ...order,
  look,
  looked_at: null,
  change: { ...change, state: 'sent', code: '', broker_text: '', at: now, unknown_since: null, handed_over_at: null },
});

/** The broker's answer to a change, or that there was none. A receipt changes nothing: the book has to show the change. */
export function answerChange(order: OrderRecord, answer: 'lost' | { readonly code: string; readonly broker_text: string }, now: number): OrderRecord {
  const { change } = order;
  if (!change || change.state === 'refused') return order;
  if (answer === 'lost') return { ...order, change: { ...change, state: 'unknown', unknown_since: change.unknown_since ?? now } };
  return { ...order, change: { ...change, ...answer, state: 'refused', unknown_since: null } };
}

/** Whether nobody can say what became of it or of a change of it, and its owner has not looked yet: then nothing else may be asked. */
export const isFrozen = (order: Pick<OrderRecord, 'state' | 'change' | 'looked_at'>): boolean =>
  order.looked_at === null && (order.state === 'sent' || order.state === 'unknown' || order.change?.state === 'unknown');

const dueAt = (since: number | null, handed: number | null): number => (since === null || handed !== null ? Number.POSITIVE_INFINITY : since + HAND_OVER_MS);

/** A receipt that no book has borne out for so long is no better than no answer. */
const changeDueAt = (change: AskedChange | null): number =>
  change === null || change.state === 'refused' ? Number.POSITIVE_INFINITY : dueAt(change.unknown_since ?? change.at, change.handed_over_at);

/** When (ms) an order, or a change of it, has to be handed to its owner; infinite where nothing waits. */
export const handOverAt = ({ unknown_since, handed_over_at, change }: Pick<OrderRecord, 'unknown_since' | 'handed_over_at' | 'change'>): number =>
  Math.min(dueAt(unknown_since, handed_over_at), changeDueAt(change));

/** Hands over what has been unknown for too long. The same object where nothing is due. */
export function handOver(order: OrderRecord, now: number): OrderRecord {
  const { change } = order;
  if (dueAt(order.unknown_since, order.handed_over_at) <= now) return { ...order, handed_over_at: now };
  if (change && changeDueAt(change) <= now)
    return { ...order, change: { ...change, state: 'unknown', unknown_since: change.unknown_since ?? change.at, handed_over_at: now } };
  return order;
}

/** Ends the search for an order that no book has: what is unknown is its owner's from now on. */
export const endSearch = (order: OrderRecord, now: number): OrderRecord => ({
  ...order,
  handed_over_at: order.state === 'unknown' ? (order.handed_over_at ?? now) : order.handed_over_at,
  search_ended_at: now,
});

/** What can be asked of an order now. A cancel can be repeated: asked twice, it ends the same order once. */
export function mayAsk(order: Pick<OrderRecord, 'state' | 'change' | 'looked_at' | 'broker_order_id'>): { readonly modify: boolean; readonly cancel: boolean } {
  const lives = (order.state === 'pending' || order.state === 'open' || order.state === 'partial') && order.broker_order_id !== '';
  const waits = order.change !== null && order.change.state === 'sent';
  return { modify: lives && order.state !== 'pending' && !waits && !isFrozen(order), cancel: lives && !(waits && order.change?.kind === 'cancel') };
}
