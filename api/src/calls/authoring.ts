import type { CallDraft, RuleResult } from '@vimarsh/shared/contract/calls.contract.ts';
import { istDay } from '@vimarsh/shared/domain/calendar.ts';
import type { CallState } from '@vimarsh/shared/domain/call-lifecycle.ts';
import { canonicalJson, hashText } from '@vimarsh/shared/domain/ledger.ts';
import { checkDraft, draftFigures, type PublishLimits, publishable, tightenProblem } from '@vimarsh/shared/domain/publish-rules.ts';
import type { ExpertRecord, Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import { ulid } from '../platform/id.ts';
import { type Caller, Fail, type Platform } from '../platform/platform.ts';
import { type CallRow, type CallsDatabase, tablesOf } from './calls.tables.ts';
import { appendEvents, lockLedger, type NewEvent } from './ledger.store.ts';
import type { TellFollowers } from './notices.ts';
import { publishEvent } from './publication.ts';
import { type AuthorFacts, contextOf, marketFacts, ownFacts } from './publish-context.ts';
import type { Signer } from './signing-key.ts';

export interface AuthoringParts {
  readonly platform: Platform;
  readonly market: Market;
  readonly identity: Pick<Identity, 'expert'>;
  readonly signer: Signer;
  readonly limits: PublishLimits;
  readonly tell: TellFollowers;
  /** Judges open calls up to now, so that nothing is asked of a call that prices have ended already. */
  readonly judgeUntil: (now: Date) => Promise<void>;
}

interface Intent {
  readonly cid: string;
  readonly bodyHash: string;
}

/** What authors do to the record: publish, move a stop-loss, leave early, add a note. Each at most once per `cid`. */
export class Authoring {
  readonly #parts: AuthoringParts;
  readonly #db: CallsDatabase;

  constructor(parts: AuthoringParts) {
    this.#parts = parts;
    this.#db = tablesOf(parts.platform.db);
  }

  /** Verdicts on a draft; stores nothing. */
  async check(caller: Caller, draft: CallDraft): Promise<{ rules: RuleResult[]; publishable: boolean; potential_return: number; risk_reward: number }> {
    const { market, limits } = this.#parts;
    const now = market.now();
    const author = await this.#author(caller, istDay(now));
    const context = contextOf(
      author,
      await marketFacts(market, draft, now, this.#ltp(draft.stock)),
      await ownFacts(this.#db, caller.user_id, istDay(now)),
      limits,
    );
    const rules = checkDraft(draft, context);
    const { potential_return, risk_reward } = draftFigures(draft);
    return { rules, publishable: publishable(rules), potential_return, risk_reward };
  }

  /**
   * Publishes a call, or answers the one the same `cid` published before. Throws NOT_VERIFIED, FEED_STALE, PUBLISH_RULE with one
   * problem per broken rule, BAD_REQUEST when the `cid` was used for something else.
   */
  async publish(caller: Caller, cid: string, draft: CallDraft): Promise<CallRow> {
    requireVerified(caller);
    const { platform, market, signer, limits } = this.#parts;
    const intent = await intentOf(cid, { publish: draft });
    const now = market.now();
    const today = istDay(now);
    const author = await this.#author(caller, today);
    const quote = market.quote(draft.stock);
    const facts = await marketFacts(market, draft, now, quote?.ltp ?? null);
    const listing = market.instrument(draft.stock);

    return platform.transaction(async (shared) => {
      const tx = tablesOf(shared);
      const { seq } = await lockLedger(tx);
      const known = await this.#answered(tx, caller, intent);
      if (known) return known;
      const rules = checkDraft(draft, contextOf(author, facts, await ownFacts(tx, caller.user_id, today), limits));
      refuseBroken(rules);
      if (!listing || !quote) throw new Fail('UNKNOWN_SYMBOL');
      const event = publishEvent({ call_id: ulid(), author: caller.user_id, draft, listing, publishedAt: now, ltp: quote.ltp, feedTs: quote.ts });
      return this.#append(tx, seq, caller, intent, event, 'call.publish', signer);
    });
  }

  async tighten(caller: Caller, id: string, cid: string, stopLoss: number): Promise<CallRow> {
    return this.#change(caller, id, await intentOf(cid, { tighten: id, stopLoss }), 'call.tighten_sl', (row, now) => {
      if (row.call_type === 'Hold') throw new Fail('BAD_REQUEST', { validation: 'A Hold call’s band can’t be moved.' });
      const listing = this.#parts.market.instrument(row.stock);
      const problem = tightenProblem(
        { call_type: row.call_type, stop: row.stop_loss, target: row.target_price, moves: row.moves, tick: listing?.tick ?? 0.01, ltp: this.#ltp(row.stock) },
        stopLoss,
      );
      if (problem) throw new Fail('BAD_REQUEST', { validation: problem, problems: [{ path: 'stop_loss', message: problem }] });
      return eventOn(row, 'tighten_sl', { stop_loss: stopLoss, from: row.stop_loss }, caller, now);
    });
  }

  /** Asks for an exit at the next price; a call still waiting for its entry is cancelled at once. */
  async exit(caller: Caller, id: string, cid: string, reason: string): Promise<CallRow> {
    return this.#change(caller, id, await intentOf(cid, { exit: id, reason }), 'call.exit', (row, now) => {
      if (row.status === 'awaiting_entry') return eventOn(row, 'cancelled', { reason }, caller, now);
      if ((JSON.parse(row.state) as CallState).exit_request)
        throw new Fail('BAD_REQUEST', { validation: 'An exit was already asked for; it follows at the next price.' });
      return eventOn(row, 'exit_request', { reason }, caller, now);
    });
  }

  async note(caller: Caller, id: string, cid: string, note: string): Promise<CallRow> {
    return this.#change(
      caller,
      id,
      await intentOf(cid, { note: id, text: note }),
      'call.note',
      (row, now) => eventOn(row, 'note', { note }, caller, now),
      true,
    );
  }

  async #change(
    caller: Caller,
    id: string,
    intent: Intent,
    action: string,
    eventFor: (row: CallRow, now: Date) => NewEvent,
    alsoClosed = false,
  ): Promise<CallRow> {
    requireVerified(caller);
    const { platform, market, signer, judgeUntil } = this.#parts;
    await judgeUntil(market.now());
    return platform.transaction(async (shared) => {
      const tx = tablesOf(shared);
      const { seq } = await lockLedger(tx);
      const row = await tx.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw new Fail('NOT_FOUND');
      if (row.expert_id !== caller.user_id) throw new Fail('FORBIDDEN', { validation: 'Only its author can change a call.' });
      const known = await this.#answered(tx, caller, intent);
      if (known) return known;
      if (!row.is_open && !alsoClosed) throw new Fail('CALL_CLOSED');
      return this.#append(tx, seq, caller, intent, eventFor(row, market.now()), action, signer);
    });
  }

  async #append(tx: CallsDatabase, seq: number, caller: Caller, intent: Intent, event: NewEvent, action: string, signer: Signer): Promise<CallRow> {
    const [row] = await appendEvents(tx, seq, [event], signer);
    await tx.insertInto('call_intents').values({ expert_id: caller.user_id, cid: intent.cid, body_hash: intent.bodyHash, call_id: event.call_id }).execute();
    if (action === 'call.publish') await this.#parts.tell(tx, 'new_calls', row!);
    else if (action === 'call.exit' && !row!.is_open) await this.#parts.tell(tx, 'ended_calls', row!);
    const { partner_key, session_id } = caller;
    await this.#parts.platform.audit.write(tx, {
      actor: caller.user_id,
      action,
      object: event.call_id,
      result: 'done',
      partner_key,
      session_id,
      after: event.payload,
    });
    return row!;
  }

  /** The call an earlier request with this `cid` led to, or null. */
  async #answered(tx: CallsDatabase, caller: Caller, intent: Intent): Promise<CallRow | null> {
    const known = await tx.selectFrom('call_intents').selectAll().where('expert_id', '=', caller.user_id).where('cid', '=', intent.cid).executeTakeFirst();
    if (!known) return null;
    if (known.body_hash !== intent.bodyHash) {
      const message = 'This id was already used for another request. Start again.';
      throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path: 'cid', message }] });
    }
    return tx.selectFrom('calls').selectAll().where('id', '=', known.call_id).executeTakeFirstOrThrow();
  }

  async #author(caller: Caller, today: string): Promise<AuthorFacts> {
    const record: ExpertRecord | null = await this.#parts.identity.expert(caller.user_id);
    return { verified: isVerified(caller), publisher: caller.publisher, registrationValid: record !== null && record.valid_to >= today };
  }

  #ltp(symbol: string): number | null {
    return this.#parts.market.quote(symbol)?.ltp ?? null;
  }
}

