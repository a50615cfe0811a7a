import type { RuleResult } from '@vimarsh/shared/contract/calls/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import type { SignedAuthor } from '@vimarsh/shared/domain/calls/author-entry.ts';
import { type AuthorFacts, DEALING_DAYS, wordsProblem } from '@vimarsh/shared/domain/calls/publishing/publish-rules.ts';
import { isBroken, publishable, sentencesOf } from '@vimarsh/shared/domain/calls/publishing/rule-result.ts';
import { addDays, istDay, istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Identity } from '../identity/index.ts';
import type { CallHead, NewEvent } from '../ledger/index.ts';
import type { Market } from '../market/index.ts';
import { callerOf } from '../platform/access/access.ts';
import { type Caller, type Ctx, type Database, Fail, type Platform } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import type { Authoring, Change, Intent, Written } from './authoring.ts';
import { type AuthorRecords, shownAuthor, spoken } from './authors/author-records.ts';
import type { CallReader, DealingSource } from './kind.ts';
import { followerCount } from './reading/follows.store.ts';

/** What rules know of an author's other calls: the columns they compare of the open ones, and how many calls were published today. */
export interface OwnCalls<Open> {
  readonly open: readonly Open[];
  readonly publishedToday: number;
}

/** Who publishes a call, and when. */
export interface PublicationHead {
  readonly call_id: string;
  readonly author: string;
  readonly publishedAt: Date;
}

/** What one kind of call differs in where its authors write. `Market`: what its rules know of the market about a draft. */
export interface AuthoredKind<Draft, Row extends CallHead, Market, Figures extends object, Compared extends keyof Row & string> extends Written<Row> {
  /** Ids of the rule for texts, and of the rule for fresh prices. */
  readonly wordsRule: string;
  readonly feedRule: string;
  /** Columns of the author's open calls that rules compare a draft with. */
  readonly compared: readonly Compared[];
  /** What an intent to publish is recognised by. Its hash is stored, so the shape never changes. */
  intentOf(draft: Draft): unknown;
  /** The stock, or the underlying, that the call is about. */
  stockOf(draft: Draft): string;
  marketFor(draft: Draft, now: Date): Promise<Market>;
  check(draft: Draft, author: AuthorFacts, market: Market, own: OwnCalls<Pick<Row, Compared>>, now: Date): RuleResult[];
  /** What the answer to a check says besides its rules. */
  figures(draft: Draft, market: Market): Figures;
  /** The first event of a call that keeps the rules. */
  publishEvent(draft: Draft, market: Market, head: PublicationHead): NewEvent;
  /** The event that moves a stop-loss; what is returned runs behind the record's lock, and throws where the stop may not go there. */
  tighten(id: string, stopLoss: number): Promise<(row: Row) => Change>;
  /** Why an active call can't be left early, or null. */
  exitProblem(row: Row): string | null;
  /** What is said of a call that has its look back already; null where it has none. */
  lookBackProblem(row: Row): string | null;
}

export interface CallAuthoringDependencies {
  readonly platform: Platform;
  readonly market: Pick<Market, 'now' | 'source'>;
  readonly identity: Pick<Identity, 'expert' | 'entries'>;
  /** Null where a stage has none. */
  readonly authors: Pick<AuthorRecords, 'ensure' | 'speaker' | 'refuseFrozen'> | null;
  readonly authoring: Authoring;
  readonly dealtOn: DealingSource;
}

/** Who writes a call, and on whose site. */
type Author = CallReader & { readonly caller: Caller };

/** How the author of a call reads it back: as everybody, and once with its receipt. */
interface ReadBack<Row, Detail, Published> {
  detailOf(row: Row, asker: CallReader): Promise<Detail>;
  publishedOf(row: Row, asker: CallReader): Promise<Published>;
}
interface Added<Body> {
  readonly params: { readonly id: string };
  readonly body: { readonly cid: string } & Body;
}

const badRequest = (validation: string): Fail => new Fail('BAD_REQUEST', { validation });

/** What authors do with calls of one kind: publish, move a stop-loss, exit early, add a note, look back. */
export class CallAuthoring<Draft, Row extends CallHead, Market, Figures extends object, Compared extends keyof Row & string> {
  readonly #parts: CallAuthoringDependencies;
  readonly #kind: AuthoredKind<Draft, Row, Market, Figures, Compared>;

  constructor(parts: CallAuthoringDependencies, kind: AuthoredKind<Draft, Row, Market, Figures, Compared>) {
    this.#parts = parts;
    this.#kind = kind;
  }

