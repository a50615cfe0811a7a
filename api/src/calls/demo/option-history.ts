import type { OptionEventType, Strategy } from '@vimarsh/shared/contract/calls/options/types.ts';
import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { checkOptionDraft } from '@vimarsh/shared/domain/calls/options/publish-rules.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { structureOf } from '@vimarsh/shared/domain/calls/options/structure.ts';
import { publishable } from '@vimarsh/shared/domain/calls/publishing/rule-result.ts';
import { isOpen } from '@vimarsh/shared/domain/calls/record-rules.ts';
import { istInstant, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Rng, rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { INTEREST_RATE } from '@vimarsh/shared/domain/options/rate.ts';
import type { EngineEvent, NewEvent } from '../../ledger/index.ts';
import type { Market, OptionMarket } from '../../market/index.ts';
import { contextOf } from '../options/authoring.ts';
import { valued } from '../options/chain-facts.ts';
import { type JudgedOption, judgeOptions } from '../options/judge.ts';
import { publishEvent } from '../options/publication.ts';
import { OPTIONS } from '../options/tables.ts';
import { demoId } from './demo-id.ts';
import { optionIdea } from './option-drafts.ts';
import { OPTION_PROFILES, type OptionProfile, STRUCTURES } from './option-structures.ts';
import { OPTION_EXIT_REASONS, OPTION_LOOK_BACKS } from './option-words.ts';
import type { Author } from './profiles.ts';

interface Running extends JudgedOption {
  readonly strategy: Strategy;
  readonly random: Rng;
}

/** Chances: that an open call is left in the evening, and that one that ended is looked back on. */
const LEAVES = 0.03;
const LOOKS_BACK = 0.2;
const LOOKS = 4;
/** The days before the epoch are busier, and on later expiries, so that some calls are open at its end. */
const BUSY_FROM = '2026-11-10';
const BUSY_FACTOR = 7;
const SESSIONS_LEFT = { usual: 3, busy: 7 };

/** Two years of option calls, beside those on stocks: published by the publishing rules on the simulated chains, judged by the engine's own `judgeOptions`. */
export class DemoOptions {
  readonly #market: Market & { readonly options: OptionMarket };
  readonly #authors: readonly Author[];
  readonly #seed: number;
  readonly #running = new Map<string, Running>();
  /** How many each author published: the next structure follows. */
  readonly #published = new Map<string, number>();
  #calls = 0;

  constructor(market: Market & { readonly options: OptionMarket }, authors: readonly Author[], seed: number) {
    this.#market = market;
    this.#authors = authors;
    this.#seed = seed;
  }

  /** What happens to option calls in `(from, to]`, which ends within the day. */
  async day(day: string, from: Date, to: Date): Promise<EngineEvent[]> {
    const made: EngineEvent[] = [];
    await this.#judge([...this.#running.values()], from, to, made);
    for (const author of this.#authors) {
      const profile = OPTION_PROFILES[author.skill_key];
      if (!profile) continue;
      const random = rng(seedOf(this.#seed, 'options', author.skill_key, day));
      if (random.next() < profile.rate * (day >= BUSY_FROM ? BUSY_FACTOR : 1)) await this.#publish(author, profile, day, random, to, made);
    }
    this.#evening(day, to, made);
    for (const [id, call] of this.#running) if (!isOpen(call.state.status)) this.#running.delete(id);
    return made;
  }

  async #judge(calls: readonly Running[], from: Date, to: Date, made: EngineEvent[]): Promise<void> {
    const judged = await judgeOptions(calls, this.#market, from, to);
    made.push(...judged.events);
    for (const call of calls) this.#running.set(call.state.id, { ...call, state: judged.states.get(call.state.id)! });
  }

  async #publish(author: Author, { underlyings, structures }: OptionProfile, day: string, random: Rng, to: Date, made: EngineEvent[]): Promise<void> {
    const from = istInstant(day, '09:25').getTime();
    const at = new Date(from + Math.floor((random.next() * (istInstant(day, '14:30').getTime() - from)) / 1000) * 1000);
    if (at >= to) return;
    // At that moment of the past prices were as fresh as could be.
    const market = {
      instrument: (symbol: string) => this.#market.instrument(symbol),
      quote: () => null,
      fresh: () => true,
      doubtNow: () => null,
      options: this.#market.options,
    };
    const count = this.#published.get(author.user_id) ?? 0;
    const strategy = structures[count % structures.length]!;
    // A few looks around; an expert who finds nothing that keeps the rules publishes nothing.
    for (let look = 0; look < LOOKS; look += 1) {
      const symbol = strategy === 'CALENDAR' ? 'NIFTY' : underlyings[Math.floor(random.next() * underlyings.length)]!;
      const idea = await optionIdea(market, symbol, STRUCTURES[strategy], at, day >= BUSY_FROM ? SESSIONS_LEFT.busy : SESSIONS_LEFT.usual, random);
      if (!idea) continue;
      const { draft, facts } = idea;
      const worth = valued(facts, draft.legs, at, INTEREST_RATE)!;
      const { legs, assumed } = worth;
      const figures = structureOf(legs, assumed);
      const own = [...this.#running.values()].filter(({ expert_id }) => expert_id === author.user_id);
      const open = own.map((call) => ({ stock: call.stock, strategy: call.strategy, expiry: firstExpiry(call.state.legs) }));
      const rules = checkOptionDraft(
        draft,
        contextOf(
          { verified: true, publisher: true, registrationValid: true, planSold: true, dealtOn: null },
          { facts, worth, figures },
          { open, publishedToday: 0 },
          at,
        ),
      );
      if (!publishable(rules)) continue;
      this.#calls += 1;
      this.#published.set(author.user_id, count + 1);
      const call_id = demoId('option', this.#seed, this.#calls);
      const event = publishEvent({
        call_id,
        author: author.user_id,
        draft,
        listing: facts.listing!,
        legs,
        assumed,
        figures,
        publishedAt: at,
        feedAt: facts.at!,
      });
      made.push({ event, knownAt: at.getTime() });
      const call: Running = {
        stock: symbol,
        expert_id: author.user_id,
        strategy,
        state: applyOptionEvent(null, { ...event, type: 'publish' }),
        random: rng(seedOf(this.#seed, `option_${String(this.#calls).padStart(4, '0')}`)),
      };
      this.#running.set(call_id, call);
      await this.#judge([call], at, to, made);
      return;
    }
  }

  /** In the evening some leave an open call, and some look back on one that ended today. */
  #evening(day: string, to: Date, made: EngineEvent[]): void {
    const close = sessionOf(day, true)!.optionsClose.getTime();
    for (const call of [...this.#running.values()].sort((a, b) => (a.state.id < b.state.id ? -1 : 1))) {
      const { state, random } = call;
      const at = new Date(close + 1_800_000 + Math.floor(random.next() * 3_600_000));
      const chance = random.next();
      if (at >= to) continue;
      if (!isOpen(state.status) && state.exit && !state.post_mortem && chance < LOOKS_BACK)
        this.#add(call, 'post_mortem', { text: OPTION_LOOK_BACKS[Math.floor(random.next() * OPTION_LOOK_BACKS.length)] }, at, made);
      else if (state.status === 'active' && !state.exit_request && !state.closing && chance < LEAVES)
        this.#add(call, 'exit_request', { reason: OPTION_EXIT_REASONS[Math.floor(random.next() * OPTION_EXIT_REASONS.length)] }, at, made);
    }
  }

  #add(call: Running, type: OptionEventType, payload: NewEvent['payload'], at: Date, made: EngineEvent[]): void {
    const event = { kind: OPTIONS, call_id: call.state.id, expert_id: call.expert_id, type, payload, actor: call.expert_id, ts: at.toISOString() };
    made.push({ event, knownAt: at.getTime() });
    const state: OptionState = applyOptionEvent(call.state, event);
    this.#running.set(state.id, { ...call, state });
  }
}
