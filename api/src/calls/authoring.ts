import { canonicalJson, hashText } from '@vimarsh/shared/domain/calls/ledger.ts';
import { addDays, istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Kysely } from 'kysely';
import type { CallHead, Kind, Ledger, LedgerTables, NewEvent } from '../ledger/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Caller, type Database, Fail, type Platform } from '../platform/platform.ts';
import type { TellFollowers } from './reading/tell.ts';
import { callTables } from './tables.ts';

/** Notes of its author that a call takes on one IST day. They stand in the record for ever, and every reader of the call is sent each. */
const NOTES_A_DAY = 10;
/** How far clocks of nodes may lie apart before one of them is wrong. */
const CLOCKS_DIFFER_MS = 5000;

export interface AuthoringDependencies {
  readonly platform: Platform;
  readonly ledger: Ledger;
  readonly tell: TellFollowers;
  readonly now: () => Date;
  /** Judges open calls up to an instant, so that nobody changes a call that prices have already ended. */
  readonly judgeUntil: (now: Date) => Promise<void>;
}

/** One intent of an author: repeating the same `cid` with the same body returns the call it led to. */
export interface Intent {
  readonly caller: Caller;
  readonly cid: string;
  readonly body: unknown;
}

/** An event on a call, without the fields that follow from the call. */
export type Change = Pick<NewEvent, 'type' | 'payload'>;
type Asking = ReturnType<typeof callerOf>;

/** A kind of call and who may write it, by the table of rights. */
export interface Written<Row extends CallHead = CallHead> {
  readonly kind: Pick<Kind, 'name' | 'table'>;
  mayPublish(caller: Asking): boolean;
  mayChange(caller: Asking, row: Row): boolean;
}

/** How authors write to the record, whatever the kind of call: verified, in order, and each intent at most once. */
export class Authoring {
  readonly #parts: AuthoringDependencies;

  constructor(parts: AuthoringDependencies) {
    this.#parts = parts;
  }

  /** Whether this intent has led to a call: the answer that said so may never have arrived. */
  async hasLed(written: Written, { caller, cid, body }: Intent): Promise<boolean> {
    const { db } = this.#parts.platform;
    const stored = await callTables(db)
      .selectFrom('call_intents')
      .select('body_hash')
      .where('expert_id', '=', caller.user_id)
      .where('cid', '=', cid)
      .executeTakeFirst();
    return stored !== undefined && written.mayPublish(asking(caller)) && stored.body_hash === (await hashText(canonicalJson(body)));
  }

