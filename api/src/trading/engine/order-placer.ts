import { createHash } from 'node:crypto';
import type { LegTicket, OrderWay } from '@vimarsh/shared/contract/trading/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { newRecord } from '@vimarsh/shared/domain/trading/order/new-record.ts';
import { isFrozen } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { type Database, Fail } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import { type AccountKey, lockTradingAccount } from '../store/account.store.ts';
import { insertOrder, ordersByKey, ordersOfDay, writeStep } from '../store/order.store.ts';
import type { AccountRow, TradeOrderRow } from '../tables.ts';
import type { EngineDeps } from './engine-deps.ts';

/** A leg as it is stored: cut into orders that the exchange takes. */
export interface PreparedLeg {
  readonly ticket: LegTicket;
  readonly instrument: string;
  readonly name: string;
  readonly slices: readonly number[];
  /** The IST day of the session it is for: instruments close at different times. */
  readonly day: string;
  /** Paise of the whole leg. */
  readonly value_paise: number;
}

export interface OrderWish {
  /** Made by the client once per wish. */
  readonly key: string;
  readonly partner_key: string;
  readonly legs: readonly PreparedLeg[];
  readonly way: OrderWay;
  readonly after_market: boolean;
  readonly tagLength: number;
}

/** What else has to be true while the account is locked. Throws what keeps the orders from being placed. */
export type PlacingGuard = (tx: Database, account: AccountRow, orders: readonly TradeOrderRow[]) => Promise<void>;

/** Letters and digits alone, as brokers take them; unique while 80 bits are. */
const tagOf = (id: string, length: number): string => createHash('sha256').update(id).digest('hex').slice(0, Math.min(length, 20));

/**
 * Stores the orders of a wish before anything is sent, once however often the wish comes. `made` false: they were stored by an earlier
 * request, which sends them. Throws ORDER_FROZEN while an order in one of its shares is unknown, and what the guard throws.
 */
export async function storeWish(
  { transaction, now }: Pick<EngineDeps, 'transaction' | 'now'>,
  account: AccountKey,
  wish: OrderWish,
  guard: PlacingGuard,
): Promise<{ readonly orders: TradeOrderRow[]; readonly made: boolean }> {
  return transaction(async (tx) => {
    const row = await lockTradingAccount(tx, account, wish.partner_key);
    const earlier = await ordersByKey(tx, account, wish.key);
    if (earlier.length > 0) return { orders: earlier, made: false };
    const today = await ordersOfDay(tx, account, istDay(new Date(now())));
    const instruments = new Set(wish.legs.map(({ instrument }) => instrument));
    if (today.some(({ instrument, record }) => instruments.has(instrument) && isFrozen(record))) throw new Fail('ORDER_FROZEN');
    await guard(tx, row, today);
    const at = new Date(now());
    const basket_id = ulid();
    const orders = wish.legs.flatMap(({ ticket, instrument, name, slices, day, value_paise }, leg) =>
      slices.map((quantity, slice): TradeOrderRow => {
        const id = ulid();
        const record = { ...newRecord({ quantity, price: ticket.price, trigger: ticket.trigger }), look: row.look };
        return {
          id,
          user_id: account.user_id,
          broker_id: account.broker_id,
          basket_id,
          key: wish.key,
          leg,
          slice,
          tag: tagOf(id, wish.tagLength),
          way: wish.way,
          instrument,
          name,
          ticket: { ...ticket, quantity },
          day,
          after_market: wish.after_market,
          state: record.state,
          broker_order_id: '',
          record,
          value_paise: Math.round((value_paise * quantity) / ticket.quantity),
          version: 1,
          placed_at: at,
          sent_at: null,
          updated_at: at,
          due_at: null,
        };
      }),
    );
    for (const order of orders) {
      await insertOrder(tx, order);
      await writeStep(tx, order.id, order.version, order.record, { by: 'owner', kind: 'confirmed', text: 'Confirmed and stored.' }, at);
    }
    return { orders, made: true };
  });
}

/** What is bought goes out before what is sold: a sale that the basket covers is never bare. */
export const inSendingOrder = (orders: readonly TradeOrderRow[]): TradeOrderRow[] =>
  orders.toSorted((a, b) => Number(a.ticket.side === 'sell') - Number(b.ticket.side === 'sell') || a.leg - b.leg || a.slice - b.slice);
