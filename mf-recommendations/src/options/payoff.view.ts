import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { firstExpiry } from '@vimarsh/shared/domain/calls/options/strategy.ts';
import { type PricedLeg, valueAt } from '@vimarsh/shared/domain/calls/options/structure.ts';
import { toPaise } from '@vimarsh/shared/domain/money/paise.ts';
import { impliedVolatility } from '@vimarsh/shared/domain/options/black-76.ts';
import { tradingYears } from '@vimarsh/shared/domain/options/option-time.ts';

const POINTS = 61;

export interface PayoffCurves {
  /** Levels of the underlying, ₹ or points, ascending. */
  readonly prices: readonly number[];
  /** Which of them is nearest to where the underlying stands now; without quotes the one in the middle. */
  readonly start: number;
  /** ₹ of the whole call at the first expiry, without costs; null where a leg that lives longer has no volatility now. */
  readonly atExpiry: readonly number[] | null;
  /** ₹ if the underlying stood there now and volatilities stayed; null without quotes. */
  readonly now: readonly number[] | null;
}

/** What an option call makes at each level of its underlying, from the prices a follower got, or the published ones before the entry. */
export function payoffCurves(call: OptionCall): PayoffCurves {
  const { now, lot_size: lotSize } = call;
  const near = firstExpiry(call.legs);
  const rate = now?.rate ?? 0;
  const years = (expiry: string): number => (now ? tradingYears(new Date(now.at), expiry) : 0);
  const legs = call.legs.map(({ entry, mid, side, type, strike, expiry, lots }, at) => {
    const exit = now?.exits[at] ?? null;
    const life = years(expiry);
    const volatility =
      now && exit !== null && type !== 'FUT'
        ? impliedVolatility({ type, forward: now.spot * Math.exp(rate * life), strike, years: life, rate }, exit).value
        : null;
    return { side, type, strike, expiry, lots, price: entry ?? mid, volatility, life };
  });
  const curve = (yearsOf: (leg: (typeof legs)[number]) => number): readonly number[] | null => {
    const priced: PricedLeg[] = legs.map((leg) => ({ ...leg, yearsAfter: yearsOf(leg) }));
    if (priced.some(({ type, volatility, yearsAfter }) => type !== 'FUT' && yearsAfter > 0 && volatility === null)) return null;
    return prices.map((price) => toPaise(valueAt(priced, { lotSize, rate }, price)));
  };
  const places = [...legs.flatMap(({ type, strike, price }) => (type === 'FUT' ? [price] : [strike])), ...call.breakevens, ...(now ? [now.spot] : [])];
  const [low, high] = [Math.min(...places), Math.max(...places)];
  const room = Math.max((high - low) * 0.25, high * 0.02);
  const from = Math.max(0, low - room);
  const prices = Array.from({ length: POINTS }, (_, at) => from + ((high + room - from) * at) / (POINTS - 1));
  const longer = legs.some(({ expiry }) => expiry !== near);
  const standing = now?.spot ?? (from + high + room) / 2;
  return {
    prices,
    start: Math.round(((standing - from) / (high + room - from)) * (POINTS - 1)),
    atExpiry: longer && !now ? null : curve(({ expiry, life }) => (expiry === near ? 0 : Math.max(0, life - years(near)))),
    now: now && years(near) > 0 ? curve(({ life }) => life) : null,
  };
}
