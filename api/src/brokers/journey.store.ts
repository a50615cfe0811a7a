import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../platform/platform.ts';
import { brokerTables } from './tables.ts';

/** Time to sign in on the broker's page. */
const JOURNEY_MS = 15 * 60_000;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export interface Journey {
  partner_key: string;
  broker_id: number;
  /** The browser that set out; only it may come back. */
  device_hash: string;
}

/** Sends a browser on its way; returns the state it must bring back. */
export async function beginJourney(db: Database, { partner_key, broker_id, device_hash }: Journey, now: Date): Promise<string> {
  const state = randomBytes(24).toString('base64url');
  await brokerTables(db)
    .insertInto('sign_in_journeys')
    .values({ state_hash: sha256(state), partner_key, broker_id, device_hash, expires_at: new Date(now.getTime() + JOURNEY_MS), used_at: null })
    .execute();
  return state;
}

/** Ends a journey; false for a forged, foreign, late or second return. Of two at once, one gets true. */
export async function endJourney(db: Database, state: string, { partner_key, broker_id, device_hash }: Journey, now: Date): Promise<boolean> {
  const ended = await brokerTables(db)
    .updateTable('sign_in_journeys')
    .set({ used_at: now })
    .where('state_hash', '=', sha256(state))
    .where('partner_key', '=', partner_key)
    .where('broker_id', '=', broker_id)
    .where('device_hash', '=', device_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('state_hash')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Uses up the one-time token of this id; false when it was used before. */
export async function useHandover(db: Database, { broker_id, id, until }: { broker_id: number; id: string; until: Date }): Promise<boolean> {
  const used = await brokerTables(db)
    .insertInto('used_handovers')
    .values({ broker_id, token_hash: sha256(id), expires_at: until })
    .onConflict((conflict) => conflict.columns(['broker_id', 'token_hash']).doNothing())
    .returning('broker_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Forgets journeys and hand-overs whose time is over. */
export async function forgetJourneys(db: Database, now: Date): Promise<void> {
  for (const table of ['sign_in_journeys', 'used_handovers'] as const) await brokerTables(db).deleteFrom(table).where('expires_at', '<', now).execute();
}
