import { addDays, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { handOverAt, type OrderRecord } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/platform.ts';
import type { BookLine, BrokerPosition } from '../brokers/port.ts';
import { type OrderStepRow, type TradeOrderRow, tradingTables } from '../tables.ts';
import type { AccountKey } from './account.store.ts';

export const ALIVE = ['confirmed', 'at_broker', 'sent', 'unknown', 'pending', 'open', 'partial'] as const;

/** What a step of an order is called and says; its record and number follow. */
export type Said = Pick<OrderStepRow, 'by' | 'kind' | 'text'>;

export async function insertOrder(tx: Database, order: TradeOrderRow): Promise<void> {
  const { ticket, record, ...rest } = order;
  await tradingTables(tx)
    .insertInto('trading_orders')
    .values({ ...rest, ticket: JSON.stringify(ticket), record: JSON.stringify(record) } as never)
    .execute();
}

/** Stores what is known now, and the step that led there. The account is locked: versions follow each other. */
export async function writeRecord(
  tx: Database,
  order: TradeOrderRow,
  record: OrderRecord,
  said: Said,
  now: Date,
  { sent_at = order.sent_at, value_paise = order.value_paise }: { readonly sent_at?: Date | null; readonly value_paise?: number } = {},
): Promise<TradeOrderRow> {
  const version = order.version + 1;
  const { state, broker_order_id } = record;
  const due = handOverAt(record);
  const changed = { state, broker_order_id, version, updated_at: now, sent_at, value_paise, due_at: Number.isFinite(due) ? new Date(due) : null };
  const text = JSON.stringify(record) as never;
  // One statement: half of it is no state at all.
  await tradingTables(tx)
    .with('changed', (db) =>
      db
        .updateTable('trading_orders')
        .set({ ...changed, record: text })
        .where('id', '=', order.id)
        .where('version', '=', order.version)
        .returning('id'),
    )
    .insertInto('trading_steps')
    .values({ order_id: order.id, n: version, at: now, ...said, record: text })
    .execute();
  return { ...order, ...changed, record };
}

/** Steps are numbered by the version they made. */
export async function writeStep(tx: Database, order_id: string, n: number, record: OrderRecord, said: Said, now: Date): Promise<void> {
  await tradingTables(tx)
    .insertInto('trading_steps')
    .values({ order_id, n, at: now, ...said, record: JSON.stringify(record) as never })
    .execute();
}

const ofAccount = (db: Database, { user_id, broker_id }: AccountKey) =>
  tradingTables(db)
    .selectFrom('trading_orders')
    .selectAll()
    .where((eb) => eb.and({ user_id, broker_id }));

const startOf = (day: string): Date => istInstant(day);
const endOf = (day: string): Date => istInstant(addDays(day, 1));

/**
 * Orders of an IST day: for its session, placed on it for a later one, or changed on it; and those of other days that live. In the order in
 * which they were placed.
 */
export const ordersOfDay = (db: Database, key: AccountKey, day: string): Promise<TradeOrderRow[]> =>
  ofAccount(db, key)
    .where((eb) =>
      eb.or([
        eb('day', '=', day),
        eb('state', 'in', ALIVE),
        eb.and([eb('day', '>', day), eb('placed_at', '>=', startOf(day)), eb('placed_at', '<', endOf(day))]),
        eb.and([eb('updated_at', '>=', startOf(day)), eb('updated_at', '<', endOf(day))]),
      ]),
    )
    .orderBy('placed_at')
    .orderBy('leg')
    .orderBy('slice')
    .execute()
    .then((rows) => rows.map(read));

/** Orders of any day that a broker's lines name, by its ids or by ours. */
export async function ordersNamed(db: Database, key: AccountKey, lines: readonly BookLine[]): Promise<TradeOrderRow[]> {
  if (lines.length === 0) return [];
  const named = (texts: readonly string[]): string[] => texts.filter((text) => text !== '');
  const ids = named(lines.map(({ broker_order_id }) => broker_order_id));
  const tags = named(lines.map(({ tag }) => tag));
  const rows = await ofAccount(db, key)
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb.and([eb('broker_order_id', '<>', ''), eb('broker_order_id', 'in', ids)])] : []),
        ...(tags.length > 0 ? [eb('tag', 'in', tags)] : []),
      ]),
    )
    .orderBy('placed_at')
    .execute();
  return rows.map(read);
}

/** Whether an order of the account has changed since an instant. */
export const hasMovedSince = async (db: Database, key: AccountKey, since: Date): Promise<boolean> =>
  (await ofAccount(db, key).where('updated_at', '>=', since).limit(1).executeTakeFirst()) !== undefined;

export const ordersByKey = (db: Database, account: AccountKey, key: string): Promise<TradeOrderRow[]> =>
  ofAccount(db, account)
    .where('key', '=', key)
    .orderBy('leg')
    .orderBy('slice')
    .execute()
    .then((rows) => rows.map(read));

export const orderById = (db: Database, id: string, user_id: string): Promise<TradeOrderRow | undefined> =>
  tradingTables(db)
    .selectFrom('trading_orders')
    .selectAll()
    .where((eb) => eb.and({ id, user_id }))
    .executeTakeFirst()
    .then((row) => row && read(row));

