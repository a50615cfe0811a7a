import type { RISK_ANSWERS, RiskAnswers, RiskQuestion } from '../../contract/risk-profile/types.ts';

/** Whoever changes a question, an answer or a point names a new version, so that an old profile says with which it was made. */
export const RISK_QUESTIONS_VERSION = '1';

type Answer<Q extends RiskQuestion> = readonly [answer: (typeof RISK_ANSWERS)[Q][number], words: string, points: number];
interface Question<Q extends RiskQuestion> {
  readonly ask: string;
  /** From no points to ten: the more, the more risk somebody can bear, or says they will. */
  readonly answers: readonly Answer<Q>[];
}

/** The ten questions in the order in which they are asked (product D.8). */
export const RISK_QUESTIONS: { readonly [Q in RiskQuestion]: Question<Q> } = {
  age: {
    ask: 'How old are you?',
    answers: [
      ['under_30', 'Under 30', 10],
      ['from_30', '30 to 44', 7],
      ['from_45', '45 to 59', 4],
      ['from_60', '60 or older', 0],
    ],
  },
  income: {
    ask: 'How steady is your income?',
    answers: [
      ['steady', 'It comes every month and hardly changes', 10],
      ['varying', 'It comes every month and changes', 6],
      ['uncertain', 'Some months bring none', 3],
      ['none', 'I have no income now', 0],
    ],
  },
  dependants: {
    ask: 'How many others live on your income?',
    answers: [
      ['none', 'Nobody else', 10],
      ['one', 'One', 7],
      ['two_or_three', 'Two or three', 4],
      ['four_or_more', 'Four or more', 0],
    ],
  },
  emergency_fund: {
    ask: 'How long could you live on money that you can take out at once?',
    answers: [
      ['under_1_month', 'Less than a month', 0],
      ['up_to_3_months', '1 to 3 months', 3],
      ['up_to_6_months', 'More than 3 months, up to 6', 7],
      ['over_6_months', 'More than 6 months', 10],
    ],
  },
  horizon: {
    ask: 'When will you need the money that you put into shares?',
    answers: [
      ['within_1_year', 'Within a year', 0],
      ['up_to_3_years', 'In 1 to 3 years', 3],
      ['up_to_7_years', 'In more than 3 years, up to 7', 7],
      ['over_7_years', 'In more than 7 years', 10],
    ],
  },
  // The smaller the part, the less a loss of it hurts.
  share_of_savings: {
    ask: 'How much of all your savings is in shares and derivatives?',
    answers: [
      ['up_to_10', 'Up to a tenth', 10],
      ['up_to_25', 'Up to a quarter', 7],
      ['up_to_50', 'Up to a half', 4],
      ['over_50', 'More than a half', 0],
    ],
  },
  experience: {
    ask: 'How long have you bought and sold shares?',
    answers: [
      ['none', 'Not yet', 0],
      ['under_1_year', 'Less than a year', 3],
      ['up_to_5_years', '1 to 5 years', 7],
      ['over_5_years', 'More than 5 years', 10],
    ],
  },
  reaction: {
    ask: 'Your shares lose 20% in a month. What do you do?',
    answers: [
      ['sell_all', 'Sell all of them', 0],
      ['sell_some', 'Sell some of them', 3],
      ['keep', 'Keep them', 7],
      ['buy_more', 'Buy more', 10],
    ],
  },
  loss_tolerance: {
    ask: 'How much of this money could you lose in a year and live as before?',
    answers: [
      ['none', 'None of it', 0],
      ['up_to_10', 'Up to 10%', 3],
      ['up_to_25', 'Up to 25%', 7],
      ['over_25', 'More than 25%', 10],
    ],
  },
  derivatives: {
    ask: 'How well do you know futures and options?',
    answers: [
      ['none', 'Not at all', 0],
      ['read', 'I have read about them', 3],
      ['traded', 'I have traded them', 7],
      ['worked_out', 'I have traded them for years, and work out first what I can lose', 10],
    ],
  },
};

export const RISK_QUESTION_IDS = Object.keys(RISK_QUESTIONS) as readonly RiskQuestion[];

/** The sum of the points, 0 to 100. */
export function riskScore(answers: RiskAnswers): number {
  return RISK_QUESTION_IDS.reduce((sum, question) => sum + (RISK_QUESTIONS[question].answers.find(([answer]) => answer === answers[question])?.[2] ?? 0), 0);
}
