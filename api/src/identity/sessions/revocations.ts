import type { IdentityDb } from '../accounts/account.store.ts';
import { after, type Clock, MINUTE } from '../clock.ts';
import { ACCESS_TOKEN_MS } from './access-token.ts';
import { endedSince } from './session.store.ts';

/** How often a node reads what other nodes have ended. */
export const REVOCATION_REFRESH_MS = 15_000;

/** A session is remembered until the last access token it could have issued is over. */
const KEEP_MS = ACCESS_TOKEN_MS + MINUTE;

/** Sessions that ended while their access tokens may still be running. Answered from memory. */
export interface Revocations {
  has(session_id: string): boolean;
  add(session_ids: readonly string[]): void;
  /** Reads what ended anywhere; the ids new to this node come back. Throws when the database does not answer. */
  refresh(): Promise<string[]>;
}

export function createRevocations(db: IdentityDb, clock: Clock): Revocations {
  const ended = new Map<string, Date>();
  return {
    has: (session_id) => ended.has(session_id),
    add(session_ids) {
      for (const id of session_ids) ended.set(id, clock());
    },
    async refresh() {
      const since = after(clock(), -KEEP_MS);
      const rows = await endedSince(db, since);
      const fresh = rows.filter(({ id }) => !ended.has(id));
      for (const { id, ended_at } of fresh) ended.set(id, ended_at!);
      for (const [id, at] of ended) if (at <= since) ended.delete(id);
      return fresh.map(({ id }) => id);
    },
  };
}
