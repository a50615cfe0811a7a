import { expiryOn, sessionOf } from '../../market/calendar.ts';
import { formatFloat } from '../../text/formats.ts';
import { FOLLOWER_DELAY_MS, isOpen, MIN_HOLD_MS } from '../record-rules.ts';
import { upwards } from './figures.ts';
import { type LegTerms, premiumOf } from './legs.ts';
import { profitOf } from './lot/gains.ts';
import { type Closing, type Fill, type OptionState, type OptionStateEvent, stopAt } from './option-state.ts';
import { firstExpiry } from './strategy.ts';

/** The version of these rules, written beside every price they take. Another rule is another number. */
export const OPTION_RULES = 1;

/** Best prices of a contract, ₹ a share; null where nobody bids or asks. */
export interface Quoted {
  readonly bid: number | null;
  readonly ask: number | null;
}

/** Of a `closing` event, what decided it. Events from before it was kept have none of it. */
export interface ClosingEvidence {
  /** It was the first look of its session. */
  readonly first: boolean;
  /** In the order of the legs; null for a contract without any. */
  readonly quotes: readonly (Quoted | null)[];
  /** Since the look before, ₹ or points; its last price is the event's `spot`. */
  readonly underlying: { readonly open: number; readonly high: number; readonly low: number };
}

/** One look at the chains of an underlying. `o` to `c`: the underlying since the look before, ₹ or points. */
export interface ChainBeat {
  readonly at: number;
  /** The first of its session. */
  readonly first: boolean;
  /** Whether legs without a quote are noted now: not at every look, because a quote comes and goes. */
  readonly look: boolean;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  /** The underlying is under the F&O ban: no new positions. */
  readonly banned: boolean;
  quote(leg: LegTerms): Quoted | null;
  /** What the contracts of an expiry day are settled at; null while that is not final. */
  settlement(day: string): number | null;
  /** Whether the exchange traded on an expiry day and no value of the underlying will come of it. */
  unvalued(day: string): boolean;
}

const midOf = ({ bid, ask }: Quoted): number | null => (bid === null || ask === null ? null : Math.round((bid + ask) * 5000) / 10_000);

/** What a follower pays or gets for a leg: whoever buys takes the ask, whoever sells the bid. Null without that side. */
function fillOf({ side }: LegTerms, quoted: Quoted | null, way: 'in' | 'out'): Fill | null {
  const price = quoted && ((side === 'buy') === (way === 'in') ? quoted.ask : quoted.bid);
  return price === null ? null : { price, mid: midOf(quoted!) };
}

const fillsOf = ({ legs }: OptionState, beat: ChainBeat, way: 'in' | 'out'): readonly (Fill | null)[] => legs.map((leg) => fillOf(leg, beat.quote(leg), way));
const complete = (fills: readonly (Fill | null)[]): fills is readonly Fill[] => fills.every((fill) => fill !== null);

/** When the first leg runs out. */
const firstEnd = ({ legs }: OptionState): number => sessionOf(expiryOn(firstExpiry(legs)), true)!.optionsClose.getTime();

/** Where a call stands in its own basis at prices at which a follower could leave now; null where one is missing. */
export function standingValue(state: OptionState, exits: readonly (Fill | null)[], spot: number): number | null {
  if (state.level_basis === 'underlying') return spot;
  if (!complete(exits)) return null;
  const prices = exits.map(({ price }) => price);
  if (state.level_basis === 'premium') return premiumOf(state.legs, prices);
  if (!state.entry) return null;
  return profitOf(
    state.legs,
    state.lot_size,
    state.entry.legs.map(({ price }) => price),
    prices,
  );
}

/** Where a call stands at these quotes, in its basis: what a stop-loss is moved against. */
export const standingAt = (state: OptionState, quote: (leg: LegTerms) => Quoted | null, spot: number): number | null =>
  standingValue(
    state,
    state.legs.map((leg) => fillOf(leg, quote(leg), 'out')),
    spot,
  );

/** Which level one look reached. Both: it is not known which came first, so the call loses. */
function levelOf(state: OptionState, beat: ChainBeat, exits: readonly (Fill | null)[]): Pick<Closing, 'as' | 'basis'> | null {
  const up = upwards(state) ? 1 : -1;
  const [target, stop] = [up * state.target, up * stopAt(state, beat.at)];
  if (state.level_basis !== 'underlying') {
    const value = standingValue(state, exits, beat.c);
    if (value === null) return null;
    const basis = beat.first ? 'gap' : 'level';
    if (value <= stop) return { as: 'sl_hit', basis };
    return value >= target ? { as: 'target_hit', basis } : null;
  }
  const [open, high, low] = [up * beat.o, Math.max(up * beat.h, up * beat.l), Math.min(up * beat.h, up * beat.l)];
  if (beat.first && open <= stop) return { as: 'sl_hit', basis: 'gap' };
  if (beat.first && open >= target) return { as: 'target_hit', basis: 'gap' };
  if (low <= stop) return { as: 'sl_hit', basis: high >= target ? 'both' : 'level' };
  return high >= target ? { as: 'target_hit', basis: 'level' } : null;
}

/**
 * What one look at the chains does to a call (product B.2): nothing, or one event. Pure: the same looks in the same order give the same
 * events however they are batched, and a repeated one changes nothing.
 */
