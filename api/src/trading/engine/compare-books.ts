import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { findInBook, type WantedOrder } from '@vimarsh/shared/domain/trading/order/find-in-book.ts';
import { hearBroker, moveOrder, type OrderRecord } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import type { BookLine } from '../brokers/port.ts';
import type { OpenDifference } from '../store/difference.store.ts';
import type { Said } from '../store/order.store.ts';
import type { TradeOrderRow } from '../tables.ts';

/** A book of the broker: its number, the latest number there is, and whether it was read after the end of an IST day. */
export interface ReadBook {
  readonly lines: readonly BookLine[];
  readonly book: number;
  readonly look: number;
  readonly final_day: string | null;
  readonly now: number;
}

export interface Compared {
  readonly order: TradeOrderRow;
  readonly record: OrderRecord;
  readonly said: Said;
  /** Two entries look alike: only its owner can tell. */
  readonly several: boolean;
}

/** States in which an order may be in the book without any id of ours. */
const BY_LOOKS = new Set(['sent', 'unknown', 'at_broker']);

/** Holds a book of the broker against our orders: what each of them is now, and where the two disagree. */
export function compareBooks(
  orders: readonly TradeOrderRow[],
  read: ReadBook,
): { readonly compared: readonly Compared[]; readonly differences: readonly OpenDifference[] } {
  const claimed = new Map(orders.flatMap(({ id, broker_order_id }) => (broker_order_id ? [[broker_order_id, id] as const] : [])));
  const compared: Compared[] = [];
  const differences: OpenDifference[] = [];
  for (const order of orders) {
    const others = new Set([...claimed].flatMap(([broker_order_id, id]) => (id === order.id ? [] : [broker_order_id])));
    const lines = BY_LOOKS.has(order.state)
      ? read.lines
      : read.lines.filter((line) => line.tag === order.tag || line.broker_order_id === order.broker_order_id);
    const found = findInBook(wantedOf(order), lines, others);
    if (found.kind === 'found') {
      const line = found.entry;
      claimed.set(line.broker_order_id, order.id);
      const record = hearBroker(order.record, line, { book: read.book, look: read.look, now: read.now });
      const text = order.state === 'unknown' || order.state === 'sent' ? `Found in the broker’s book by ${WAYS[found.how]}.` : 'By the broker’s book.';
      compared.push({ order, record, said: { by: 'book', kind: record.state, text }, several: false });
      differences.push(...lineDifferences(order, record, line));
    } else {
      const record = found.kind === 'none' ? missing(order, read) : order.record;
      compared.push({
        order,
        record,
        said: { by: 'book', kind: record.state, text: 'The final book of the day does not have it.' },
        several: found.kind === 'several',
      });
      if (found.kind === 'none' && isLost(order, read))
        differences.push({
          kind: 'missing',
          broker_order_id: order.broker_order_id,
          order_id: order.id,
          symbol: order.instrument,
          ours: order.state,
          theirs: 'not in the book',
        });
    }
  }
  const foreign = read.lines.filter(({ broker_order_id }) => !claimed.has(broker_order_id));
  for (const line of foreign.slice(0, MOST_NOT_OURS)) {
    differences.push({
      kind: 'not_ours',
      broker_order_id: line.broker_order_id,
      order_id: '',
      symbol: line.instrument,
      ours: 'not ours',
      theirs: `${line.side} ${line.quantity}, ${line.state}`,
    });
  }
  const more = foreign.length - MOST_NOT_OURS;
  if (more > 0) differences.push({ ...MORE_NOT_OURS, theirs: `${more} more` });
  return { compared, differences };
}

/** Orders that were not placed here and are named one by one. */
const MOST_NOT_OURS = 100;
/** Stands for those that are not named. */
const MORE_NOT_OURS = { kind: 'not_ours', broker_order_id: '', order_id: '', symbol: '', ours: 'not ours' } as const;

const WAYS = { 'broker id': 'the broker’s id', 'our id': 'our id', looks: 'share, side, quantity and time' } as const;

const wantedOf = (order: TradeOrderRow): WantedOrder => ({
  id: order.id,
  tag: order.tag,
  broker_order_id: order.broker_order_id,
  instrument: order.instrument,
  side: order.ticket.side,
  quantity: order.ticket.quantity,
  sent_at: (order.sent_at ?? order.placed_at).getTime(),
});

/** An order that the book lacks: nothing follows from that before the day's final book, unless the broker never had it. */
function missing(order: TradeOrderRow, { final_day, look, now, book }: ReadBook): OrderRecord {
  if (final_day !== order.day || book <= order.record.look) return order.record;
  return moveOrder(order.record, { type: 'ABSENT' }, { look, now }) ?? order.record;
}

/** The broker told an id, and a book read afterwards lacks it. */
const isLost = (order: TradeOrderRow, { book }: ReadBook): boolean => order.broker_order_id !== '' && !isOver(order.state) && book > order.record.look;

function lineDifferences(order: TradeOrderRow, record: OrderRecord, line: BookLine): OpenDifference[] {
  const at = { broker_order_id: line.broker_order_id, order_id: order.id, symbol: order.instrument };
  const theirs = line.filled > 0 && line.filled >= line.quantity ? 'complete' : line.state === 'open' && line.filled > 0 ? 'partial' : line.state;
  const said: OpenDifference[] = [];
  if (line.filled !== record.filled) said.push({ ...at, kind: 'fills', ours: `${record.filled} filled`, theirs: `${line.filled} filled` });
  if (theirs !== record.state) said.push({ ...at, kind: 'state', ours: record.state, theirs });
  return said;
}
