import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../database/database.types.ts';
import { ulid } from '../text/id.ts';
import type { Caller } from './caller.ts';

export interface AuditEntry {
  /** User id, or `system`. */
  actor: string;
  /** Verb in the field's terms, e.g. `call.publish`, `session.end`. */
  action: string;
  /** Id of what was acted on. */
  object: string;
  result: 'done' | 'refused';
  partner_key?: string;
  session_id?: string;
  ip?: string;
  /** States before and after: only their hashes are stored. */
  before?: unknown;
  after?: unknown;
}

/** What an entry says of a signed-in caller who did something. */
export function doneBy({ caller, ip }: { readonly caller: Caller | null; readonly ip: string }) {
  const { user_id, session_id, partner_key } = caller!;
  return { actor: user_id, result: 'done', session_id, partner_key, ip } as const;
}

export interface Audit {
  /** Appends a row in the transaction of the change itself, so neither exists without the other. */
  write(tx: Database, entry: AuditEntry): Promise<void>;
}

interface AuditTables {
  audit_log: {
    id: string;
    at: Date;
    actor: string;
    partner_key: string;
    session_id: string;
    action: string;
    object: string;
    result: string;
    ip: string;
    before_hash: string;
    after_hash: string;
  };
}

const hashOf = (state: unknown): string => (state === undefined ? '' : createHash('sha256').update(JSON.stringify(state)).digest('hex'));

/** Who did what to which object. The table refuses updates and deletes. */
export const audit: Audit = {
  async write(tx: Kysely<AuditTables>, { actor, action, object, result, partner_key = '', session_id = '', ip = '', before, after }) {
    await tx
      .insertInto('audit_log')
      .values({
        id: ulid(),
        at: new Date(),
        actor,
        partner_key,
        session_id,
        action,
        object,
        result,
        ip,
        before_hash: hashOf(before),
        after_hash: hashOf(after),
      })
      .execute();
  },
};