/** A broker's orders by our tags. */
export const ordersTagged = (db: Database, broker_id: number, tags: readonly string[]): Promise<TradeOrderRow[]> =>
  tradingTables(db)
    .selectFrom('trading_orders')
    .selectAll()
    .where('broker_id', '=', broker_id)
    .where('tag', 'in', tags)
    .execute()
    .then((rows) => rows.map(read));

/** The order that a broker means: by our id, or by its own. */
export const orderOfBroker = (
  db: Database,
  broker_id: number,
  named: { readonly tag: string; readonly broker_order_id: string },
): Promise<TradeOrderRow | undefined> =>
  tradingTables(db)
    .selectFrom('trading_orders')
    .selectAll()
    .where('broker_id', '=', broker_id)
    .where((eb) => eb.or([...(named.tag ? [eb('tag', '=', named.tag)] : []), eb.and({ broker_order_id: named.broker_order_id })]))
    .orderBy((eb) => eb('tag', '=', named.tag), 'desc')
    .limit(1)
    .executeTakeFirst()
    .then((row) => row && read(row));

export const stepsOf = (db: Database, order_id: string): Promise<OrderStepRow[]> =>
  tradingTables(db).selectFrom('trading_steps').selectAll().where('order_id', '=', order_id).orderBy('n').execute();

/** Orders whose sender has been silent since an instant: its process has ended, or its call has. */
export const stuckOrders = (db: Database, since: Date, most: number): Promise<TradeOrderRow[]> =>
  tradingTables(db)
    .selectFrom('trading_orders as stuck')
    .selectAll('stuck')
    .where('state', 'in', ['confirmed', 'sent'])
    .where('updated_at', '<=', since)
    // A basket goes out one order after the other: while one of it has just been sent, the others wait for their turn.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('trading_orders as going')
            .select('going.id')
            .where('stuck.state', '=', 'confirmed')
            .whereRef('going.user_id', '=', 'stuck.user_id')
            .whereRef('going.broker_id', '=', 'stuck.broker_id')
            .whereRef('going.basket_id', '=', 'stuck.basket_id')
            .where('going.sent_at', '>', since),
        ),
      ),
    )
    .orderBy('updated_at')
    .limit(most)
    .execute()
    .then((rows) => rows.map(read));

/** Orders that are to be handed to their owners by now. */
export const overdueOrders = (db: Database, now: Date, most: number): Promise<TradeOrderRow[]> =>
  tradingTables(db)
    .selectFrom('trading_orders')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .execute()
    .then((rows) => rows.map(read));

/** Takes back when an order is due: a server that knows nothing of it has settled the order. */
export async function clearDue(db: Database, { id, version }: Pick<TradeOrderRow, 'id' | 'version'>): Promise<void> {
  await tradingTables(db)
    .updateTable('trading_orders')
    .set({ due_at: null })
    .where((eb) => eb.and({ id, version }))
    .execute();
}

/** What counts against the limits of an IST day: everything that was placed on it, for whichever session, but what never left us. */
export async function usedOn(db: Database, { user_id, broker_id }: AccountKey, day: string): Promise<{ orders: number; paise: number }> {
  const row = await tradingTables(db)
    .selectFrom('trading_orders')
    .select([sql<string>`count(*)`.as('orders'), sql<string>`coalesce(sum(value_paise), 0)`.as('paise')])
    .where((eb) => eb.and({ user_id, broker_id }))
    // An order is for the session of its day or a later one.
    .where('day', '>=', day)
    .where('placed_at', '>=', startOf(day))
    .where('placed_at', '<', endOf(day))
    .where('state', 'not in', ['not_sent'])
    .executeTakeFirstOrThrow();
  return { orders: Number(row.orders), paise: Number(row.paise) };
}

/** A 64-bit sum comes as text. */
const read = (row: TradeOrderRow): TradeOrderRow => ({ ...row, value_paise: Number(row.value_paise) });

export const lives = ({ state }: Pick<TradeOrderRow, 'state'>): boolean => !isOver(state);

/** Names the position that an order or a line of a broker's book is of. */
export const positionKey = (one: Pick<BrokerPosition, 'instrument' | 'exchange' | 'product'>): string => `${one.instrument} ${one.exchange} ${one.product}`;

/**
 * Orders that make up positions, by what was filled, by the position's key: overnight positions are of all days, others of the session’s day alone.
 */
export async function tradedIn(
  db: Database,
  account: AccountKey,
  positions: readonly Pick<BrokerPosition, 'instrument' | 'exchange' | 'product'>[],
  day: string,
): Promise<Map<string, TradeOrderRow[]>> {
  if (positions.length === 0) return new Map();
  const rows = await ofAccount(db, account)
    .where('instrument', 'in', [...new Set(positions.map(({ instrument }) => instrument))])
    .where((eb) => eb.or([eb('day', '=', day), sql<boolean>`ticket ->> 'product' = 'NRML'`]))
    .where(sql<boolean>`(record ->> 'filled')::numeric > 0`)
    .orderBy('placed_at')
    .execute();
  return Map.groupBy(rows.map(read), ({ instrument, ticket }) => positionKey({ ...ticket, instrument }));
}

/** The broker that was given an id of ours; null where nobody was. */
export const brokerOfTag = (db: Database, tag: string): Promise<number | null> =>
  tradingTables(db)
    .selectFrom('trading_orders')
    .select('broker_id')
    .where('tag', '=', tag)
    .executeTakeFirst()
    .then((row) => row?.broker_id ?? null);
