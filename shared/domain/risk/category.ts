import { RISK_CATEGORIES, type RiskCategory } from '../../contract/risk-profile/types.ts';

/** The last number that belongs to each category but the last, which has all above. */
export type UpTo = readonly [conservative: number, moderate: number, growth: number, aggressive: number];

/** Points of ten answers (product D.8). */
const SCORE_UP_TO: UpTo = [30, 50, 70, 85];

export const riskCategoryOf = (score: number): RiskCategory => RISK_CATEGORIES[SCORE_UP_TO.filter((last) => score > last).length]!;

/** What a category says of somebody, in one sentence. */
export const CATEGORY_WORDS: Readonly<Record<RiskCategory, string>> = {
  Conservative: 'You have little room for losses, or want none.',
  Moderate: 'You can bear small losses for a while.',
  Growth: 'You can bear a loss that hurts, and wait.',
  Aggressive: 'You can bear large losses.',
  'Very aggressive': 'You can bear to lose most of what you put in.',
};

/** Whether a call asks more of an investor than they said they can bear. */
export const exceeds = (profile: RiskCategory, band: RiskCategory): boolean => RISK_CATEGORIES.indexOf(band) > RISK_CATEGORIES.indexOf(profile);
