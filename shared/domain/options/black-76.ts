import { normalBelow, normalDensity } from './normal.ts';

export type OptionType = 'CE' | 'PE';

/** European option on a forward: forward and strike ₹ or index points, `years` to expiry, `rate` a year continuously compounded. */
export interface OptionTerms {
  readonly type: OptionType;
  readonly forward: number;
  readonly strike: number;
  readonly years: number;
  readonly rate: number;
}

/** Sensitivities of one option: delta to the forward, gamma a point, theta a calendar or trading day, vega a volatility point. */
export interface Greeks {
  readonly delta: number;
  readonly gamma: number;
  readonly theta: number;
  readonly vega: number;
}

/** Discounted value if the forward did not move: the minimum value of a European option. */
export function intrinsic({ type, forward, strike, years, rate }: OptionTerms): number {
  return Math.exp(-rate * years) * Math.max(0, type === 'CE' ? forward - strike : strike - forward);
}

/** Black's price (1976): c = e^{−rT}[F·N(d1) − K·N(d2)], p = e^{−rT}[K·N(−d2) − F·N(−d1)]. At expiry the intrinsic value. */
export function black76(terms: OptionTerms, volatility: number): number {
  const { type, forward, strike, years, rate } = terms;
  const spread = volatility * Math.sqrt(years);
  if (!(spread > 0)) return intrinsic(terms);
  const d1 = Math.log(forward / strike) / spread + spread / 2;
  const side = type === 'CE' ? 1 : -1;
  return Math.exp(-rate * years) * side * (forward * normalBelow(side * d1) - strike * normalBelow(side * (d1 - spread)));
}

/** Greeks of Black's price. `daysAYear` is theta's convention: 365 calendar days or 252 sessions. */
export function greeks(terms: OptionTerms, volatility: number, daysAYear: number): Greeks {
  const { type, forward, strike, years, rate } = terms;
  const spread = volatility * Math.sqrt(years);
  const side = type === 'CE' ? 1 : -1;
  if (!(spread > 0)) return { delta: side * (forward - strike) > 0 ? side : 0, gamma: 0, theta: 0, vega: 0 };
  const discount = Math.exp(-rate * years);
  const d1 = Math.log(forward / strike) / spread + spread / 2;
  const bell = discount * normalDensity(d1);
  return {
    delta: discount * side * normalBelow(side * d1),
    gamma: bell / (forward * spread),
    theta: (rate * black76(terms, volatility) - (bell * forward * volatility) / (2 * Math.sqrt(years))) / daysAYear,
    vega: (bell * forward * Math.sqrt(years)) / 100,
  };
}

export type NoVolatility = 'expired' | 'below intrinsic value' | 'beyond any volatility';
export type ImpliedVolatility = { readonly value: number } | { readonly value: null; readonly reason: NoVolatility };

const LEAST = 1e-4;
const MOST = 20;
const STEPS = 100;

/**
 * The annual volatility, as a fraction, at which Black's price is `price`: Newton's method inside a bracket that is halved
 * whenever a step would leave it, so that it always converges. An option in the money is solved by its out-of-the-money twin
 * (put-call parity), where the time value is not lost in the digits of the intrinsic value.
 */
export function impliedVolatility(terms: OptionTerms, price: number): ImpliedVolatility {
  if (!(terms.years > 0)) return { value: null, reason: 'expired' };
  const inTheMoney = intrinsic(terms);
  const timeValue = price - inTheMoney;
  if (!(timeValue > 0)) return { value: null, reason: 'below intrinsic value' };
  const twin: OptionTerms = inTheMoney > 0 ? { ...terms, type: terms.type === 'CE' ? 'PE' : 'CE' } : terms;
  const most = Math.exp(-terms.rate * terms.years) * (twin.type === 'CE' ? terms.forward : terms.strike);
  if (timeValue >= most || black76(twin, MOST) <= timeValue) return { value: null, reason: 'beyond any volatility' };
  let [low, high] = [LEAST, MOST];
  // Near the money this guess is close; far from it the bracket does the work.
  let volatility = Math.min(MOST / 2, Math.max(0.05, Math.sqrt((2 * Math.abs(Math.log(terms.forward / terms.strike))) / terms.years)));
  for (let step = 0; step < STEPS && high - low > 1e-12; step += 1) {
    const gap = black76(twin, volatility) - timeValue;
    if (gap > 0) high = volatility;
    else low = volatility;
    const slope = greeks(twin, volatility, 365).vega * 100;
    const next = volatility - gap / slope;
    if (slope > 0 && Math.abs(next - volatility) < 1e-12) return { value: next };
    volatility = next > low && next < high ? next : (low + high) / 2;
  }
  return { value: volatility };
}

/**
 * The exchange's convention: Black-Scholes on the spot with an interest rate of 10 % (NSE option-chain page) and calendar
 * days. The same price function serves, since a spot without dividends has the forward S·e^{rT}.
 */
export const NSE_RATE = 0.1;
export function nseTerms({ type, strike }: Pick<OptionTerms, 'type' | 'strike'>, spot: number, calendarYears: number): OptionTerms {
  return { type, strike, forward: spot * Math.exp(NSE_RATE * calendarYears), years: calendarYears, rate: NSE_RATE };
}
