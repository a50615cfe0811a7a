import { isDeepStrictEqual } from 'node:util';
import type { OrderRecord } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import type { Database } from '../../platform/platform.ts';
import { type AccountKey, lockTradingAccount, updateAccount } from '../store/account.store.ts';
import { orderById, type Said, writeRecord } from '../store/order.store.ts';
import type { AccountRow, TradeOrderRow } from '../tables.ts';
import type { EngineDeps } from './engine-deps.ts';

/** What a step stores, and by when (ms) the broker's book is read because of it. */
interface OrderStepResult {
  readonly record: OrderRecord;
  /** Null: nothing happened to the order. */
  readonly said: Said | null;
  readonly sent_at?: Date;
  readonly look_at?: number;
  readonly value_paise?: number;
}

/** One step of one order, with its account locked: stored whole, or not at all. `step` answers null where nothing is to be stored. */
export async function stepOrder(
  deps: Pick<EngineDeps, 'transaction' | 'now' | 'changed' | 'handedOver'>,
  id: string,
  account: AccountKey,
  step: (held: TradeOrderRow, account: AccountRow, now: number) => OrderStepResult | null,
): Promise<{ readonly order: TradeOrderRow; readonly moved: boolean }> {
  const done = await deps.transaction(async (tx) => {
    const row = await lockTradingAccount(tx, account);
    const held = (await orderById(tx, id, account.user_id))!;
    const at = deps.now();
    const next = step(held, row, at);
    if (!next) return { order: held, moved: false };
    const same = isDeepStrictEqual(next.record, held.record);
    const order = next.said === null || (same && next.said.by === 'postback') ? held : await writeRecord(tx, held, next.record, next.said, new Date(at), next);
    const soon = next.look_at === undefined ? null : new Date(Math.min(next.look_at, row.next_look_at?.getTime() ?? Number.POSITIVE_INFINITY));
    await tellHandOver(tx, deps, held, order);
    if (soon) await updateAccount(tx, account, { next_look_at: soon, ...(order.state === 'unknown' && { failed_looks: 0 }) });
    return { order, moved: order !== held };
  });
  if (done.moved) deps.changed(done.order);
  return done;
}

const isHandedOver = ({ record }: TradeOrderRow): boolean => record.handed_over_at !== null || (record.change?.handed_over_at ?? null) !== null;

/** Has its owner told, in the same transaction, that an order is theirs to look for. */
export async function tellHandOver(tx: Database, { handedOver }: Pick<EngineDeps, 'handedOver'>, before: TradeOrderRow, after: TradeOrderRow): Promise<void> {
  if (isHandedOver(after) && !isHandedOver(before)) await handedOver?.(tx, after);
}
