import type { BookDifference, Order, OrderStep } from '@vimarsh/shared/contract/trading/types.ts';
import { mayAsk } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { changeWords, reasonWords, stateWords } from '@vimarsh/shared/domain/trading/order/order-words.ts';
import type { DifferenceRow, OrderStepRow, TradeOrderRow } from './tables.ts';

const instantOf = (at: number | Date | null): string | null => (at === null ? null : new Date(at).toISOString());

/** What can be asked of the broker from here, whatever the order. */
export interface AskedHere {
  readonly modify: boolean;
  readonly cancel: boolean;
}

/** An order as its owner sees it. */
export function orderView(row: TradeOrderRow, broker: Order['broker'], here: AskedHere): Order {
  const { record } = row;
  const { change } = record;
  const reason = record.code === '' ? null : { code: record.code, ...reasonWords(record.code), broker_text: record.broker_text };
  const can = mayAsk(record);
  return {
    id: row.id,
    basket_id: row.basket_id,
    leg: row.leg,
    slice: row.slice,
    broker,
    way: row.way,
    broker_order_id: record.broker_order_id,
    ticket: { ...row.ticket, quantity: record.quantity, price: record.price, trigger: record.trigger },
    name: row.name,
    state: record.state,
    state_text: stateWords(record),
    filled: record.filled,
    average: record.average,
    reason,
    change: change && {
      kind: change.kind,
      state: change.state,
      quantity: change.quantity,
      price: change.price,
      trigger: change.trigger,
      text: changeTextOf(change),
      at: instantOf(change.at)!,
    },
    unknown_since: instantOf(record.unknown_since),
    handed_over_at: instantOf(record.handed_over_at ?? change?.handed_over_at ?? null),
    looked_at: instantOf(record.looked_at),
    ...(record.search_ended_at !== undefined && { search_ended_at: instantOf(record.search_ended_at)! }),
    after_market: row.after_market,
    may: { modify: can.modify && here.modify, cancel: can.cancel && here.cancel },
    version: row.version,
    placed_at: row.placed_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

const changeTextOf = (change: NonNullable<TradeOrderRow['record']['change']>): string =>
  change.state === 'refused' ? `${changeWords(change)} ${reasonWords(change.code).text}` : changeWords(change);

export const stepView = ({ at, by, kind, text }: OrderStepRow): OrderStep => ({ at: at.toISOString(), by, kind, text });

const DIFFERS: Readonly<Record<DifferenceRow['kind'], string>> = {
  fills: 'Your broker’s book has another number filled than ours.',
  state: 'Your broker’s book has this order in another state than ours.',
  not_ours: 'This order stands in your broker’s book and was not placed here.',
  missing: 'Your broker’s book does not have this order, though it had told its number.',
};

const MORE_NOT_OURS = 'More orders stand in your broker’s book that were not placed here: only the first 100 are named.';

export const differenceView = ({ kind, order_id, broker_order_id, symbol, ours, theirs, since }: DifferenceRow): BookDifference => ({
  kind,
  order_id: order_id || null,
  broker_order_id,
  symbol,
  ours,
  theirs,
  text: kind === 'not_ours' && broker_order_id === '' ? MORE_NOT_OURS : DIFFERS[kind],
  since: since.toISOString(),
});
