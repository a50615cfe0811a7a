import type { Kysely } from 'kysely';
import type { Config } from '../../config.ts';
import type { Database } from '../database/database.types.ts';
import { Fail } from '../http/fail.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { ulid } from '../text/id.ts';
import { type Carrier, type Carriers, carriersOf } from './outbox.carriers.ts';
import type { Message } from './outbox.message.ts';

export interface OutboxRow extends Required<Omit<Message, 'notice' | 'feigned'>> {
  id: string;
  /** UTC instant. */
  sent_at: string;
}

export interface Outbox {
  /**
   * Stores a message in the caller's transaction; a provider, where one is configured, gets it after the commit and
   * again until it takes it. Outside the demo and without a provider it fails with RETRY instead of pretending. Answers its id, '' for none.
   */
  send(db: Database, message: Message): Promise<string>;
  /** How long a message lay here before it left, ms; null while it has not, and of one that was dropped as too late. */
  waited(db: Database, id: string): Promise<number | null>;
  /** Plugs in who takes the messages of a channel that a feature looks after. Before the start. */
  carry(channel: Message['channel'], carrier: Carrier): void;
  /** Whether messages of this channel get anywhere here. */
  carries(channel: Message['channel']): boolean;
  /** Newest first, at most 200; `to` matches exactly. */
  list(db: Database, to?: string): Promise<OutboxRow[]>;
}

interface OutboxTables {
  outbox_messages: {
    id: string;
    channel: Message['channel'];
    recipient: string;
    subject: string;
    text: string;
    link: string;
    sent_at: Date;
    delivered_at: Date | null;
  };
}

/** Notices, which may be thousands at once; a server of the version before queued everything here. */
const NOTICES = 'outbox.deliver';
/** Codes of one channel: somebody waits for each, so none stands behind notices or behind a provider that hangs. */
const codesOf = (channel: Message['channel']): string => `outbox.${channel}`;
/** Push messages have a queue of their own: each browser has another service, and mails don't wait for one that hangs. */
const queueOf = (channel: Message['channel'], notice: boolean): string => (notice && channel !== 'push' ? NOTICES : codesOf(channel));
/** What is older is not delivered any more: a code that arrives so late only confuses. */
const LATEST_CODE_MS = 10 * 60_000;
const LATEST_NOTICE_MS = 24 * 3_600_000;
/** By pauses that double from five seconds on: a provider may be away for most of a day. */
const TRIES_OF_A_DAY = 14;

/** Messages of the demo lie in a table and are read at `/__outbox`; providers are off until the settings name them. */
export function createOutbox(config: Config, jobs: Jobs, db: Database, remark: (find: () => readonly string[]) => void): Outbox {
  const carriers: Carriers = carriersOf(config);
  const tables = (db: Database): Kysely<OutboxTables> => db;

  const channels = Object.keys(carriers) as Message['channel'][];
  for (const channel of channels) jobs.work<{ id: string }>(codesOf(channel), ({ id }) => deliver(id, LATEST_CODE_MS));
  if (channels.length > 0) jobs.work<{ id: string }>(NOTICES, ({ id }) => deliver(id, LATEST_NOTICE_MS), { tries: TRIES_OF_A_DAY });

  // Whoever waits for a code was told that it is sent, so somebody has to hear that none is. Why is for the log: it may name an address.
  const noneSince = new Map<Message['channel'], Date>();
  remark(() => [...noneSince].map(([channel, since]) => `the provider of ${channel} has taken no message since ${since.toISOString()}: the log says why`));
  const carryNow = async (carrier: Carrier, channel: Message['channel'], message: Parameters<Carrier>[0]): Promise<void> => {
    try {
      await carrier(message);
      noneSince.delete(channel);
    } catch (error) {
      if (channels.includes(channel) && !noneSince.has(channel)) noneSince.set(channel, new Date());
      throw error;
    }
  };

  async function deliver(id: string, latestMs: number): Promise<void> {
    const row = await tables(db).selectFrom('outbox_messages').selectAll().where('id', '=', id).where('delivered_at', 'is', null).executeTakeFirst();
    const carrier = row && carriers[row.channel];
    if (!row || !carrier) return;
    const late = Date.now() - row.sent_at.getTime() > latestMs;
    if (!late) await carryNow(carrier, row.channel, { to: row.recipient, subject: row.subject, text: row.text, link: row.link });
    await tables(db)
      .updateTable('outbox_messages')
      .set({ delivered_at: new Date(), ...(!config.demo && { text: '' }) })
      .where('id', '=', id)
      .execute();
  }

  const carries = (channel: Message['channel']): boolean => config.demo || carriers[channel] !== undefined;

  return {
    carry(channel, carrier) {
      if (carriers[channel]) throw new Error(`Messages by ${channel} are carried already`);
      carriers[channel] = carrier;
      jobs.work<{ id: string }>(codesOf(channel), ({ id }) => deliver(id, LATEST_NOTICE_MS));
    },
    carries,
    async send(tx, { channel, to, subject = '', text, link = '', notice = false, feigned = false }) {
      if (!carries(channel)) {
        if (notice) return '';
        throw new Fail('RETRY', { validation: 'Messages can’t be sent right now. Try again later.' });
      }
      const id = ulid();
      const now = new Date();
      await tables(tx)
        .insertInto('outbox_messages')
        .values(
          feigned
            ? { id, channel, recipient: '', subject: '', text: '', link: '', sent_at: now, delivered_at: now }
            : { id, channel, recipient: to, subject, text, link, sent_at: now },
        )
        .execute();
      if (carriers[channel]) await jobs.enqueue(tx, queueOf(channel, notice), { id });
      return id;
    },
    async waited(tx: Kysely<OutboxTables>, id) {
      const row = await tx.selectFrom('outbox_messages').select(['channel', 'sent_at', 'delivered_at']).where('id', '=', id).executeTakeFirst();
      if (!row) return null;
      // Of the demo's own it is read where it lies.
      if (!carriers[row.channel]) return 0;
      const ms = row.delivered_at && row.delivered_at.getTime() - row.sent_at.getTime();
      return ms !== null && ms <= LATEST_NOTICE_MS ? ms : null;
    },
    async list(tx: Kysely<OutboxTables>, to) {
      let query = tx
        .selectFrom('outbox_messages')
        .select(['id', 'channel', 'recipient', 'subject', 'text', 'link', 'sent_at'])
        .where('recipient', '<>', '')
        .orderBy('id', 'desc')
        .limit(200);
      if (to !== undefined) query = query.where('recipient', '=', to);
      const rows = await query.execute();
      return rows.map(({ recipient, sent_at, ...row }) => ({ ...row, to: recipient, sent_at: sent_at.toISOString() }));
    },
  };
}
