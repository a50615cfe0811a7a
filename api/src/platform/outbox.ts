import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { Fail } from './fail.ts';
import { ulid } from './id.ts';
import type { Database } from './platform.ts';

export interface Message {
  channel: 'sms' | 'mail';
  /** Mobile in international form, or e-mail address. */
  to: string;
  subject?: string;
  text: string;
}

export interface OutboxRow extends Required<Message> {
  id: string;
  /** UTC instant. */
  sent_at: string;
}

export interface Outbox {
  /** Stores a message in the caller's transaction. Outside the demo nothing delivers it yet, so it fails with RETRY instead of pretending. */
  send(db: Database, message: Message): Promise<void>;
  /** Newest first, at most 200; `to` matches exactly. */
  list(db: Database, to?: string): Promise<OutboxRow[]>;
}

interface OutboxTables {
  outbox_messages: { id: string; channel: 'sms' | 'mail'; recipient: string; subject: string; text: string; sent_at: Date };
}

/** Messages of the demo lie in a table and are read at `/__outbox`. */
export function createOutbox(config: Config): Outbox {
  const tables = (db: Database) => db as Kysely<OutboxTables>;
  return {
    async send(db, { channel, to, subject = '', text }) {
      if (!config.demo) throw new Fail('RETRY', { validation: 'Messages can’t be sent right now. Try again later.' });
      await tables(db).insertInto('outbox_messages').values({ id: ulid(), channel, recipient: to, subject, text, sent_at: new Date() }).execute();
    },
    async list(db, to) {
      let query = tables(db).selectFrom('outbox_messages').selectAll().orderBy('id', 'desc').limit(200);
      if (to !== undefined) query = query.where('recipient', '=', to);
      const rows = await query.execute();
      return rows.map(({ recipient, sent_at, ...row }) => ({ ...row, to: recipient, sent_at: sent_at.toISOString() }));
    },
  };
}
