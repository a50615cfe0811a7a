import type { EventType, Term } from '@vimarsh/shared/contract/calls/types.ts';
import { applyEvent, type CallState, currentStop } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { checkDraft, PUBLISH_LIMITS, tightenProblem } from '@vimarsh/shared/domain/calls/equity/publish-rules.ts';
import { POST_MORTEM_SINCE } from '@vimarsh/shared/domain/calls/post-mortem.ts';
import { publishable } from '@vimarsh/shared/domain/calls/publishing/rule-result.ts';
import { isOpen } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { isTradingDay, istDay, istInstant, istTime, phaseAt, sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { DEMO_EPOCH, DEMO_FIRST_DAY } from '@vimarsh/shared/domain/market/demo.ts';
import { type Rng, rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { snapToTick, tickOf } from '@vimarsh/shared/domain/market/ticks.ts';
import { type EngineEvent, type NewEvent, nextRootAt } from '../../ledger/index.ts';
import type { Market, OptionMarket } from '../../market/index.ts';
import { inOrder } from '../engine/in-order.ts';
import { type Judged, judge } from '../equity/judge.ts';
import { publishEvent } from '../equity/publication.ts';
import { EQUITY } from '../equity/tables.ts';
import { demoId } from './demo-id.ts';
import { draftFor } from './drafts.ts';
import { DemoOptions } from './option-history.ts';
import { PriceHistory } from './price-history.ts';
import { type Author, BUSY_FACTOR, BUSY_FROM, PLANNED, type Planned, PROFILES, type Profile, SUSPENSION } from './profiles.ts';
import { CANCEL_REASON, exitReason, lookBackOf, noteOf } from './words.ts';

/** Share of the stopped calls that their author answers for the same evening. */
const LOOKS_BACK = 0.75;

/** One day of the record: its events in order, and the trading date whose root they belong to (null: after the last root). */
export interface DayOfRecord {
  readonly day: string;
  readonly rooted: boolean;
  readonly events: readonly NewEvent[];
}

interface Running extends Judged {
  /** What its dice are thrown by. */
  readonly number: string;
  readonly profile: Profile;
  readonly random: Rng;
  readonly sector: string;
}

interface Intent {
  readonly author: Author;
  readonly profile: Profile;
  readonly at: Date;
  readonly term: Term;
  readonly planned: Planned | null;
  readonly random: Rng;
}

/**
 * Two years of fictional experts' work, in memory: they publish by the publishing rules, and the engine's own `judge` judges
 * their calls, day by day up to the demo's epoch. The seed decides everything.
 */
export class DemoHistory {
  readonly #market: Market;
  readonly #prices: PriceHistory;
  readonly #authors: readonly Author[];
  readonly #seed: number;
  readonly #options: DemoOptions;
  readonly #running = new Map<string, Running>();
  readonly #published = new Map<string, number>();
  #calls = 0;

  private constructor(market: Market & { readonly options: OptionMarket }, prices: PriceHistory, authors: readonly Author[], seed: number) {
    this.#market = market;
    this.#prices = prices;
    this.#authors = authors;
    this.#seed = seed;
    this.#options = new DemoOptions(market, authors, seed);
  }

  static async prepare(market: Market & { readonly options: OptionMarket }, authors: readonly Author[], seed: number): Promise<DemoHistory> {
    return new DemoHistory(market, await PriceHistory.load(market), authors, seed);
  }

  /** The record's days in order. */
  async *days(): AsyncGenerator<DayOfRecord> {
    const epoch = new Date(DEMO_EPOCH);
    let from = istInstant(DEMO_FIRST_DAY);
    for (const day of tradingDays(DEMO_FIRST_DAY, istDay(epoch))) {
      const root = nextRootAt(istInstant(day));
      const to = root < epoch ? root : epoch;
      yield { day, rooted: to === root, events: await this.#day(day, from, to) };
      from = to;
    }
  }

  async #day(day: string, from: Date, to: Date): Promise<NewEvent[]> {
    const made: EngineEvent[] = [];
    this.#suspend(from, to, made);
    await this.#judge([...this.#running.values()], from, to, made);
    for (const intent of this.#intents(day, to)) await this.#publish(intent, to, made);
    this.#afterSession(day, to, made);
    this.#lookBack(day, to, made);
    for (const [id, call] of this.#running) if (!isOpen(call.state.status)) this.#running.delete(id);
    made.push(...(await this.#options.day(day, from, to)));
    return inOrder(made);
  }

  async #judge(calls: readonly Running[], from: Date, to: Date, made: EngineEvent[]): Promise<void> {
    const judged = await judge(calls, this.#market, from, to);
    made.push(...judged.events);
    for (const call of calls) this.#set(call, judged.states.get(call.state.id)!);
  }

  #set(call: Running, state: CallState): void {
    this.#running.set(state.id, { ...call, state });
  }

  #add(call: Running, type: EventType, payload: NewEvent['payload'], at: Date, actor: string, made: EngineEvent[]): void {
    const event: NewEvent = { kind: EQUITY, call_id: call.state.id, expert_id: call.expert_id, type, payload, actor, ts: at.toISOString() };
    made.push({ event, knownAt: at.getTime() });
    this.#set(call, applyEvent(this.#running.get(call.state.id)!.state, { ...event, type }));
  }

  /** Today's intents to publish, in time order. */
  #intents(day: string, to: Date): Intent[] {
    const intents: Intent[] = [];
    for (const author of this.#authors) {
      const profile = PROFILES[author.skill_key];
      if (!profile) continue;
      const random = rng(seedOf(this.#seed, 'calls', author.skill_key, day));
      const active =
        day >= (profile.from ?? '') && day <= (profile.to ?? '9999') && (this.#published.get(author.user_id) ?? 0) < (profile.most ?? Number.POSITIVE_INFINITY);
      for (const planned of PLANNED) {
        if (planned.skill_key === author.skill_key && planned.day === day)
          intents.push({ author, profile, planned, term: planned.term, at: istInstant(day, planned.time), random });
      }
      const rate = profile.rate * (day >= BUSY_FROM && profile.most === undefined ? BUSY_FACTOR : 1);
      for (let left = rate; active && left > 0; left -= 1) {
        if (random.next() >= left) continue;
        const term = termOf(profile, random);
        intents.push({ author, profile, planned: null, term, at: momentOf(day, term, random), random });
      }
    }
    return intents.filter(({ at }) => at < to).sort((a, b) => a.at.getTime() - b.at.getTime() || (a.author.user_id < b.author.user_id ? -1 : 1));
  }

  async #publish({ author, profile, at, term, planned, random }: Intent, to: Date, made: EngineEvent[]): Promise<void> {
    const candidates = this.#prices.listings().filter((listing) => (planned ? listing.symbol === planned.symbol : profile.picks(listing)));
    // A few looks around; an expert who finds nothing that keeps the rules publishes nothing.
    for (let look = 0; look < (planned ? 8 : 4); look++) {
      const listing = candidates[Math.floor(random.next() * candidates.length)];
      const glance = listing && (await this.#prices.glance(listing.symbol, at));
      if (!glance) continue;
      const draft = draftFor(glance, profile, planned ?? { term }, at, this.#prices, random);
      const own = [...this.#running.values()].filter((call) => call.expert_id === author.user_id && openAt(call.state, at));
      const rules = checkDraft(draft, {
        author: { verified: true, publisher: true, registrationValid: true, planSold: true, dealtOn: null },
        stock: glance.stock,
        ltp: glance.ltp,
        band: glance.band,
        fresh: true,
        doubt: null,
        ticking: true,
        phase: phaseAt(at, glance.listing.fno),
        today: istDay(at),
        time: istTime(at),
        isTradingDay,
        open: own.map((call) => ({ stock: call.stock, sector: call.sector, call_type: call.state.call_type })),
        publishedToday: made.filter(({ event }) => event.type === 'publish' && event.expert_id === author.user_id).length,
        limits: PUBLISH_LIMITS,
      });
      if (!publishable(rules)) continue;

      this.#calls += 1;
      this.#published.set(author.user_id, (this.#published.get(author.user_id) ?? 0) + 1);
      const number = `call_${String(this.#calls).padStart(4, '0')}`;
      const call_id = demoId('call', this.#seed, this.#calls);
      const event = publishEvent({ call_id, author: author.user_id, draft, listing: glance.listing, publishedAt: at, ltp: glance.ltp, feedTs: glance.feedTs });
      made.push({ event, knownAt: at.getTime() });
      const call: Running = {
        stock: draft.stock,
        expert_id: author.user_id,
        sector: listing.sector,
        state: applyEvent(null, { ...event, type: 'publish' }),
        profile,
        number,
        random: rng(seedOf(this.#seed, number)),
      };
      this.#set(call, call.state);
      await this.#live(call, at, to, made);
      return;
    }
  }

  /** The rest of the day of publication; impatient intraday authors ask for their exit on the way. */
  async #live(call: Running, at: Date, to: Date, made: EngineEvent[]): Promise<void> {
    const early = call.state.term === 'intraday' && call.random.next() < call.profile.earlyExit;
    const ask = new Date(at.getTime() + (30 + Math.floor(call.random.next() * 90)) * 60_000);
    if (early && ask < to) {
      await this.#judge([call], at, ask, made);
      const now = this.#running.get(call.state.id)!;
      if (now.state.status === 'active') this.#add(now, 'exit_request', { reason: exitReason(null, call.random) }, ask, call.expert_id, made);
      await this.#judge([this.#running.get(call.state.id)!], ask, to, made);
    } else await this.#judge([call], at, to, made);
  }

  /** In the evening authors review their open calls: they tighten, add notes, exit, or cancel calls that never filled. */
  #afterSession(day: string, to: Date, made: EngineEvent[]): void {
    for (const call of [...this.#running.values()].sort((a, b) => (a.state.id < b.state.id ? -1 : 1))) {
      const session = sessionOf(day, false);
      const at = new Date(istInstant(day, '16:10:00').getTime() + Math.floor(call.random.next() * 5_400_000));
      const { state } = call;
      if (!session || at >= to || at <= session.end || !isOpen(state.status) || state.frozen || at.getTime() <= state.published_at) continue;
      const chance = call.random.next();
      if (state.status === 'awaiting_entry') {
        if (chance < 0.012) this.#add(call, 'cancelled', { reason: CANCEL_REASON }, at, call.expert_id, made);
      } else if (!state.exit_request && state.entry && at.getTime() - state.entry.ts > 86_400_000) this.#review(call, state, day, at, chance, made);
    }
  }

  #review(call: Running, state: CallState, day: string, at: Date, chance: number, made: EngineEvent[]): void {
    const length = (state.expires_at - state.published_at) / 86_400_000;
    const close = this.#prices.ahead(call.stock, day, 0);
    const entry = state.entry!.price;
    if (close === null || state.call_type === 'Hold') return;
    const sign = state.call_type === 'Sell' ? -1 : 1;
    const progress = (sign * (close - entry)) / Math.abs(state.target - entry);
    // Chances are per call: spread over its days.
    if (chance < call.profile.earlyExit / Math.min(length, 40))
      this.#add(call, 'exit_request', { reason: exitReason(progress, call.random) }, at, call.expert_id, made);
    else if (progress > 0.45 && state.stops.length <= 3 && chance < call.profile.tighten) {
      const tick = tickOf(close, day);
      const next = snapToTick(entry + (close - entry) * 0.35, tick);
      const problem = tightenProblem(
        { call_type: state.call_type, stop: currentStop(state), target: state.target, moves: state.stops.length - 1, tick, ltp: close },
        next,
      );
      if (!problem) this.#add(call, 'tighten_sl', { stop_loss: next, from: currentStop(state), ltp: close }, at, call.expert_id, made);
    } else if (chance > 1 - 0.5 / Math.min(length, 60)) this.#add(call, 'note', { note: noteOf(progress, call.random) }, at, call.expert_id, made);
  }

  /** Most authors say in the evening what was wrong with a call that hit its stop-loss today; the others still owe it. */
  #lookBack(day: string, to: Date, made: EngineEvent[]): void {
    if (day < POST_MORTEM_SINCE) return;
    const stopped = [...this.#running.values()].filter(({ state }) => state.status === 'sl_hit' && !state.frozen);
    for (const call of stopped.sort((a, b) => (a.state.id < b.state.id ? -1 : 1))) {
      // Its own dice: what else an author does stays as it is.
      const random = rng(seedOf(this.#seed, 'look back', call.number));
      const at = new Date(istInstant(day, '17:00:00').getTime() + Math.floor(random.next() * 5_400_000));
      if (at < to && random.next() < LOOKS_BACK) this.#add(call, 'post_mortem', { text: lookBackOf(random) }, at, call.expert_id, made);
    }
  }

  #suspend(from: Date, to: Date, made: EngineEvent[]): void {
    const at = new Date(SUSPENSION.at);
    if (at <= from || at > to) return;
    const author = this.#authors.find(({ skill_key }) => skill_key === SUSPENSION.skill_key);
    for (const call of this.#running.values())
      if (call.expert_id === author?.user_id) this.#add(call, 'admin_flag', { flag: 'expert_suspended' }, at, 'engine', made);
  }
}

/** Whether a call was open at an instant of a day that is already fully judged. */
const openAt = (state: CallState, at: Date): boolean =>
  isOpen(state.status) || (state.status === 'lapsed' ? state.entry_until : (state.exit?.ts ?? 0)) > at.getTime();

function termOf(profile: Profile, random: Rng): Term {
  const weights = Object.entries(profile.terms) as [Term, number][];
  let left = random.next() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [term, weight] of weights) {
    left -= weight;
    if (left < 0) return term;
  }
  return weights.find(([, weight]) => weight > 0)![0];
}

/** When in the day: intraday in the session, the rest also early in the morning or in the evening. */
function momentOf(day: string, term: Term, random: Rng): Date {
  const between = (from: string, to: string): Date => {
    const start = istInstant(day, from).getTime();
    return new Date(start + Math.floor(random.next() * (istInstant(day, to).getTime() - start)));
  };
  const part = random.next();
  if (term === 'intraday') return between('09:22', '13:30');
  if (part < 0.6) return between('09:30', '15:00');
  return part < 0.8 ? between('16:05', '18:30') : between('07:30', '08:55');
}