  /** What the routes of the kind answer its authors. */
  answers<Detail, Published>(reading: ReadBack<Row, Detail, Published>) {
    const { db } = this.#parts.platform;
    const added =
      <Body>(write: (caller: Caller, id: string, body: Added<Body>['body']) => Promise<Row>) =>
      async ({ params, body }: Added<Body>, ctx: Ctx): Promise<Detail> =>
        reading.detailOf(await write(ctx.caller!, params.id, body), ctx);
    return {
      check: async ({ query, body }: { query: { cid?: string | undefined }; body: Draft }, { caller, partner }: Ctx) => ({
        ...(await this.check({ caller: caller!, partner }, body, query.cid)),
        recipients: await followerCount(db, caller!.user_id),
      }),
      publish: async ({ body: { cid, draft } }: { body: { cid: string; draft: Draft } }, { caller, partner }: Ctx): Promise<Published> => {
        const author = { caller: caller!, partner };
        return reading.publishedOf(await this.publish(author, cid, draft), author);
      },
      tighten: added<{ stop_loss: number }>((caller, id, { cid, stop_loss }) => this.tighten(caller, id, cid, stop_loss)),
      exit: added<{ reason: string }>((caller, id, { cid, reason }) => this.exit(caller, id, cid, reason)),
      note: added<{ note: string }>((caller, id, { cid, note }) => this.note(caller, id, cid, note)),
      postMortem: added<{ text: string }>((caller, id, { cid, text }) => this.postMortem(caller, id, cid, text)),
    };
  }

