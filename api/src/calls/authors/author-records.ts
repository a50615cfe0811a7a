import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import {
  AUTHOR,
  type AuthorEntry,
  authorChanges,
  authorRecordId,
  RECORD_FORMAT,
  readEntry,
  type SignedAuthor,
  saysTheSame,
} from '@vimarsh/shared/domain/calls/author-entry.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { Identity } from '../../identity/index.ts';
import { differs, type EventRow, type Ledger, type NewEvent, type Pace } from '../../ledger/index.ts';
import { type Database, Fail } from '../../platform/platform.ts';
import { authorKind } from './author-kind.ts';

/** The actor of every entry is the register. The reviewer behind a decision is named in the audit log alone. */
const REGISTER = 'register';

export interface AuthorRecordsDependencies {
  readonly db: Database;
  readonly transaction: <T>(work: (tx: Database) => Promise<T>) => Promise<T>;
  readonly identity: Pick<Identity, 'entries'>;
  readonly ledger: Ledger;
  readonly now: () => Date;
}

/** The part of a publication that names its author and the feed whose prices the author saw. */
interface Spoken {
  readonly author: SignedAuthor;
  /** Id of the feed. */
  readonly feed: string;
}

/** A publication as it is signed, of whatever kind. */
export const spoken = (event: NewEvent, { author, feed }: Spoken): NewEvent => ({
  ...event,
  payload: { ...event.payload, format: RECORD_FORMAT, author, feed },
});

export const shownAuthor = ({ name, category, reg_no }: SignedAuthor): SignedAuthor => ({ name, category, reg_no });

/** The events that lead to an entry, before they are dated. */
export const authorEvents = (user_id: string, signed: AuthorEntry | null, now: AuthorEntry, more: object = {}): Omit<NewEvent, 'ts'>[] =>
  authorChanges(signed, now).map(({ type, entry }) => ({
    kind: AUTHOR,
    call_id: authorRecordId(user_id),
    expert_id: user_id,
    type,
    payload: { ...entry, ...more },
    actor: REGISTER,
  }));

/** Names, categories and numbers of authors as they are signed in the log, beside their calls. */
export class AuthorRecords {
  readonly #parts: AuthorRecordsDependencies;

  constructor(parts: AuthorRecordsDependencies) {
    this.#parts = parts;
  }

  /**
   * Signs what changed of a person's entry, in the transaction that changes it. What stood in the register before must be what was signed:
   * a name that somebody wrote into the database must not be signed with the next change. Throws RECORD_DIFFERS, or RETRY.
   */
  async keep(tx: Database, { user_id, before, after }: { user_id: string; before: AuthorEntry | null; after: AuthorEntry }): Promise<void> {
    const signed = await signedEntry(tx, user_id);
    if (signed && !(before && saysTheSame(signed, before))) throw new Fail('RECORD_DIFFERS');
    const events = authorEvents(user_id, signed, after);
    if (events.length > 0) await this.#parts.ledger.enter(tx, this.#parts.now(), events);
  }