export function resolveBeat(state: OptionState, beat: ChainBeat): OptionStateEvent[] {
  if (!isOpen(state.status) || state.not_judgeable || beat.at <= state.published_at) return [];
  const event = (type: OptionStateEvent['type'], payload: OptionStateEvent['payload'], at = beat.at): OptionStateEvent[] => [
    { call_id: state.id, type, ts: new Date(at).toISOString(), payload },
  ];
  if (state.status === 'awaiting_entry') return waiting(state, beat, event);
  if (!state.entry || beat.at <= state.entry.ts || (state.closing && beat.at <= state.closing.ts)) return [];

  const exits = fillsOf(state, beat, 'out');
  if (beat.at >= Math.min(state.expires_at, firstEnd(state))) return expired(state, beat, exits, event) ?? looked(state, beat, exits, event);
  if (state.closing) {
    const { as, basis, ts } = state.closing;
    if (beat.at < ts + FOLLOWER_DELAY_MS || !complete(exits)) return looked(state, beat, exits, event);
    return event(as, { basis, legs: exits, spot: beat.c, rules: OPTION_RULES });
  }
  const reached = levelOf(state, beat, exits) ?? (mayLeave(state, beat) && complete(exits) ? ({ as: 'exited', basis: 'request' } as const) : null);
  if (reached) {
    const quotes = state.legs.map((leg) => beat.quote(leg));
    return event('closing', { ...reached, mids: quotes.map(mid), spot: beat.c, ...evidenceOf(beat, quotes), rules: OPTION_RULES });
  }
  return looked(state, beat, exits, event);
}

/** What the end was decided by, so that whoever reads the event can decide it again: the whole quotes, and where the underlying was since the look before. */
const evidenceOf = ({ first, o, h, l }: ChainBeat, quotes: readonly (Quoted | null)[]): ClosingEvidence => ({
  first,
  quotes: quotes.map((quoted) => quoted && { bid: quoted.bid, ask: quoted.ask }),
  underlying: { open: o, high: h, low: l },
});

type Make = (type: OptionStateEvent['type'], payload: OptionStateEvent['payload'], at?: number) => OptionStateEvent[];
const mid = (quoted: Quoted | null): number | null => quoted && midOf(quoted);

const mayLeave = ({ exit_request, entry }: OptionState, { at }: ChainBeat): boolean =>
  exit_request !== null && at > exit_request.ts && at >= entry!.ts + MIN_HOLD_MS;

/** Before the entry: it fills at the first look from a minute on at which every leg can be had within the limit. */
function waiting(state: OptionState, beat: ChainBeat, event: Make): OptionStateEvent[] {
  if (beat.at >= state.entry_until) return event('lapsed', { reason: 'Entry window over' }, state.entry_until);
  if (beat.banned) return event('cancelled', { reason: BAN_REASON });
  if (beat.at < state.published_at + FOLLOWER_DELAY_MS) return [];
  const fills = fillsOf(state, beat, 'in');
  if (!complete(fills)) return looked(state, beat, fills, event);
  const net = premiumOf(
    state.legs,
    fills.map(({ price }) => price),
  );
  if (state.net_limit !== null && net > state.net_limit) return looked(state, beat, fills, event);
  return event('entry_fill', { legs: fills, net_premium: net, spot: beat.c, rules: OPTION_RULES });
}

export const BAN_REASON = 'The underlying came under the F&O ban, which allows no new positions';

/**
 * The end by time: settled where a leg has run out, otherwise closed at the quotes of that look. Where the underlying has no value of that
 * day and none will come, nobody can say what the contracts were worth. Null while a value or a quote is missing.
 */
function expired(state: OptionState, beat: ChainBeat, exits: readonly (Fill | null)[], event: Make): OptionStateEvent[] | null {
  const as = state.closing?.as ?? 'expired';
  const over = beat.at >= firstEnd(state);
  if (!over) return complete(exits) ? event(as, { basis: state.closing?.basis ?? 'level', legs: exits, spot: beat.c, rules: OPTION_RULES }) : null;
  const first = firstExpiry(state.legs);
  const day = expiryOn(first);
  const value = beat.settlement(day);
  if (value === null) return beat.unvalued(day) ? event('unjudged', { cause: 'no_trade', day }) : null;
  const settled = state.legs.map((leg, at): Fill | null => (leg.expiry === first ? same(intrinsicOf(leg, value)) : exits[at]!));
  if (!complete(settled)) return null;
  return event(as, { basis: 'settlement', settlement: settlementText(state, value, day), value, legs: settled, rules: OPTION_RULES });
}

const same = (price: number): Fill => ({ price, mid: price });

/** What a contract is worth on its last evening, ₹ a share. */
export function intrinsicOf({ type, strike }: Pick<LegTerms, 'type' | 'strike'>, value: number): number {
  const worth = type === 'FUT' ? value : Math.max(0, type === 'CE' ? value - strike : strike - value);
  return Math.round(worth * 10_000) / 10_000;
}

/** Index contracts pay the difference; whoever holds a stock's contract into its expiry gives or takes the shares. */
const settlementText = ({ underlying_type }: OptionState, value: number, day: string): string =>
  underlying_type === 'indices'
    ? `Settled in cash at the closing value ${formatFloat(value)} of ${day}`
    : `Physically settled at the final settlement value ${formatFloat(value)} of ${day}`;

/** Notes that legs have no quote, or have one again. It never closes a call. */
function looked(state: OptionState, beat: ChainBeat, fills: readonly (Fill | null)[], event: Make): OptionStateEvent[] {
  if (!beat.look || beat.at <= state.looked_at) return [];
  const legs = fills.flatMap((fill, at) => (fill ? [] : [at]));
  if (legs.length === 0) return state.stale ? event('quoted', {}) : [];
  return state.stale && state.stale.legs.join() === legs.join() ? [] : event('stale', { legs });
}
