import * as z from 'zod/mini';
import { day } from '../text.ts';

/** From the least risk to the most: what an investor can bear, and what a call asks of them. */
export const RISK_CATEGORIES = ['Conservative', 'Moderate', 'Growth', 'Aggressive', 'Very aggressive'] as const;

export type RiskCategory = (typeof RISK_CATEGORIES)[number];

/** The answers there are to each question, of the version in force. Their words and points are in `domain/risk/questions.ts`. */
export const RISK_ANSWERS = {
  age: ['under_30', 'from_30', 'from_45', 'from_60'],
  income: ['steady', 'varying', 'uncertain', 'none'],
  dependants: ['none', 'one', 'two_or_three', 'four_or_more'],
  emergency_fund: ['under_1_month', 'up_to_3_months', 'up_to_6_months', 'over_6_months'],
  horizon: ['within_1_year', 'up_to_3_years', 'up_to_7_years', 'over_7_years'],
  share_of_savings: ['up_to_10', 'up_to_25', 'up_to_50', 'over_50'],
  experience: ['none', 'under_1_year', 'up_to_5_years', 'over_5_years'],
  reaction: ['sell_all', 'sell_some', 'keep', 'buy_more'],
  loss_tolerance: ['none', 'up_to_10', 'up_to_25', 'over_25'],
  derivatives: ['none', 'read', 'traded', 'worked_out'],
} as const;

export type RiskQuestion = keyof typeof RISK_ANSWERS;

const oneOf = <const A extends readonly string[]>(answers: A) => z.enum(answers, 'Choose one of the answers');

export const riskAnswers = z.object({
  age: oneOf(RISK_ANSWERS.age),
  income: oneOf(RISK_ANSWERS.income),
  dependants: oneOf(RISK_ANSWERS.dependants),
  emergency_fund: oneOf(RISK_ANSWERS.emergency_fund),
  horizon: oneOf(RISK_ANSWERS.horizon),
  share_of_savings: oneOf(RISK_ANSWERS.share_of_savings),
  experience: oneOf(RISK_ANSWERS.experience),
  reaction: oneOf(RISK_ANSWERS.reaction),
  loss_tolerance: oneOf(RISK_ANSWERS.loss_tolerance),
  derivatives: oneOf(RISK_ANSWERS.derivatives),
});

export type RiskAnswers = z.output<typeof riskAnswers>;

/** A profile that holds. */
export const riskProfile = z.object({
  /** Of the questions that were answered; of an older one, the answers may be others than today's. */
  version: z.string(),
  answers: z.record(z.string(), z.string()),
  /** 0 to 100. */
  score: z.int(),
  category: z.enum(RISK_CATEGORIES),
  /** UTC instant. */
  answered_at: z.string(),
  /** Its last IST day. */
  valid_till: day,
});

export type RiskProfile = z.output<typeof riskProfile>;

/** The caller’s own. Without a profile that holds and with a history, the last one is over. */
export const ownRiskProfile = z.object({
  profile: z.nullable(riskProfile),
  /** Every category they had, without answers, the newest first, at most 50. */
  history: z.array(z.object({ category: z.enum(RISK_CATEGORIES), version: z.string(), answered_at: z.string() })),
});

export type OwnRiskProfile = z.output<typeof ownRiskProfile>;
