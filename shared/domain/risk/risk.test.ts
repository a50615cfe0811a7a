import { describe, expect, test } from 'vitest';
import { TERMS, type Term } from '../../contract/calls/types.ts';
import { RISK_ANSWERS, RISK_CATEGORIES, type RiskAnswers, type RiskCategory, type RiskQuestion, riskAnswers } from '../../contract/risk-profile/types.ts';
import { equityBand, optionBand } from './call-band.ts';
import { CATEGORY_WORDS, exceeds, riskCategoryOf } from './category.ts';
import { RISK_QUESTION_IDS, RISK_QUESTIONS, riskScore } from './questions.ts';
import { endsAt, holds, validTill } from './validity.ts';

/** Everywhere the answer with the most points, or the least. */
const answersBy = (better: (one: number, other: number) => boolean): RiskAnswers =>
  Object.fromEntries(
    RISK_QUESTION_IDS.map((id) => {
      const answers: readonly (readonly [string, string, number])[] = RISK_QUESTIONS[id].answers;
      return [id, answers.reduce((best, one) => (better(one[2], best[2]) ? one : best))[0]];
    }),
  ) as RiskAnswers;

describe('the questions', () => {
  test('are ten, each with the answers of the contract, from no points to ten', () => {
    expect(RISK_QUESTION_IDS).toHaveLength(10);
    expect([...RISK_QUESTION_IDS].sort()).toEqual(Object.keys(RISK_ANSWERS).sort());
    for (const id of RISK_QUESTION_IDS) {
      const { answers } = RISK_QUESTIONS[id];
      expect(answers.map(([answer]) => answer).toSorted(), id).toEqual([...RISK_ANSWERS[id]].sort());
      const points = answers.map(([, , each]) => each);
      expect([Math.min(...points), Math.max(...points), new Set(points).size], id).toEqual([0, 10, points.length]);
      // Nobody has to jump about to find the least and the most.
      expect([points, points.toReversed()], id).toContainEqual(points.toSorted((one, other) => one - other));
    }
  });

  test('are told apart by their words', () => {
    const asked = RISK_QUESTION_IDS.map((id) => RISK_QUESTIONS[id].ask);
    expect(new Set(asked).size).toBe(10);
    for (const id of RISK_QUESTION_IDS) expect(new Set(RISK_QUESTIONS[id].answers.map(([, words]) => words)).size, id).toBe(RISK_QUESTIONS[id].answers.length);
  });

  test('give 0 to 100 points, each answer its own', () => {
    const [least, most] = [answersBy((one, other) => one < other), answersBy((one, other) => one > other)];
    expect([riskScore(least), riskScore(most)]).toEqual([0, 100]);
    for (const id of RISK_QUESTION_IDS)
      for (const [answer, , points] of RISK_QUESTIONS[id].answers as readonly (readonly [string, string, number])[])
        expect(riskScore({ ...least, [id]: answer } as RiskAnswers), `${id} ${answer}`).toBe(points);
  });

  test.each(Object.keys(RISK_ANSWERS) as RiskQuestion[])('%s has to be answered, by one of its answers', (question) => {
    const whole = answersBy((one, other) => one < other);
    const { [question]: _without, ...others } = whole;
    for (const wrong of [others, { ...whole, [question]: 'maybe' }]) {
      const read = riskAnswers.safeParse(wrong);
      expect(read.error?.issues.map(({ path, message }) => [path, message])).toEqual([[[question], 'Choose one of the answers']]);
    }
  });
});

test.each<[score: number, category: RiskCategory]>([
  [0, 'Conservative'],
  [30, 'Conservative'],
  [31, 'Moderate'],
  [50, 'Moderate'],
  [51, 'Growth'],
  [70, 'Growth'],
  [71, 'Aggressive'],
  [85, 'Aggressive'],
  [86, 'Very aggressive'],
  [100, 'Very aggressive'],
])('%i points are %s', (score, category) => expect(riskCategoryOf(score)).toBe(category));

test('a call exceeds a profile that is below its band, and no other', () => {
  for (const [at, profile] of RISK_CATEGORIES.entries())
    expect(RISK_CATEGORIES.filter((band) => exceeds(profile, band))).toEqual(RISK_CATEGORIES.slice(at + 1));
  expect(Object.keys(CATEGORY_WORDS)).toEqual([...RISK_CATEGORIES]);
});