  /**
   * Opens the records of everybody on file who is registered or has published, at the first start that knows of such records: dated then, and
   * saying so. Later nobody gets in this way.
   */
  async openOnFile(): Promise<void> {
    const { db, transaction, identity, ledger } = this.#parts;
    if (await hasAny(db)) return;
    const published = new Set(await ledger.authors());
    const entries = await identity.entries(db);
    await transaction(async (tx) => {
      await ledger.lock(tx);
      // Another node may have been faster.
      if (await hasAny(tx)) return;
      const events = [...entries].flatMap(([user_id, entry]) =>
        entry.standing === 'registered' || published.has(user_id) || entry.standing === 'suspended' ? onFile(user_id, entry) : [],
      );
      if (events.length > 0) await ledger.enter(tx, this.#parts.now(), events);
    });
  }

  /**
   * How whoever publishes now is named in the record, behind its lock. Rights were read before it: an entry that was signed meanwhile decides.
   * Throws NOT_VERIFIED.
   */
  async speaker(tx: Database, user_id: string): Promise<SignedAuthor> {
    const signed = await signedEntry(tx, user_id);
    if (signed?.standing !== 'registered') throw new Fail('NOT_VERIFIED');
    return shownAuthor(signed);
  }

  /** Throws NOT_VERIFIED, behind the record's lock, for an author who was registered when the request came and is no more. */
  async refuseFrozen(tx: Database, user_id: string): Promise<void> {
    const signed = await signedEntry(tx, user_id);
    if (signed && signed.standing !== 'registered') throw new Fail('NOT_VERIFIED');
  }

  /** Makes sure that somebody who is about to publish has a record: a release before this one may have registered them meanwhile. */
  async ensure(user_id: string): Promise<void> {
    const { db, transaction, identity, ledger } = this.#parts;
    if (await signedEntry(db, user_id)) return;
    const entry = (await identity.entries(db, [user_id])).get(user_id);
    // The rules refuse an author who is not registered, and say why; an applicant's name is never signed.
    if (entry?.standing !== 'registered') return;
    await ledger.write(transaction, async (tx) => {
      if (await signedEntry(tx, user_id)) return;
      await ledger.enter(tx, this.#parts.now(), onFile(user_id, entry));
    });
  }

  events(user_id: string): Promise<EventRow[]> {
    return this.#parts.ledger.eventsOf(authorRecordId(user_id));
  }

  /** The instant (UTC) since when each of these people is under review, by their signed entries; only people who have published. */
  async reviews(user_ids: readonly string[]): Promise<Map<string, string>> {
    const { ledger } = this.#parts;
    const since = new Map<string, string>();
    const events = await ledger.eventsOfCalls(user_ids.map(authorRecordId));
    for (const [user_id, own] of Map.groupBy(events, ({ expert_id }) => expert_id)) {
      const begin = own.slice(own.findLastIndex(({ canonical }) => standingIn(canonical) !== 'review') + 1)[0];
      if (begin && (await ledger.isAuthor(user_id))) since.set(user_id, begin.ts.toISOString());
    }
    return since;
  }

  /** The record of an author with its proof, for a reader (null: a visitor); null where there is none. */
  async proof(user_id: string, reader: string | null): Promise<CallProof | null> {
    const events = await this.events(user_id);
    return events.length > 0 ? this.#parts.ledger.prove(events, reader) : null;
  }

  /** Compares what screens show of each expert's registration with what was signed. Throws RecordDiffers. */
  async check({ page, pause }: Pace): Promise<void> {
    const { db, identity } = this.#parts;
    // A database that no server of this release has served yet has none.
    if (!(await hasAny(db))) return;
    for (let last = ''; ; await pause()) {
      const rows = await authorRows(db).select(['id', 'expert_id', 'state']).where('expert_id', '>', last).orderBy('expert_id').limit(page).execute();
      const ids = rows.map(({ expert_id }) => expert_id);
      const entries = rows.length > 0 ? await identity.entries(db, ids) : new Map<string, AuthorEntry>();
      for (const row of rows) {
        const { expert_id } = row;
        const now = entries.get(expert_id);
        if (now && saysTheSame(authorKind.readState(row).entry, now)) continue;
        // It may have been changed, and signed, between the two readings.
        if (!(await this.#holdsNow(expert_id)))
          differs(`author ${expert_id} is shown with another name, category, number, validity or standing than was signed`);
      }
      if (rows.length < page) break;
      last = ids.at(-1)!;
    }
    for (const [user_id, { standing }] of await identity.entries(db))
      if (standing === 'registered' && !(await signedEntry(db, user_id)) && (await this.#isRegistered(user_id)))
        differs(`${user_id} is shown as a registered author, and no such entry was signed`);
  }

  /** The calls that were published while their author's latest signed entry was not registered, in words. */
  async publishedUnregistered({ page, pause }: Pace): Promise<string[]> {
    const { db, ledger } = this.#parts;
    const found: string[] = [];
    for (let last = ''; ; await pause()) {
      const rows = await authorRows(db).select(['id', 'expert_id']).where('expert_id', '>', last).orderBy('expert_id').limit(page).execute();
      const events = await ledger.eventsOfCalls(rows.map(({ id }) => id));
      for (const [expert_id, own] of Map.groupBy(events, (event) => event.expert_id)) {
        const entries = own.map(({ seq, canonical }) => ({ seq, standing: standingIn(canonical) }));
        const lost = entries.find(({ standing }) => standing !== 'registered');
        if (!lost) continue;
        for (let before: number | null = null; ; ) {
          const calls: { seq: number; call_id: string }[] = await ledger.publishedBy([expert_id], before, page);
          for (const { seq, call_id } of calls) {
            const standing = entries.findLast((entry) => entry.seq < seq)?.standing ?? 'registered';
            if (standing !== 'registered') found.push(`call ${call_id} was published while the standing of its author ${expert_id} was "${standing}"`);
          }
          before = calls.at(-1)?.seq ?? null;
          if (before === null || before < lost.seq) break;
        }
      }
      if (rows.length < page) return found;
      last = rows.at(-1)!.expert_id;
    }
  }

  async #isRegistered(user_id: string): Promise<boolean> {
    const { db, identity } = this.#parts;
    return (await identity.entries(db, [user_id])).get(user_id)?.standing === 'registered' && !(await signedEntry(db, user_id));
  }

  /** Read in one transaction with the account locked by nobody: both as they stand at one moment. */
  async #holdsNow(user_id: string): Promise<boolean> {
    const { transaction, identity, ledger } = this.#parts;
    return transaction(async (tx) => {
      await ledger.lock(tx);
      const signed = await signedEntry(tx, user_id);
      const now = (await identity.entries(tx, [user_id])).get(user_id);
      return signed !== null && now !== undefined && saysTheSame(signed, now);
    });
  }
}

/** Opens a record for each expert already on file, and suspends it at once where the expert may not publish. */
function onFile(user_id: string, entry: AuthorEntry): Omit<NewEvent, 'ts'>[] {
  const opened: AuthorEntry = { ...entry, standing: 'registered' };
  return [...authorEvents(user_id, null, opened, { on_file: true }), ...authorEvents(user_id, opened, entry, { on_file: true })];
}

const standingIn = (canonical: string): AuthorEntry['standing'] | undefined => readEntry((JSON.parse(canonical) as EventBody).payload)?.standing;

const authorRows = (db: Database) => db.selectFrom(authorKind.table);

async function signedEntry(db: Database, user_id: string): Promise<AuthorEntry | null> {
  const row = await authorRows(db).select(['id', 'state']).where('id', '=', authorRecordId(user_id)).executeTakeFirst();
  return row ? authorKind.readState(row).entry : null;
}

const hasAny = async (db: Database): Promise<boolean> => (await authorRows(db).select('id').limit(1).executeTakeFirst()) !== undefined;
