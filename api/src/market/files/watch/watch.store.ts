import { sql } from 'kysely';
import type { Place } from '../imported-days.store.ts';

/** The outcome of one file. */
export interface WatchedFile {
  readonly sha256: string;
  readonly name: string;
  /** Null: it was taken. */
  readonly refused: { readonly code: string; readonly sentence: string } | null;
}

export interface Look {
  readonly address: string;
  readonly day: string;
  readonly looks: number;
  readonly next_look_at: Date;
  readonly state: 'waiting' | 'there' | 'failing';
  readonly sentence: string | null;
}

export interface RefusedFiles {
  readonly latest: readonly { readonly name: string; readonly code: string; readonly sentence: string }[];
  readonly count: number;
}

/** A refused file is tried again after so long, or when the calendar has a new row: it may be believed then. */
export const TRIED_AGAIN_HOURS = 12;
/** Older refusals are no longer listed. */
const TOLD_DAYS = 7;
const MOST_TOLD = 5;

/**
 * Stands in place of a file's outcome while it is read. Where it still stands at the next look, the server has ended over the file: it is not
 * read a second time.
 */
const READING = 'READING';
const ENDED = {
  code: 'UNREADABLE',
  sentence: 'The server ended while it was read, so it is not read again by itself: look into it, and import it by hand with npm run import.',
};

/** Files taken so far, and the time of the next look (tables `watched_files` and `file_looks`). */
export class WatchStore {
  readonly #database: Place;

  constructor(database: Place) {
    this.#database = database;
  }

  /** The outcome of a file of this hash; null where it is to be tried, or tried again. */
  async outcome(sha256: string, calendarRow: number): Promise<'taken' | 'refused' | null> {
    const { rows } = await sql<{ outcome: 'taken' | 'refused' }>`
      select outcome from watched_files
      where sha256 = ${sha256}
        and (outcome = 'taken' or sentence = ${ENDED.sentence} or (code <> ${READING} and calendar_row = ${calendarRow} and tried_at > now() - make_interval(hours => ${TRIED_AGAIN_HOURS})))`.execute(
      this.#database.db,
    );
    return rows[0]?.outcome ?? null;
  }

  /** Notes that a file is about to be read. False where the server ended over it before: then it is refused for good. */
  async begin(sha256: string, name: string, calendarRow: number): Promise<boolean> {
    const { rows } = await sql`select from watched_files where sha256 = ${sha256} and code = ${READING}`.execute(this.#database.db);
    await this.keep({ sha256, name, refused: rows.length > 0 ? ENDED : { code: READING, sentence: 'It is being read.' } }, calendarRow);
    return rows.length === 0;
  }

  /** Forgets that a file was begun: that it was not read is no fault of it. */
  async forget(sha256: string): Promise<void> {
    await sql`delete from watched_files where sha256 = ${sha256} and code = ${READING}`.execute(this.#database.db);
  }

  async keep({ sha256, name, refused }: WatchedFile, calendarRow: number): Promise<void> {
    const outcome = refused ? 'refused' : 'taken';
    await sql`
      insert into watched_files (sha256, name, outcome, code, sentence, calendar_row)
      values (${sha256}, ${name}, ${outcome}, ${refused?.code ?? null}, ${refused?.sentence ?? null}, ${calendarRow})
      on conflict (sha256) do update set name = excluded.name, outcome = excluded.outcome, code = excluded.code, sentence = excluded.sentence,
        tried_at = now(), calendar_row = excluded.calendar_row`.execute(this.#database.db);
  }

  async looks(address: string, days: readonly string[]): Promise<ReadonlyMap<string, Look>> {
    const { rows } = await sql<Look>`
      select address, day::text as day, looks, next_look_at, state, sentence from file_looks
      where address = ${address} and day = any(${days}::date[])`.execute(this.#database.db);
    return new Map(rows.map((row) => [row.day, row]));
  }

  async keepLook({ address, day, looks, next_look_at, state, sentence }: Look): Promise<void> {
    await sql`
      insert into file_looks (address, day, looks, next_look_at, state, sentence)
      values (${address}, ${day}::date, ${looks}, ${next_look_at}, ${state}, ${sentence})
      on conflict (address, day) do update set looks = excluded.looks, next_look_at = excluded.next_look_at, state = excluded.state,
        sentence = excluded.sentence`.execute(this.#database.db);
  }

  /** The latest files that were refused and that no later one of their name stands for, and how many there are. */
  async refused(): Promise<RefusedFiles> {
    const { rows } = await sql<{ name: string; code: string; sentence: string; all_of_them: number }>`
      select name, code, sentence, count(*) over ()::integer as all_of_them from watched_files as refused
      where outcome = 'refused' and code <> ${READING} and tried_at > now() - make_interval(days => ${TOLD_DAYS})
        and not exists (select from watched_files as later where later.name = refused.name and later.tried_at > refused.tried_at)
      order by tried_at desc limit ${MOST_TOLD}`.execute(this.#database.db);
    return { latest: rows, count: rows[0]?.all_of_them ?? 0 };
  }

  /** Days of the week before an IST day whose file is not there, by address. */
  async missing(addresses: readonly string[], today: string): Promise<readonly Look[]> {
    const { rows } = await sql<Look>`
      select address, day::text as day, looks, next_look_at, state, sentence from file_looks
      where address = any(${addresses}::text[]) and state <> 'there' and day > ${today}::date - ${TOLD_DAYS}::integer order by day, address`.execute(
      this.#database.db,
    );
    return rows;
  }
}