describe('a profile holds for twelve months', () => {
  test.each([
    ['answered at noon', '2026-11-20T06:30:00Z', '2027-11-20', '2027-11-20T18:30:00.000Z'],
    ['answered after midnight in India, which is the day before in UTC', '2026-11-20T19:00:00Z', '2027-11-21', '2027-11-21T18:30:00.000Z'],
    ['answered on a leap day', '2028-02-29T06:00:00Z', '2029-02-28', '2029-02-28T18:30:00.000Z'],
    ['over a leap day', '2027-03-01T06:00:00Z', '2028-03-01', '2028-03-01T18:30:00.000Z'],
    ['answered on 28 February before a leap year', '2027-02-28T06:00:00Z', '2028-02-28', '2028-02-28T18:30:00.000Z'],
    ['answered on the last day of a year', '2026-12-31T06:00:00Z', '2027-12-31', '2027-12-31T18:30:00.000Z'],
  ])('%s', (_what, answered, day, end) => {
    const at = new Date(answered);
    expect([validTill(at), endsAt(at).toISOString()]).toEqual([day, end]);
    expect([holds(at, at), holds(at, new Date(Date.parse(end) - 1)), holds(at, new Date(end))]).toEqual([true, true, false]);
  });
});

describe('the band of a call', () => {
  test.each<[term: Term, stops: readonly [number, RiskCategory][]]>([
    [
      'longTerm',
      [
        [96, 'Conservative'],
        [95.99, 'Moderate'],
        [92, 'Moderate'],
        [91.99, 'Growth'],
        [88, 'Growth'],
        [87.99, 'Aggressive'],
        [82, 'Aggressive'],
        [81.99, 'Very aggressive'],
        [75, 'Very aggressive'],
      ],
    ],
    [
      'mediumTerm',
      [
        [99, 'Moderate'],
        [92, 'Moderate'],
        [91.99, 'Growth'],
      ],
    ],
    [
      'shortTerm',
      [
        [99, 'Growth'],
        [90, 'Growth'],
        [87.99, 'Aggressive'],
      ],
    ],
    [
      'intraday',
      [
        [99.5, 'Aggressive'],
        [97, 'Aggressive'],
      ],
    ],
  ])('on a share follows the distance of its stop-loss and its term: %s', (term, stops) => {
    for (const [stop, band] of stops) {
      expect(equityBand({ price: 100, initial_stop_loss: stop, term }), `stop ${stop}`).toBe(band);
      // A Sell has its stop-loss above the entry.
      expect(equityBand({ price: 100, initial_stop_loss: 200 - stop, term }), `stop ${200 - stop}`).toBe(band);
    }
  });

  test('is never lower for a shorter term or a wider stop-loss', () => {
    const rank = (term: Term, stop: number) => RISK_CATEGORIES.indexOf(equityBand({ price: 100, initial_stop_loss: stop, term }));
    for (let stop = 99; stop > 70; stop -= 0.5) {
      const ranks = TERMS.map((term) => rank(term, stop));
      expect(ranks).toEqual(ranks.toSorted((one, other) => other - one));
      for (const term of TERMS) expect(rank(term, stop - 0.5)).toBeGreaterThanOrEqual(rank(term, stop));
    }
  });

  test('of prices whose binary fractions are not exact is still that of its distance', () => {
    // 4 % of 862.50 is 34.50.
    expect(equityBand({ price: 862.5, initial_stop_loss: 828, term: 'longTerm' })).toBe('Conservative');
    expect(equityBand({ price: 0.3, initial_stop_loss: 0.288, term: 'longTerm' })).toBe('Conservative');
  });

  test.each([
    ['a limited loss and eight days left', true, '2026-11-20T05:00:00Z', '2026-11-28', 'Aggressive'],
    ['a limited loss and seven days left', true, '2026-11-20T05:00:00Z', '2026-11-27', 'Very aggressive'],
    ['a limited loss, published on the next day in India', true, '2026-11-20T19:00:00Z', '2026-11-28', 'Very aggressive'],
    ['a limited loss on the day of its expiry', true, '2026-11-20T05:00:00Z', '2026-11-20', 'Very aggressive'],
    ['a loss without a limit', false, '2026-11-20T05:00:00Z', '2027-01-28', 'Very aggressive'],
  ] as const)('on options with %s', (_what, defined_risk, published_at, expiry, band) => expect(optionBand({ defined_risk, published_at, expiry })).toBe(band));
});
