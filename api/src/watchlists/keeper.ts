import { isDeepStrictEqual } from 'node:util';
import type { ImportRow, Segment, Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { planImport } from '@vimarsh/shared/domain/watchlists/plan-import.ts';
import type { CsvRow } from '@vimarsh/shared/domain/watchlists/read-csv.ts';
import { type Room, roomOf } from '@vimarsh/shared/domain/watchlists/room.ts';
import { isLocked, refusalOf } from '@vimarsh/shared/domain/watchlists/rules.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Ctx, Fail, type Platform } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import type { Catalogue } from './catalogue.ts';
import type { WatchlistDatabase } from './tables.ts';
import {
  deleteList,
  insertList,
  isNameTaken,
  type KeptList,
  listMade,
  listOf,
  listsOf,
  lockLists,
  raiseVersion,
  renameList,
  writeCodes,
} from './watchlist.store.ts';

type Asker = Pick<Ctx, 'caller' | 'partner'>;

/** One list of the caller, held until its change is stored. */
interface Held extends Contents {
  readonly tx: WatchlistDatabase;
  readonly list: KeptList;
  readonly room: Room;
}

/** Codes in order; contracts whose last day is over apart. */
interface Contents {
  readonly codes: readonly string[];
  readonly archived: readonly string[];
}

/** The same list, asked for again so soon, is the list whose answer got lost on its way. */
const ASKED_AGAIN_MS = 120_000;

const UNKNOWN = { equity: 'We don’t know this stock.', options: 'There is no such contract now.' } as const;

/**
 * The lists of people and every change of them. A change is whole or it is not: it is decided and stored in one transaction, with
 * the list held.
 */
export class Keeper {
  readonly #platform: Pick<Platform, 'db' | 'transaction'>;
  readonly #catalogue: Catalogue;

  constructor(platform: Pick<Platform, 'db' | 'transaction'>, catalogue: Catalogue) {
    this.#platform = platform;
    this.#catalogue = catalogue;
  }

  room(asker: Asker, segment: Segment): Room {
    return roomOf(callerOf(asker), segment);
  }

  async lists(asker: Asker, segment: Segment): Promise<Watchlist[]> {
    const lists = await listsOf(this.#platform.db, asker.caller!.user_id, segment);
    const room = this.room(asker, segment);
    return lists.map((list, place) => this.#view(list, isLocked(place, room)));
  }

  /** Throws NOT_FOUND, also for another's. */
  async list(asker: Asker, id: string): Promise<Watchlist & { segment: Segment }> {
    const list = await listOf(this.#platform.db, asker.caller!.user_id, id, { lock: false });
    if (!list) throw new Fail('NOT_FOUND');
    return { ...this.#view(list, false), segment: list.segment };
  }

  async create(asker: Asker, { segment, name, items }: { segment: Segment; name: string; items: readonly string[] }): Promise<Watchlist> {
    const { user_id } = asker.caller!;
    const room = this.room(asker, segment);
    if (room.lists === 0) throw new Fail('NOT_ENTITLED');
    const codes = await this.#catalogue.spelled(segment, items);
    refuse(segment, [], codes, room, await this.#known(segment, [], codes, room));
    return this.#named(async (tx) => {
      await lockLists(tx, user_id);
      const now = new Date();
      const made = await listMade(tx, { user_id, segment, name }, new Date(now.getTime() - ASKED_AGAIN_MS));
      if (made && isDeepStrictEqual(made.codes, codes)) return this.#view(made, false);
      if ((await listsOf(tx, user_id, segment)).length >= room.lists) throw new Fail('WATCHLIST_MOST', { validation: mostSentence(room) });
      const id = ulid();
      await insertList(tx, { id, user_id, segment, name }, now);
      await writeCodes(tx, id, codes, now);
      return this.#view({ id, segment, name, version: 1, codes }, false);
    });
  }

  rename(asker: Asker, id: string, { name, version }: { name: string; version: number }): Promise<Watchlist> {
    return this.#change(asker, id, version, async ({ tx, list }) => {
      await renameList(tx, list.id, name);
      return null;
    });
  }

  async set(
    asker: Asker,
    id: string,
    { version, items, archive }: { version: number; items: readonly string[]; archive: 'keep' | 'drop' },
  ): Promise<Watchlist> {
    const { segment, now } = await this.#look(asker, id);
    const wanted = await this.#catalogue.spelled(segment, items);
    const known = await this.#known(segment, now, wanted, this.room(asker, segment));
    return this.#change(asker, id, version, async ({ codes, archived, room }) => {
      // A contract whose last day ended while the page was open is in the archive by now.
      const next = wanted.filter((code) => !archived.includes(code));
      refuse(segment, codes, next, room, known);
      return { codes: next, archived: archive === 'drop' ? [] : archived };
    });
  }

  async add(asker: Asker, id: string, items: readonly string[]): Promise<Watchlist> {
    const { segment } = await this.#look(asker, id);
    const wanted = await this.#catalogue.spelled(segment, items);
    // Of all of them: one that is in the list now may have been taken out until the list is held.
    const known = await this.#known(segment, [], wanted, this.room(asker, segment));
    return this.#change(asker, id, null, async ({ codes, archived, room }) => {
      const next = [...codes, ...wanted.filter((code) => !codes.includes(code))];
      if (next.length === codes.length) return null;
      refuse(segment, codes, next, room, known);
      return { codes: next, archived };
    });
  }

  async import(asker: Asker, id: string, { version, rows, keep }: { version: number; rows: readonly CsvRow[]; keep: boolean }): Promise<ImportResult> {
    const { segment } = await this.#look(asker, id);
    const codes = new Map((await this.#catalogue.codesOf(segment, rows)).map((code, at) => [rows[at]!, code]));
    const known = await this.#catalogue.known(segment, [...new Set(codes.values())].filter(Boolean));
    let planned: ImportRow[] = [];
    const list = await this.#change(asker, id, version, async ({ codes: now, archived, room }) => {
      // Items of the list may be off the market by now, and are there all the same.
      const there = new Set(now);
      planned = planImport(rows, { now, room, exists: (code) => known.has(code) || there.has(code), codeOf: (row) => codes.get(row)! });
      const more = planned.flatMap(({ code, what }) => (what === 'in' ? [code] : []));
      return keep && more.length > 0 ? { codes: [...now, ...more], archived } : null;
    });
    return { rows: planned, list };
  }

  async delete(asker: Asker, id: string, version: number): Promise<void> {
    const { user_id } = asker.caller!;
    await this.#platform.transaction(async (tx: WatchlistDatabase) => {
      await lockLists(tx, user_id);
      const list = await listOf(tx, user_id, id, { lock: true });
      if (!list) throw new Fail('NOT_FOUND');
      if (list.version !== version) throw new Fail('WATCHLIST_CHANGED');
      await deleteList(tx, id);
    });
  }

  /** `work` answers what the list holds afterwards, or null where that stays. `version` null: on any. */
  #change(asker: Asker, id: string, version: number | null, work: (held: Held) => Promise<Contents | null>): Promise<Watchlist> {
    const { user_id } = asker.caller!;
    return this.#named(async (tx) => {
      const list = await listOf(tx, user_id, id, { lock: true });
      if (!list) throw new Fail('NOT_FOUND');
      const room = this.room(asker, list.segment);
      const place = (await listsOf(tx, user_id, list.segment)).findIndex((each) => each.id === id);
      if (isLocked(place, room)) throw new Fail('WATCHLIST_LOCKED');
      if (version !== null && list.version !== version) throw new Fail('WATCHLIST_CHANGED');
      const wanted = await work({ tx, list, room, ...this.#contents(list) });
      const now = new Date();
      if (wanted) await writeCodes(tx, id, [...wanted.codes, ...wanted.archived], now);
      // A renaming changes the row itself. What changed nothing leaves the version, so that no other tab is turned away.
      const after = (await listOf(tx, user_id, id, { lock: false }))!;
      const changed = wanted !== null || after.name !== list.name;
      return this.#view({ ...after, version: changed ? await raiseVersion(tx, id, now) : after.version }, false);
    });
  }

  #contents({ segment, codes }: KeptList): Contents {
    const { items, archived } = this.#catalogue.itemsOf(segment, codes);
    return { codes: items.map(({ code }) => code), archived: archived.map(({ code }) => code) };
  }

  /** A list before it is held. Whether something may be added is asked of the market then: chains may lie in the same database. */
  async #look(asker: Asker, id: string): Promise<{ segment: Segment; now: readonly string[] }> {
    const list = await listOf(this.#platform.db, asker.caller!.user_id, id, { lock: false });
    if (!list) throw new Fail('NOT_FOUND');
    return { segment: list.segment, now: this.#contents(list).codes };
  }

  /** Which of the wanted may come in; nothing is asked of the market for what the room refuses anyway. */
  async #known(segment: Segment, now: readonly string[], wanted: readonly string[], room: Room): Promise<ReadonlySet<string>> {
    if (refusalOf(now, wanted, room)) return new Set();
    return this.#catalogue.known(
      segment,
      wanted.filter((code) => !now.includes(code)),
    );
  }

  /** A transaction in which a name may turn out to be taken. */
  async #named<T>(work: (tx: WatchlistDatabase) => Promise<T>): Promise<T> {
    try {
      return await this.#platform.transaction(work);
    } catch (error) {
      if (isNameTaken(error)) throw new Fail('WATCHLIST_NAME');
      throw error;
    }
  }

  #view({ id, name, version, segment, codes }: KeptList, locked: boolean): Watchlist {
    return { id, name, version, locked, ...this.#catalogue.itemsOf(segment, codes) };
  }
}

export interface ImportResult {
  readonly rows: ImportRow[];
  readonly list: Watchlist;
}

/** Throws what keeps a list from holding `wanted` after `now`; `known` are those of the new ones that the market has. */
function refuse(segment: Segment, now: readonly string[], wanted: readonly string[], room: Room, known: ReadonlySet<string>): void {
  const refusal = refusalOf(now, wanted, room);
  if (refusal === 'WATCHLIST_FULL') throw new Fail(refusal, { validation: `A list of yours can hold ${room.items}. Nothing was added.` });
  if (refusal) throw new Fail(refusal);
  const problems = wanted.flatMap((code, at) => (now.includes(code) || known.has(code) ? [] : [{ path: `items.${at}`, message: UNKNOWN[segment] }]));
  if (problems.length > 0) throw new Fail('UNKNOWN_SYMBOL', { problems, validation: `${UNKNOWN[segment]} Nothing was changed.` });
}

const mostSentence = ({ lists }: Room): string => `You can keep ${lists === 1 ? 'one list' : `${lists} lists`}. Delete one first.`;