  /** Checks a draft against the rules and stores nothing. `already`: the intent `cid` has published it, whatever the rules say of it now. */
  async check(asker: Author, draft: Draft, cid?: string): Promise<{ rules: RuleResult[]; publishable: boolean; already: boolean } & Figures> {
    const { platform, authoring } = this.#parts;
    const now = this.#parts.market.now();
    const author = { ...(await this.#author(asker, istDay(now))), dealtOn: await this.#dealtOn(platform.db, asker, draft, istDay(now)) };
    const market = await this.#kind.marketFor(draft, now);
    const rules = this.#kind.check(draft, author, market, await this.#own(platform.db, asker.caller, istDay(now)), now);
    const already = cid !== undefined && (await authoring.hasLed(this.#kind, this.#publication(asker.caller, cid, draft)));
    return { rules, publishable: publishable(rules), ...this.#kind.figures(draft, market), already };
  }

  /**
   * Publishes a call, or returns the one this `cid` already published. Throws NOT_VERIFIED, FEED_STALE, PUBLISH_RULE with one
   * problem per broken rule, and BAD_REQUEST if the `cid` was used for something else.
   */
  async publish(asker: Author, cid: string, draft: Draft): Promise<Row> {
    const { authoring } = this.#parts;
    const now = this.#parts.market.now();
    const today = istDay(now);
    const author = await this.#author(asker, today);
    const market = await this.#kind.marketFor(draft, now);
    const speaker = await this.#speaker(asker.caller.user_id);
    return authoring.publish(this.#kind, this.#publication(asker.caller, cid, draft), async (tx) => {
      // Read behind the record's lock: whoever waited for it is published when it is their turn, so that times keep the record's order.
      const publishedAt = this.#parts.market.now();
      const facts = { ...author, dealtOn: await this.#dealtOn(tx, asker, draft, today) };
      this.#refuseBroken(this.#kind.check(draft, facts, market, await this.#own(tx, asker.caller, today), publishedAt));
      const event = this.#kind.publishEvent(draft, market, { call_id: ulid(), author: asker.caller.user_id, publishedAt });
      return spoken(event, { author: await speaker(tx), feed: this.#parts.market.source.id });
    });
  }

  /** Gives how an author is named, read behind the record's lock: as their own record has it there. */
  async #speaker(user_id: string): Promise<(tx: Database) => Promise<SignedAuthor>> {
    const { authors, identity } = this.#parts;
    if (authors) {
      await authors.ensure(user_id);
      return (tx) => authors.speaker(tx, user_id);
    }
    return async (tx) => {
      const entry = (await identity.entries(tx, [user_id])).get(user_id);
      // The rules have spoken first: they say why.
      if (entry?.standing !== 'registered') throw new Fail('NOT_VERIFIED');
      return shownAuthor(entry);
    };
  }

  async tighten(caller: Caller, id: string, cid: string, stopLoss: number): Promise<Row> {
    return this.#change(id, { caller, cid, body: { tighten: id, stopLoss } }, 'call.tighten_sl', await this.#kind.tighten(id, stopLoss));
  }

  /** Requests an exit at the next price. A call still waiting for its entry is cancelled at once. */
  async exit(caller: Caller, id: string, cid: string, reason: string): Promise<Row> {
    return this.#change(id, { caller, cid, body: { exit: id, reason } }, 'call.exit', (row) => {
      if (row.status === 'awaiting_entry') return { type: 'cancelled', payload: { reason } };
      const problem = this.#kind.exitProblem(row);
      if (problem) throw badRequest(problem);
      return { type: 'exit_request', payload: { reason } };
    });
  }

  async note(caller: Caller, id: string, cid: string, note: string): Promise<Row> {
    const intent = { caller, cid, body: { note: id, text: note } };
    return this.#change(id, intent, 'call.note', () => ({ type: 'note', payload: { note } }), { alsoClosed: true });
  }

  /** What was learnt, once, when the call has ended. It changes no number. */
  async postMortem(caller: Caller, id: string, cid: string, text: string): Promise<Row> {
    const intent = { caller, cid, body: { postMortem: id, text } };
    const make = (row: Row): Change => {
      const problem = row.is_open ? 'The call is still open. Add a note instead.' : this.#kind.lookBackProblem(row);
      if (problem) throw badRequest(problem);
      return { type: 'post_mortem', payload: { text } };
    };
    return this.#change(id, intent, 'call.post_mortem', make, { alsoClosed: true });
  }

  /** Every text an author adds to a call passes here: it stands in the record for ever, like those of the draft, and keeps their rule. */
  #change(id: string, intent: Intent, action: string, make: (row: Row) => Change, options?: { alsoClosed: boolean }): Promise<Row> {
    const { authors, authoring } = this.#parts;
    const checked = (row: Row): Change => {
      const change = make(row);
      const texts = Object.values(change.payload).filter((value) => typeof value === 'string');
      const message = wordsProblem(texts.join('\n'));
      if (message) throw new Fail('PUBLISH_RULE', { validation: message, problems: [{ path: this.#kind.wordsRule, message }] });
      return change;
    };
    // An author who loses the right to publish is frozen: prices alone close what is open.
    const before = async (tx: Database): Promise<void> => authors?.refuseFrozen(tx, intent.caller.user_id);
    return authoring.change(this.#kind, id, intent, action, checked, { ...options, before });
  }

  #own(db: Database, { user_id }: Caller, today: string): Promise<OwnCalls<Pick<Row, Compared>>> {
    return ownCalls<Row, Compared>(db, this.#kind.kind.table, this.#kind.compared, user_id, today);
  }

  #publication(caller: Caller, cid: string, draft: Draft): Intent {
    return { caller, cid, body: this.#kind.intentOf(draft) };
  }

  #refuseBroken(rules: readonly RuleResult[]): void {
    const broken = rules.filter((rule) => isBroken(rule) && rule.level === 'block');
    const [first] = broken;
    if (!first) return;
    const problems = broken.flatMap(sentencesOf);
    if (broken.length === 1 && first.id === this.#kind.feedRule) throw new Fail('FEED_STALE', { validation: first.message, problems });
    const validation = broken.length === 1 ? first.message : `This call breaks ${broken.length} publishing rules.`;
    throw new Fail('PUBLISH_RULE', { validation, problems });
  }

  #dealtOn(db: Database, { caller }: Author, draft: Draft, today: string): Promise<string | null> {
    return this.#parts.dealtOn(db, caller.user_id, this.#kind.stockOf(draft), addDays(today, -DEALING_DAYS.before));
  }

  async #author(asker: Author, today: string): Promise<Omit<AuthorFacts, 'dealtOn'>> {
    const record = await this.#parts.identity.expert(asker.caller.user_id);
    const asking = callerOf(asker);
    return {
      verified: this.#kind.mayPublish(asking),
      publisher: may(asking, 'calls.publish-new'),
      planSold: belongsTo(asking, 'planBuyers'),
      registrationValid: record !== null && record.valid_to >= today,
    };
  }
}

/** The author's open calls, in the columns asked for, and how many calls of the kind they published today. */
export async function ownCalls<Row extends CallHead, Compared extends keyof Row & string>(
  db: Database,
  table: string,
  compared: readonly Compared[],
  author: string,
  today: string,
): Promise<OwnCalls<Pick<Row, Compared>>> {
  const own = db.selectFrom(table).where('expert_id', '=', author);
  const open = await own
    .select([...compared])
    .where((eb) => eb('is_open', '=', eb.lit(true)))
    .execute();
  const { count } = await own
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('published_at', '>=', istInstant(today))
    .where('published_at', '<', istInstant(addDays(today, 1)))
    .executeTakeFirstOrThrow();
  return { open: open as unknown as Pick<Row, Compared>[], publishedToday: Number(count) };
}

/** Whether one of these authors has an open call on one of these stocks, in the table of whichever kind. */
export async function hasOpenCall(db: Database, tables: readonly string[], authors: readonly string[], stocks: readonly string[]): Promise<boolean> {
  for (const table of tables) {
    const open = await db
      .selectFrom(table)
      .select('id')
      .where('expert_id', 'in', [...authors])
      .where('stock', 'in', [...stocks])
      .where((eb) => eb('is_open', '=', eb.lit(true)))
      .limit(1)
      .executeTakeFirst();
    if (open) return true;
  }
  return false;
}
