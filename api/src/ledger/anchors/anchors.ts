import { createHash } from 'node:crypto';
import { latestHead } from '../log/log.store.ts';
import type { HeadRow, LedgerDatabase } from '../tables.ts';
import { blocksOf, completed, otsFile, pendingOf, readTimestamp, type Timestamp, writeTimestamp } from './timestamp.ts';

/** New heads come once a day, and a calendar takes hours. */
const EVERY_MS = 600_000;
const WAIT_MS = 20_000;
/** Of an answer; a calendar's has a few hundred bytes. */
const MOST_BYTES = 10_000;

/** What is stamped: the head as the log signed it. Co-signatures come later. */
export const digestOf = ({ note }: Pick<HeadRow, 'note'>): Buffer => createHash('sha256').update(note).digest();

/**
 * Has each head of the log stamped by calendars of OpenTimestamps, which put their own tree's root into a block of Bitcoin: nobody can say
 * later that the head was made earlier or later than it was. `onSilence` hears what did not work; it is tried again.
 */
export class Anchors {
  readonly #db: LedgerDatabase;
  readonly #calendars: readonly string[];
  readonly #onSilence: (calendar: string, why: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #ended = false;

  constructor(db: LedgerDatabase, calendars: readonly string[], onSilence: (calendar: string, why: string) => void) {
    this.#db = db;
    this.#calendars = calendars;
    this.#onSilence = onSilence;
  }

  start(): void {
    if (this.#ended || this.#calendars.length === 0) return;
    this.#running = this.round().finally(() => {
      if (this.#ended) return;
      this.#timer = setTimeout(() => this.start(), EVERY_MS);
      this.#timer.unref();
    });
  }

  async stop(): Promise<void> {
    this.#ended = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Stamps the latest head where it isn't yet, and asks for what has come into a block. */
  async round(): Promise<void> {
    for (const calendar of this.#calendars)
      await this.#stamp(calendar)
        .then(() => this.#complete(calendar))
        .catch((error: Error) => this.#onSilence(calendar, error.message));
  }

  /** The file `.ots` for the head of a size; null where it has none. */
  async file(size: number): Promise<Buffer | null> {
    const head = await this.#db.selectFrom('log_heads').select('note').where('size', '=', size).executeTakeFirst();
    const rows = await this.#db.selectFrom('log_anchors').select('timestamp').where('size', '=', size).orderBy('calendar').execute();
    if (!head || rows.length === 0) return null;
    return otsFile(rows.map(({ timestamp }) => readTimestamp(Buffer.from(timestamp), digestOf(head))));
  }

  async #stamp(calendar: string): Promise<void> {
    const head = await latestHead(this.#db);
    if (!head) return;
    const there = await this.#db.selectFrom('log_anchors').select('size').where('size', '=', head.size).where('calendar', '=', calendar).executeTakeFirst();
    if (there) return;
    const digest = digestOf(head);
    const answer = await ask(`${calendar}/digest`, { method: 'POST', body: Uint8Array.from(digest) });
    if (!answer) throw new Error('it took no digest');
    const timestamp = writeTimestamp(readTimestamp(answer, digest));
    await this.#db
      .insertInto('log_anchors')
      .values({ size: head.size, calendar, timestamp, block: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async #complete(calendar: string): Promise<void> {
    const waiting = await this.#db
      .selectFrom('log_anchors')
      .innerJoin('log_heads', 'log_heads.size', 'log_anchors.size')
      .select(['log_anchors.size', 'log_anchors.timestamp', 'log_heads.note'])
      .where('calendar', '=', calendar)
      .where('block', 'is', null)
      .execute();
    for (const { size, timestamp, note } of waiting) {
      const before = readTimestamp(Buffer.from(timestamp), digestOf({ note }));
      const after = await this.#asked(calendar, before);
      if (after === before) continue;
      await this.#db
        .updateTable('log_anchors')
        .set({ timestamp: writeTimestamp(after), block: blocksOf(after)[0] ?? null })
        .where('size', '=', size)
        .where('calendar', '=', calendar)
        .execute();
    }
  }

  /** The same where nothing has come into a block yet. Only the calendar of the settings is asked, whatever address its promise names. */
  async #asked(calendar: string, timestamp: Timestamp): Promise<Timestamp> {
    let now = timestamp;
    for (const { message } of pendingOf(timestamp)) {
      const answer = await ask(`${calendar}/timestamp/${message.toString('hex')}`);
      if (answer) now = completed(now, message, readTimestamp(answer, message));
    }
    return now;
  }
}

/** Null for 404: not yet. */
async function ask(url: string, init: RequestInit = {}): Promise<Buffer | null> {
  const answer = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(WAIT_MS),
    headers: { accept: 'application/vnd.opentimestamps.v1' },
  });
  if (answer.status === 404) return null;
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    parts.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length > MOST_BYTES) throw new Error('its answer is too long');
  }
  return Buffer.concat(parts);
}
