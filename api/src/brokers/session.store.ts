import type { Sealing } from '../platform/access/sealing.ts';
import type { Database } from '../platform/platform.ts';
import type { BrokerSession } from './desk.ts';
import { type BrokerCustomer, linkKeyOf } from './link.store.ts';
import { type SessionState, sessionStateOf } from './session.rules.ts';
import { brokerTables } from './tables.ts';

/** Binds a token to its row: sealed for one account, it can't be put into another's. */
const placeOf = ({ user_id, broker_id, client_id }: { user_id: string; broker_id: number; client_id: string }): string =>
  `${user_id} ${broker_id} ${client_id}`;

export interface OpenedSession {
  readonly customer: BrokerCustomer;
  readonly user_id: string;
  readonly session: BrokerSession;
}

/** Takes the place of the customer's session before it. */
export async function storeBrokerSession(tx: Database, sealing: Sealing, { customer, user_id, session }: OpenedSession, now: Date): Promise<void> {
  const key = linkKeyOf(customer);
  const sealed = sealing.seal(Buffer.from(session.token), placeOf({ ...key, user_id }));
  const row = { user_id, state: 'active', sealed, expires_at: session.expires_at, at: now } as const;
  await brokerTables(tx)
    .insertInto('broker_sessions')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['partner_key', 'broker_id', 'client_id']).doUpdateSet(row))
    .execute();
}

/** A broker's session as trading uses it, or why there is none: then its customer signs in with the broker again. */
export type SessionAnswer =
  | { readonly state: 'active'; readonly client_id: string; readonly token: string; readonly expires_at: Date }
  | { readonly state: Exclude<SessionState, 'active'> };

export interface Whose {
  readonly user_id: string;
  readonly broker_id: number;
}

/** An account may be linked to several customers of one broker: finds the session that lasts longest. */
export async function readBrokerSession(db: Database, sealing: Sealing, { user_id, broker_id }: Whose, now: Date): Promise<SessionAnswer> {
  const row = await brokerTables(db)
    .selectFrom('broker_sessions')
    .select(['user_id', 'broker_id', 'client_id', 'state', 'sealed', 'expires_at'])
    .where((eb) => eb.and({ user_id, broker_id }))
    .orderBy((eb) => eb('state', '=', 'active'), 'desc')
    .orderBy('expires_at', 'desc')
    .executeTakeFirst();
  const state = sessionStateOf(row, now);
  if (state !== 'active') return { state };
  const { sealed, client_id, expires_at } = row!;
  try {
    // The table holds no active one without its token.
    const token = sealing.open(sealed!, placeOf(row!)).toString();
    return { state, client_id, token, expires_at };
  } catch {
    // Sealed with a secret that is lost: no better than one that has ended.
    return { state: 'ended' };
  }
}

/** Ends those of an account with a broker before their time: the token is forgotten. */
export async function endBrokerSessions(db: Database, { user_id, broker_id }: Whose, now: Date): Promise<void> {
  await brokerTables(db)
    .updateTable('broker_sessions')
    .set({ state: 'ended', sealed: null, at: now })
    .where((eb) => eb.and({ user_id, broker_id, state: 'active' }))
    .where('expires_at', '>', now)
    .execute();
}

/** Forgets the tokens of those whose time is over. */
export async function expireBrokerSessions(db: Database, now: Date): Promise<void> {
  await brokerTables(db)
    .updateTable('broker_sessions')
    .set({ state: 'expired', sealed: null, at: now })
    .where('state', '=', 'active')
    .where('expires_at', '<=', now)
    .execute();
}
