import type { CallDraft, RuleResult } from '@vimarsh/shared/contract/calls/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import type { CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import {
  checkDraft,
  draftFigures,
  isBroken,
  type PublishLimits,
  publishable,
  tightenProblem,
  WORDS,
  wordsProblem,
} from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Identity } from '../../identity/index.ts';
import type { Kind } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import { callerOf } from '../../platform/access/access.ts';
import { type Caller, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { Authoring, Change, Intent, Written } from '../authoring.ts';
import type { CallReader } from '../kind.ts';
import { publishEvent } from './publication.ts';
import { type AuthorFacts, contextOf, ownFacts } from './publish-context.ts';
import type { CallRow } from './tables.ts';

export interface EquityAuthoringDependencies {
  readonly platform: Platform;
  readonly kind: Pick<Kind<CallState, CallRow>, 'name' | 'table'>;
  readonly market: Market;
  readonly identity: Pick<Identity, 'expert'>;
  readonly authoring: Authoring;
  readonly limits: PublishLimits;
}

/** Who writes a call, and on whose site. */
type Author = CallReader & { readonly caller: Caller };

/** What authors do with equity calls: publish, move a stop-loss, exit early, add a note, look back. */
export class EquityAuthoring {
  readonly #parts: EquityAuthoringDependencies;
  readonly #written: Written<CallRow>;

  constructor(parts: EquityAuthoringDependencies) {
    this.#parts = parts;
    this.#written = {
      kind: parts.kind,
      mayPublish: (asking) => may(asking, 'equity.publish'),
      mayChange: (asking, row) => may(asking, 'equity.change', row),
    };
  }

  /** Checks a draft against the rules and stores nothing. `already`: the intent `cid` has published it, whatever the rules say of it now. */
  async check(
    asker: Author,
    draft: CallDraft,
    cid?: string,
  ): Promise<{ rules: RuleResult[]; publishable: boolean; potential_return: number; risk_reward: number; already: boolean }> {
    const { platform, market, limits } = this.#parts;
    const now = market.now();
    const author = await this.#author(asker, istDay(now));
    const facts = await market.factsFor(draft.stock, now);
    const rules = checkDraft(draft, contextOf(author, facts, await ownFacts(platform.db, asker.caller.user_id, istDay(now)), limits, now));
    const { potential_return, risk_reward } = draftFigures(draft);
    const already = cid !== undefined && (await this.#parts.authoring.hasLed(this.#written, publication(asker.caller, cid, draft)));
    return { rules, publishable: publishable(rules), potential_return, risk_reward, already };
  }

  /**
   * Publishes a call, or returns the one this `cid` already published. Throws NOT_VERIFIED, FEED_STALE, PUBLISH_RULE with one
   * problem per broken rule, and BAD_REQUEST if the `cid` was used for something else.
   */
  async publish(asker: Author, cid: string, draft: CallDraft): Promise<CallRow> {
    const { market, authoring, limits } = this.#parts;
    const now = market.now();
    const today = istDay(now);
    const author = await this.#author(asker, today);
    const facts = await market.factsFor(draft.stock, now);
    return authoring.publish(this.#written, publication(asker.caller, cid, draft), async (tx) => {
      // Read behind the record's lock: whoever waited for it is published when it is their turn, so that times keep the record's order.
      const publishedAt = market.now();
      refuseBroken(checkDraft(draft, contextOf(author, facts, await ownFacts(tx, asker.caller.user_id, today), limits, publishedAt)));
      const { listing, quote } = facts;
      if (!listing || !quote) throw new Fail('UNKNOWN_SYMBOL');
      return publishEvent({ call_id: ulid(), author: asker.caller.user_id, draft, listing, publishedAt, ltp: quote.ltp, feedTs: quote.ts });
    });
  }

  async tighten(caller: Caller, id: string, cid: string, stopLoss: number): Promise<CallRow> {
    const { market } = this.#parts;
    return this.#change(id, { caller, cid, body: { tighten: id, stopLoss } }, 'call.tighten_sl', (row) => {
      const { call_type, moves, stock, stop_loss: stop, target_price: target } = row;
      if ((JSON.parse(row.state) as CallState).not_judgeable)
        throw new Fail('BAD_REQUEST', { validation: 'The call can’t be judged at the moment, so its stop-loss stays where it is.' });
      if (call_type === 'Hold') throw new Fail('BAD_REQUEST', { validation: 'A Hold call’s band can’t be moved.' });
      const tick = market.instrument(stock)?.tick ?? 0.01;
      const problem = tightenProblem({ call_type, stop, target, moves, tick, ltp: market.quote(stock)?.ltp ?? null }, stopLoss);
      if (problem) throw new Fail('BAD_REQUEST', { validation: problem, problems: [{ path: 'stop_loss', message: problem }] });
      return { type: 'tighten_sl', payload: { stop_loss: stopLoss, from: stop } };
    });
  }

  /** Requests an exit at the next price. A call still waiting for its entry is cancelled at once. */
  async exit(caller: Caller, id: string, cid: string, reason: string): Promise<CallRow> {
    return this.#change(id, { caller, cid, body: { exit: id, reason } }, 'call.exit', (row) => {
      if (row.status === 'awaiting_entry') return { type: 'cancelled', payload: { reason } };
      if ((JSON.parse(row.state) as CallState).exit_request)
        throw new Fail('BAD_REQUEST', { validation: 'An exit was already asked for; it follows at the next price.' });
      return { type: 'exit_request', payload: { reason } };
    });
  }

  async note(caller: Caller, id: string, cid: string, note: string): Promise<CallRow> {
    const intent = { caller, cid, body: { note: id, text: note } };
    return this.#change(id, intent, 'call.note', () => ({ type: 'note', payload: { note } }), { alsoClosed: true });
  }

  /** What was learnt, once, when the call has ended. It changes no number. */
  async postMortem(caller: Caller, id: string, cid: string, text: string): Promise<CallRow> {
    const intent = { caller, cid, body: { postMortem: id, text } };
    const make = (row: CallRow): Change => {
      if (row.is_open) throw new Fail('BAD_REQUEST', { validation: 'The call is still open. Add a note instead.' });
      if (row.post_mortem_on !== null) throw new Fail('BAD_REQUEST', { validation: 'This call has its look back already.' });
      return { type: 'post_mortem', payload: { text } };
    };
    return this.#change(id, intent, 'call.post_mortem', make, { alsoClosed: true });
  }

  /** Every text an author adds to a call passes here: it stands in the record for ever, like those of the draft, and keeps their rule. */
  #change(id: string, intent: Intent, action: string, make: (row: CallRow) => Change, options?: { alsoClosed: boolean }): Promise<CallRow> {
    const checked = (row: CallRow): Change => {
      const change = make(row);
      const message = wordsProblem(
        Object.values(change.payload)
          .filter((value) => typeof value === 'string')
          .join('\n'),
      );
      if (message) throw new Fail('PUBLISH_RULE', { validation: message, problems: [{ path: WORDS, message }] });
      return change;
    };
    return this.#parts.authoring.change(this.#written, id, intent, action, checked, options);
  }

  async #author(asker: Author, today: string): Promise<AuthorFacts> {
    const record = await this.#parts.identity.expert(asker.caller.user_id);
    const asking = callerOf(asker);
    return {
      verified: this.#written.mayPublish(asking),
      publisher: may(asking, 'calls.publish-new'),
      planSold: belongsTo(asking, 'planBuyers'),
      registrationValid: record !== null && record.valid_to >= today,
    };
  }
}

const publication = (caller: Caller, cid: string, draft: CallDraft): Intent => ({ caller, cid, body: { publish: draft } });

function refuseBroken(rules: readonly RuleResult[]): void {
  const broken = rules.filter((rule) => isBroken(rule) && rule.level === 'block');
  const [first] = broken;
  if (!first) return;
  if (broken.length === 1 && first.id === 'EQ-FEED')
    throw new Fail('FEED_STALE', { validation: first.message, problems: [{ path: first.id, message: first.message }] });
  const validation = broken.length === 1 ? first.message : `This call breaks ${broken.length} publishing rules.`;
  throw new Fail('PUBLISH_RULE', { validation, problems: broken.map(({ id, message }) => ({ path: id, message })) });
}
