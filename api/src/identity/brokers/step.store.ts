import type { ExpressionBuilder, Selectable } from 'kysely';
import { ulid } from '../../platform/id.ts';
import { after, MINUTE } from '../clock.ts';
import { sha256 } from '../secrets.ts';
import type { BrokerDb, BrokerLoginTables } from './broker.tables.ts';

/** Time from step one to the end of step two. */
const STEP_MS = 5 * MINUTE;
const STEP_TRIES = 5;

/** Whose step it is: a client of a broker in one browser. */
export interface StepScope {
  partner_key: string;
  broker_id: number;
  client_id: string;
  device_hash: string;
}
export type Step = Selectable<BrokerLoginTables['broker_steps']>;

/** Opens step two; what was open for the same client in the same browser is over. `token`: '' when the partner needs none. */
export async function openStep(tx: BrokerDb, scope: StepScope, { session, token }: { session: string; token: string }, now: Date): Promise<void> {
  await tx.updateTable('broker_steps').set({ used_at: now, broker_session: '' }).where(isOpen(scope, now)).execute();
  await tx
    .insertInto('broker_steps')
    .values({ ...scope, id: ulid(), broker_session: session, token_hash: token && sha256(token), expires_at: after(now, STEP_MS), used_at: null })
    .execute();
}

export function findStep(db: BrokerDb, scope: StepScope, now: Date): Promise<Step | undefined> {
  return db.selectFrom('broker_steps').selectAll().where(isOpen(scope, now)).executeTakeFirst();
}

/** Spends one of the tries before anything is compared. Undefined when no step is open or none is left. */
export function spendStepTry(db: BrokerDb, scope: StepScope, now: Date): Promise<Step | undefined> {
  return db
    .updateTable('broker_steps')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where(isOpen(scope, now))
    .where('tries', '<', STEP_TRIES)
    .returningAll()
    .executeTakeFirst();
}

/** Of two at once, one gets true. */
export async function closeStep(tx: BrokerDb, id: string, now: Date): Promise<boolean> {
  const closed = await tx
    .updateTable('broker_steps')
    .set({ used_at: now, broker_session: '' })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return closed !== undefined;
}

/** The open step of a scope, whatever is done with it. */
const isOpen =
  ({ partner_key, broker_id, client_id, device_hash }: StepScope, now: Date) =>
  (eb: ExpressionBuilder<BrokerLoginTables, 'broker_steps'>) =>
    eb.and([eb.and({ partner_key, broker_id, client_id, device_hash }), eb('used_at', 'is', null), eb('expires_at', '>', now)]);