  /** Publishes the call from `make`, or returns the one this intent already published. `make` runs in the transaction that locks the record. */
  async publish<Row extends CallHead>(written: Written<Row>, intent: Intent, make: (tx: Database) => Promise<NewEvent>): Promise<Row> {
    requireAuthor(written, intent.caller);
    const { platform, ledger, now, judgeUntil } = this.#parts;
    const hash = await hashText(canonicalJson(intent.body));
    // The roots that are due come first: an event lies between the roots around its time.
    await judgeUntil(now());
    return ledger.write(platform.transaction, async (tx, { seq }) => {
      const earlier = await this.#answered(tx, written.kind, intent, hash);
      if (earlier) return earlier as Row;
      return (await this.#append(tx, seq, intent, hash, await make(tx), 'call.publish')) as Row;
    });
  }

  /** Appends the event from `make` to the caller's call. Throws NOT_FOUND, for others' calls too, CALL_CLOSED unless `alsoClosed`. `before` runs in the same transaction. */
  async change<Row extends CallHead>(
    written: Written<Row>,
    id: string,
    intent: Intent,
    action: string,
    make: (row: Row) => Change,
    { alsoClosed = false, before = async () => undefined }: { alsoClosed?: boolean; before?: (tx: Database) => Promise<void> } = {},
  ): Promise<Row> {
    const { caller } = intent;
    requireAuthor(written, caller);
    const { kind } = written;
    const { platform, ledger, now, judgeUntil } = this.#parts;
    const hash = await hashText(canonicalJson(intent.body));
    await judgeUntil(now());
    return ledger.write(platform.transaction, async (tx, { seq }) => {
      const row = await readRow<Row>(tx, kind, id);
      // Others' calls as well: which ids are calls at all is not for them to try.
      if (!row || !written.mayChange(asking(caller), row)) throw new Fail('NOT_FOUND');
      const earlier = await this.#answered(tx, kind, intent, hash);
      if (earlier) return earlier as Row;
      if (!row.is_open && !alsoClosed) throw new Fail('CALL_CLOSED');
      await before(tx);
      const { expert_id } = row;
      const added = make(row);
      if (added.type === 'note') await refuseMoreNotes(tx, id, now());
      const event: NewEvent = { kind: kind.name, call_id: id, expert_id, ...added, actor: caller.user_id, ts: now().toISOString() };
      return (await this.#append(tx, seq, intent, hash, event, action)) as Row;
    });
  }

  async #append(tx: Database, seq: number, { caller, cid }: Intent, body_hash: string, event: NewEvent, action: string): Promise<CallHead> {
    const { platform, ledger, tell } = this.#parts;
    // A demo may play a day again.
    if (!platform.config.demo) await refuseSlowClock(tx, seq, new Date(event.ts));
    const carried = await ledger.append(tx, seq, [event]);
    await tell(tx, seq, [event], carried);
    const { user_id, partner_key, session_id } = caller;
    await callTables(tx).insertInto('call_intents').values({ expert_id: user_id, cid, body_hash, call_id: event.call_id }).execute();
    await platform.audit.write(tx, { actor: user_id, action, object: event.call_id, result: 'done', partner_key, session_id, after: event.payload });
    return carried[0]!.row;
  }

  /** The call that an earlier request with this `cid` led to, or null. */
  async #answered(tx: Database, kind: Written['kind'], { caller, cid }: Intent, hash: string): Promise<CallHead | null> {
    const stored = await callTables(tx)
      .selectFrom('call_intents')
      .selectAll()
      .where('expert_id', '=', caller.user_id)
      .where('cid', '=', cid)
      .executeTakeFirst();
    if (!stored) return null;
    if (stored.body_hash !== hash) {
      const message = 'This id was already used for another request. Start again.';
      throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path: 'cid', message }] });
    }
    return readRow(tx, kind, stored.call_id);
  }
}

const readRow = async <Row extends CallHead>(tx: Database, kind: Written<Row>['kind'], id: string): Promise<Row | null> =>
  ((await tx.selectFrom(kind.table).selectAll().where('id', '=', id).executeTakeFirst()) as Row | undefined) ?? null;

async function refuseMoreNotes(tx: Kysely<Pick<LedgerTables, 'call_events'>>, call_id: string, now: Date): Promise<void> {
  const { count } = await tx
    .selectFrom('call_events')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('call_id', '=', call_id)
    .where('type', '=', 'note')
    .where('ts', '>=', istInstant(istDay(now)))
    .where('ts', '<', istInstant(addDays(istDay(now), 1)))
    .executeTakeFirstOrThrow();
  if (Number(count) >= NOTES_A_DAY) throw new Fail('BAD_REQUEST', { validation: `You have added ${NOTES_A_DAY} notes to this call today; that is the limit.` });
}

/** An author's event is dated by this node's clock, which must not lie clearly behind that of whoever signed the last event. */
async function refuseSlowClock(tx: Kysely<Pick<LedgerTables, 'call_events'>>, seq: number, at: Date): Promise<void> {
  const last = await tx.selectFrom('call_events').select('ts').where('seq', '=', seq).executeTakeFirst();
  if (last && at.getTime() < last.ts.getTime() - CLOCKS_DIFFER_MS) throw new Fail('RETRY');
}

/** The right to write does not depend on the site. */
const asking = (caller: Caller): Asking => callerOf({ caller, partner: null });

/** Only verified experts reach the record: a retail investor's publication is refused (S2.1-GROUP-A05). */
function requireAuthor(written: Written, caller: Caller): void {
  if (!written.mayPublish(asking(caller))) throw new Fail('NOT_VERIFIED');
}
