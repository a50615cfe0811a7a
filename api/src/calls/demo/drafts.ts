import type { CallDraft, CallType, Term } from '@vimarsh/shared/contract/calls/types.ts';
import { addDays, isTradingDay, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Rng } from '@vimarsh/shared/domain/market/rng.ts';
import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import type { Glance, PriceHistory } from './price-history.ts';
import type { Profile } from './profiles.ts';
import { disclosuresOf, rationaleOf } from './words.ts';

/** By term: stop-loss as a multiple of the day's volatility within bounds (%), length in days, sessions a skill peeks ahead. */
const SHAPES: Readonly<Record<Term, { risk: number; least: number; most: number; days: readonly [number, number]; ahead: number; reach: number }>> = {
  intraday: { risk: 0.7, least: 0.5, most: 2.2, days: [0, 0], ahead: 1, reach: 5.5 },
  shortTerm: { risk: 2.1, least: 2, most: 7, days: [8, 29], ahead: 8, reach: 18 },
  mediumTerm: { risk: 4.5, least: 5, most: 13, days: [45, 150], ahead: 40, reach: 40 },
  longTerm: { risk: 7, least: 9, most: 20, days: [200, 520], ahead: 110, reach: 90 },
};

/** How strongly skill bends the coin: +1 is right in 64 of 100. */
const SKILL_WEIGHT = 0.14;

export interface Wanted {
  readonly term: Term;
  readonly call_type?: CallType;
  readonly entry_mode?: CallDraft['entry_mode'];
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** A draft that an expert with this profile could have written at that instant. The publishing rules still judge it. */
export function draftFor(glance: Glance, profile: Profile, wanted: Wanted, at: Date, history: PriceHistory, random: Rng): CallDraft {
  const { term } = wanted;
  const shape = SHAPES[term];
  const { ltp, tick, listing } = glance;
  const call_type = wanted.call_type ?? side(glance, profile, term, at, history, random);
  const sign = call_type === 'Sell' ? -1 : 1;
  const entry_mode = wanted.entry_mode ?? modeOf(term, random);
  const [entry_low, entry_high] = entry(ltp, tick, sign, entry_mode, term, random);
  const middle = (entry_low + entry_high) / 2;
  const riskPct = within(shape.risk * glance.volatility * (0.85 + 0.4 * random.next()), shape.least, shape.most);
  const rewardPct = within(riskPct * (1.6 + 0.9 * random.next()), 0, shape.reach);
  const price = (pct: number): number => snapToTick(middle * (1 + (sign * pct) / 100), tick);
  const hold = call_type === 'Hold';
  const stop_loss = price(-riskPct);
  const target = price(hold ? riskPct : rewardPct);
  const second = !hold && random.next() < 0.25 ? price(rewardPct * 1.5) : undefined;
  return {
    stock: listing.symbol,
    exchange: 'NSE',
    call_type,
    term,
    entry_mode,
    entry_low,
    entry_high,
    target,
    stop_loss,
    ...(second === undefined ? {} : { target2: second }),
    valid_till: validTill(at, shape.days, random),
    rationale: rationaleOf(glance, profile, { call_type, stop_loss, term }, random),
    disclosures: disclosuresOf(term, random),
  };
}

/** The side an expert takes: what the method reads, bent towards what will happen by the seeded skill. */
function side(glance: Glance, profile: Profile, term: Term, at: Date, history: PriceHistory, random: Rng): CallType {
  if (term !== 'intraday' && random.next() < 0.03) return 'Hold';
  const day = istDay(at);
  const ahead = history.ahead(glance.listing.symbol, term === 'intraday' ? addDays(day, -1) : day, SHAPES[term].ahead);
  const rises = ahead === null || ahead >= glance.ltp;
  const right = random.next() < 0.5 + SKILL_WEIGHT * profile.skill;
  // Investors buy more than they sell: long ideas are almost always bought.
  if (term === 'longTerm' && random.next() < 0.8) return 'Buy';
  return rises === right ? 'Buy' : 'Sell';
}

function modeOf(term: Term, random: Rng): CallDraft['entry_mode'] {
  const pick = random.next();
  if (term === 'intraday') return pick < 0.6 ? 'market' : 'limit';
  return pick < 0.4 ? 'market' : pick < 0.7 ? 'limit' : 'range';
}

function entry(ltp: number, tick: number, sign: number, mode: CallDraft['entry_mode'], term: Term, random: Rng): [number, number] {
  if (mode === 'market') return [snapToTick(ltp, tick), snapToTick(ltp, tick)];
  const better = (term === 'intraday' ? 0.25 : 1.2) * random.next();
  const edge = ltp * (1 - (sign * better) / 100);
  if (mode === 'limit') return [snapToTick(edge, tick), snapToTick(edge, tick)];
  const width = edge * (0.4 + 0.8 * random.next()) * 0.01;
  return [snapToTick(edge - width / 2, tick), snapToTick(edge + width / 2, tick)];
}

function validTill(at: Date, [from, to]: readonly [number, number], random: Rng): string {
  const today = istDay(at);
  if (to === 0) return today;
  let day = addDays(today, from + Math.floor(random.next() * (to - from)));
  while (!isTradingDay(day)) day = addDays(day, -1);
  return day;
}
