import type { OptionDraft, StructureFigures } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { RuleResult } from '@vimarsh/shared/contract/calls/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { tightenProblem } from '@vimarsh/shared/domain/calls/options/figures.ts';
import { standingAt } from '@vimarsh/shared/domain/calls/options/lifecycle.ts';
import type { OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { OPTION_LIMITS, type OptionContext } from '@vimarsh/shared/domain/calls/options/publish-context.ts';
import { checkOptionDraft, isBroken, OPTION_WORDS, publishable, wordsProblem } from '@vimarsh/shared/domain/calls/options/publish-rules.ts';
import { structureOf } from '@vimarsh/shared/domain/calls/options/structure.ts';
import { addDays, isTradingDay, istDay, istInstant, istTime, phaseAt } from '@vimarsh/shared/domain/market/calendar.ts';
import { INTEREST_RATE } from '@vimarsh/shared/domain/options/rate.ts';
import type { Identity } from '../../identity/index.ts';
import type { Kind } from '../../ledger/index.ts';
import type { Market, OptionMarket } from '../../market/index.ts';
import { callerOf } from '../../platform/access/access.ts';
import { type Caller, Fail, type Platform } from '../../platform/platform.ts';
import { ulid } from '../../platform/text/id.ts';
import type { Authoring, Change, Intent, Written } from '../authoring.ts';
import type { CallReader } from '../kind.ts';
import { type ChainFacts, chainFacts, contractOf, lotOf, type Valued, valued, worthAt } from './chain-facts.ts';
import { publishEvent } from './publication.ts';
import { readState } from './recorded.ts';
import { type OptionDatabase, type OptionRow, optionsTables } from './tables.ts';

export interface OptionAuthoringDependencies {
  readonly platform: Platform;
  readonly kind: Pick<Kind<OptionState, OptionRow>, 'name' | 'table'>;
  readonly market: Market & { readonly options: OptionMarket };
  readonly identity: Pick<Identity, 'expert'>;
  readonly authoring: Authoring;
}

type AuthorFacts = OptionContext['author'];
type OwnFacts = Pick<OptionContext, 'open' | 'publishedToday'>;

/** A draft with the market it is judged on. */
interface Weighed {
  readonly facts: ChainFacts;
  readonly worth: Valued | null;
  readonly figures: StructureFigures | null;
}

/** Who writes a call, and on whose site. */
type Author = CallReader & { readonly caller: Caller };

/** What authors do with option calls: publish, move a stop-loss, exit early, add a note, look back. */
export class OptionAuthoring {
  readonly #parts: OptionAuthoringDependencies;
  readonly #written: Written<OptionRow>;

  constructor(parts: OptionAuthoringDependencies) {
    this.#parts = parts;
    this.#written = {
      kind: parts.kind,
      mayPublish: (asking) => may(asking, 'options.publish'),
      mayChange: (asking, row) => may(asking, 'options.change', row),
    };
  }

  /** Checks a draft against the rules and stores nothing. `already`: the intent `cid` has published it, whatever the rules say of it now. */
  async check(
    asker: Author,
    draft: OptionDraft,
    cid?: string,
  ): Promise<{ rules: RuleResult[]; publishable: boolean; figures: StructureFigures | null; already: boolean }> {
    const now = this.#parts.market.now();
    const weighed = await this.#weigh(draft, now);
    const own = await ownFacts(this.#parts.platform.db, asker.caller.user_id, istDay(now));
    const rules = checkOptionDraft(draft, contextOf(await this.#author(asker, istDay(now)), weighed, own, now));
    const already = cid !== undefined && (await this.#parts.authoring.hasLed(this.#written, publication(asker.caller, cid, draft)));
    return { rules, publishable: publishable(rules), figures: weighed.figures, already };
  }

  /**
   * Publishes a call, or returns the one this `cid` already published. Throws NOT_VERIFIED, FEED_STALE, PUBLISH_RULE with one problem per
   * broken rule, and BAD_REQUEST if the `cid` was used for something else.
   */
  async publish(asker: Author, cid: string, draft: OptionDraft): Promise<OptionRow> {
    const { market, authoring } = this.#parts;
    const now = market.now();
    const today = istDay(now);
    const author = await this.#author(asker, today);
    const weighed = await this.#weigh(draft, now);
    return authoring.publish(this.#written, publication(asker.caller, cid, draft), async (tx) => {
      // Read behind the record's lock: whoever waited for it is published when it is their turn, so that times keep the record's order.
      const publishedAt = market.now();
      refuseBroken(checkOptionDraft(draft, contextOf(author, weighed, await ownFacts(tx, asker.caller.user_id, today), publishedAt)));
      const { facts, worth, figures } = weighed;
      if (!facts.listing || !facts.at || !worth || !figures) throw new Fail('FEED_STALE');
      const call = { call_id: ulid(), author: asker.caller.user_id, draft, publishedAt, feedAt: facts.at };
      return publishEvent({ ...call, listing: facts.listing, ...worth, figures });
    });
  }

  async tighten(caller: Caller, id: string, cid: string, stopLoss: number): Promise<OptionRow> {
    const { market } = this.#parts;
    const now = market.now();
    const stored = await optionsTables(this.#parts.platform.db).selectFrom('option_calls').select('stock').where('id', '=', id).executeTakeFirst();
    const [beat] = stored ? (await market.options.beats(stored.stock, new Date(now.getTime() - OPTION_LIMITS.oldest), now)).slice(-1) : [];
    return this.#change(id, { caller, cid, body: { tighten: id, stopLoss } }, 'call.tighten_sl', (row) => {
      const state = readState(row);
      if (state.closing) throw closing();
      const problem = tightenProblem(state, stopLoss, beat ? standingAt(state, beat.quote, beat.c) : null);
      if (problem) throw new Fail('BAD_REQUEST', { validation: problem, problems: [{ path: 'stop_loss', message: problem }] });
      return { type: 'tighten_sl', payload: { stop_loss: stopLoss, from: row.stop_loss } };
    });
  }

  /** Asks for an exit: all legs close together. A call still waiting for its entry is cancelled at once. */
  async exit(caller: Caller, id: string, cid: string, reason: string): Promise<OptionRow> {
    return this.#change(id, { caller, cid, body: { exit: id, reason } }, 'call.exit', (row) => {
      if (row.status === 'awaiting_entry') return { type: 'cancelled', payload: { reason } };
      const state = readState(row);
      if (state.closing) throw closing();
      if (state.exit_request) throw new Fail('BAD_REQUEST', { validation: 'An exit was already asked for; it follows at the next quotes.' });
      return { type: 'exit_request', payload: { reason } };
    });
  }

  async note(caller: Caller, id: string, cid: string, note: string): Promise<OptionRow> {
    const intent = { caller, cid, body: { note: id, text: note } };
    return this.#change(id, intent, 'call.note', () => ({ type: 'note', payload: { note } }), { alsoClosed: true });
  }

  /** What was learnt, once, when the call has ended. It changes no number. */
  async postMortem(caller: Caller, id: string, cid: string, text: string): Promise<OptionRow> {
    const intent = { caller, cid, body: { postMortem: id, text } };
    const make = (row: OptionRow): Change => {
      if (row.is_open) throw new Fail('BAD_REQUEST', { validation: 'The call is still open. Add a note instead.' });
      if (readState(row).post_mortem) throw new Fail('BAD_REQUEST', { validation: 'This call already has its look back.' });
      return { type: 'post_mortem', payload: { text } };
    };
    return this.#change(id, intent, 'call.post_mortem', make, { alsoClosed: true });
  }

  /** Every text an author adds to a call passes here: it stands in the record for ever, like those of the draft, and keeps their rule. */
  #change(id: string, intent: Intent, action: string, make: (row: OptionRow) => Change, options?: { alsoClosed: boolean }): Promise<OptionRow> {
    const checked = (row: OptionRow): Change => {
      const change = make(row);
      const texts = Object.values(change.payload).filter((value) => typeof value === 'string');
      const message = wordsProblem(texts.join('\n'));
      if (message) throw new Fail('PUBLISH_RULE', { validation: message, problems: [{ path: OPTION_WORDS, message }] });
      return change;
    };
    return this.#parts.authoring.change(this.#written, id, intent, action, checked, options);
  }

  async #weigh(draft: OptionDraft, now: Date): Promise<Weighed> {
    const facts = await chainFacts(this.#parts.market, draft, now);
    const worth = valued(facts, draft.legs, now, INTEREST_RATE);
    return { facts, worth, figures: worth && structureOf(worth.legs, worth.assumed) };
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

const closing = (): Fail => new Fail('BAD_REQUEST', { validation: 'The end of this call is decided; it follows at the next quotes.' });

/** Everything the rules need, as of `now`. */
export const contextOf = (author: AuthorFacts, { facts, worth, figures }: Weighed, own: OwnFacts, now: Date): OptionContext => ({
  author,
  underlying: facts.listing && {
    kind: facts.listing.kind === 'index' ? 'index' : 'stock',
    status: facts.listing.status,
    // Legs of an unknown lot can't be valued, so no rule decides by this one.
    lot: lotOf(facts, [...facts.chains.keys()].toSorted()[0] ?? '') ?? 1,
  },
  expiries: facts.expiries,
  contract: (leg) => contractOf(facts, leg),
  spot: facts.spot,
  age: facts.at && now.getTime() - facts.at.getTime(),
  rate: INTEREST_RATE,
  figures,
  worthAt: worth && worthAt(worth),
  phase: phaseAt(now),
  today: istDay(now),
  time: istTime(now),
  isTradingDay,
  ...own,
  limits: OPTION_LIMITS,
});

/** What the author has open and published today. */
async function ownFacts(db: OptionDatabase, author: string, today: string): Promise<OwnFacts> {
  const open = await db
    .selectFrom('option_calls')
    .select(['stock', 'strategy', 'expiry'])
    .where('expert_id', '=', author)
    .where((eb) => eb('is_open', '=', eb.lit(true)))
    .execute();
  const { count } = await db
    .selectFrom('option_calls')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('expert_id', '=', author)
    .where('published_at', '>=', istInstant(today))
    .where('published_at', '<', istInstant(addDays(today, 1)))
    .executeTakeFirstOrThrow();
  return { open, publishedToday: Number(count) };
}

const publication = (caller: Caller, cid: string, draft: OptionDraft): Intent => ({ caller, cid, body: { publishOptions: draft } });

function refuseBroken(rules: readonly RuleResult[]): void {
  const broken = rules.filter((rule) => isBroken(rule) && rule.level === 'block');
  const [first] = broken;
  if (!first) return;
  const problems = broken.map(({ id, message }) => ({ path: id, message }));
  if (broken.length === 1 && first.id === 'OPT-FEED') throw new Fail('FEED_STALE', { validation: first.message, problems });
  const validation = broken.length === 1 ? first.message : `This call breaks ${broken.length} publishing rules.`;
  throw new Fail('PUBLISH_RULE', { validation, problems });
}
