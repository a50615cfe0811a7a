import type { OptionCall } from '../../contract/calls/options/types.ts';
import type { Call, Term } from '../../contract/calls/types.ts';
import { RISK_CATEGORIES, type RiskCategory } from '../../contract/risk-profile/types.ts';
import { istDay } from '../market/ist-day.ts';
import type { UpTo } from './category.ts';

/** Distance of the published stop-loss from the entry, %: what is lost if all goes as the author foresaw. */
const STOP_UP_TO: UpTo = [4, 8, 12, 18];

/** A call of a term is of this band at least: the shorter it is, the more of its result is chance, and intraday is mostly traded on margin. */
const TERM_LEAST: Readonly<Record<Term, RiskCategory>> = {
  longTerm: 'Conservative',
  mediumTerm: 'Moderate',
  shortTerm: 'Growth',
  intraday: 'Aggressive',
};

/** Options that expire this many calendar days after they were published, or sooner, are worth nothing in days if the price stands still. */
const SHORT_DAYS = 7;

const greater = (one: RiskCategory, other: RiskCategory): RiskCategory => (RISK_CATEGORIES.indexOf(one) > RISK_CATEGORIES.indexOf(other) ? one : other);
const paise = (rupees: number): number => Math.round(rupees * 100);

/** How much risk a call on a share asks its follower to take, as it was published: a stop-loss that is tightened later changes nothing. */
export function equityBand({ price, initial_stop_loss, term }: Pick<Call, 'price' | 'initial_stop_loss' | 'term'>): RiskCategory {
  const distance = Math.abs(paise(price) - paise(initial_stop_loss)) * 100;
  const byStop = RISK_CATEGORIES[STOP_UP_TO.filter((last) => distance > last * paise(price)).length]!;
  return greater(byStop, TERM_LEAST[term]);
}

/** The same of an option call. All that was put in can be lost, and without a limit more than that; its stop-loss can be jumped over. */
export function optionBand({ defined_risk, published_at, expiry }: Pick<OptionCall, 'defined_risk' | 'published_at' | 'expiry'>): RiskCategory {
  const days = (Date.parse(expiry) - Date.parse(istDay(new Date(published_at)))) / 86_400_000;
  return defined_risk && days > SHORT_DAYS ? 'Aggressive' : 'Very aggressive';
}