const isVerified = (caller: Caller): boolean => caller.expert_status === 'verified' || caller.expert_status === 'expiring';

/** Only verified experts reach the record: a retail investor's publication is refused (S2.1-GROUP-A05). */
function requireVerified(caller: Caller): void {
  if (!isVerified(caller)) throw new Fail('NOT_VERIFIED');
}

function refuseBroken(rules: readonly RuleResult[]): void {
  const broken = rules.filter((rule) => !rule.ok && rule.level === 'block');
  const [first] = broken;
  if (!first) return;
  if (broken.length === 1 && first.id === 'EQ-FEED')
    throw new Fail('FEED_STALE', { validation: first.message, problems: [{ path: first.id, message: first.message }] });
  const validation = broken.length === 1 ? first.message : `This call breaks ${broken.length} publishing rules.`;
  throw new Fail('PUBLISH_RULE', { validation, problems: broken.map(({ id, message }) => ({ path: id, message })) });
}

const intentOf = async (cid: string, body: unknown): Promise<Intent> => ({ cid, bodyHash: await hashText(canonicalJson(body)) });

const eventOn = (row: CallRow, type: NewEvent['type'], payload: NewEvent['payload'], caller: Caller, now: Date): NewEvent => ({
  call_id: row.id,
  expert_id: row.expert_id,
  type,
  payload,
  actor: caller.user_id,
  ts: now.toISOString(),
});
