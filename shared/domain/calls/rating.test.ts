import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rng } from '../market/rng.ts';
import { judgedRecord, score } from '../performance/whole-records.testing.ts';
import type { ClosedRecord } from './equity/performance.ts';
import { byScore, rankOf, ratedAs, scoreOf } from './rating.ts';

test.each([
  ['better', 100, 40, 100, 5],
  ['better', 0, 40, 60, 3.5],
  ['better', 100, 12, 69, 3.5],
  ['often', 100, 40, 59.99, 3],
  ['luck', 100, 40, 59.99, 3],
  ['luck', 50, 40, 40, 2.5],
  ['luck', 0, 40, 20, 1.5],
  ['worse', 100, 40, 19.99, 1],
  ['worse', 0, 40, 0, 0.5],
] as const)('a record that is %s with a quality of %i from %i calls has %f and %f stars', (verdict, quality, n, score, stars) => {
  expect(ratedAs(scoreOf(quality, verdict, n))).toEqual({ score, stars });
});

test('who is not rated has neither score nor stars, and stands behind everybody', () => {
  expect(ratedAs(null)).toEqual({ score: null, stars: null });
  expect(
    [
      { score: null, n: 9 },
      { score: 0, n: 10 },
      { score: 70, n: 12 },
      { score: 70, n: 30 },
    ]
      .toSorted(byScore)
      .map(({ n }) => n),
  ).toEqual([30, 12, 10, 9]);
  expect(rankOf(70, [90, 90, 70, 10])).toBe(2);
});

const DAY = 86_400_000;
const asOf = Date.parse('2026-11-19T10:00:00.000Z');

/** A record of an author of some skill and some habits, with levels of all kinds. */
function randomRecord(seed: number): ClosedRecord[] {
  const dice = rng(seed);
  const [skill, count] = [dice.next(), 5 + Math.floor(dice.next() * 60)];
  return Array.from({ length: count }, (_, at): ClosedRecord => {
    const [target, initial_stop] = [100 + Math.ceil(1 + 12 * dice.next()), 100 - Math.ceil(1 + 12 * dice.next())];
    const p0 = (100 - initial_stop) / (target - initial_stop);
    const [early, won] = [dice.next() < 0.2, dice.next() < Math.min(1, p0 + (skill - 0.3) * 0.6)];
    const exit = early ? Math.round(initial_stop + dice.next() * (target - initial_stop)) : won ? target : initial_stop;
    const ts = asOf - (1 + Math.floor(dice.next() * 370)) * DAY;
    const at101 = won && target > 103 && dice.next() < 0.2;
    return {
      call_type: 'Buy',
      term: 'shortTerm',
      status: early ? (at % 2 ? 'exited' : 'expired') : won ? 'target_hit' : 'sl_hit',
      entry: { price: 100, ts: ts - 5 * DAY },
      exit: { price: exit, ts },
      target,
      initial_stop,
      ...(at101 && { moved: [{ ts: ts - DAY, stop: 101, price: 102 }] }),
      realised_return: exit - 100,
      r_multiple: (exit - 100) / (100 - initial_stop),
      alpha: dice.next() < 0.5 ? null : (exit - 100) * dice.next(),
    };
  });
}

test('of any two records, one that is better than luck never has fewer stars, a lower score or a lower place than one that is not', () => {
  const seen = { better: 0, other: 0, unrated: 0 };
  const shown = (seed: number) => {
    const records = randomRecord(seed);
    const calls = records.map((record) => ({ ...record, sector: '', cap: 'large' as const, ended_at: record.exit!.ts, follower_return: null }));
    const { luck, n } = judgedRecord(calls, '1Y', new Date(asOf));
    return { verdict: luck?.verdict ?? null, n, ...ratedAs(score(records, asOf)) };
  };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (one, other) => {
      const [a, b] = [shown(one), shown(other)];
      for (const each of [a, b]) {
        expect(each.score === null, 'rated as soon as there is a verdict').toBe(each.verdict === null);
        seen[each.verdict === null ? 'unrated' : each.verdict === 'better' ? 'better' : 'other'] += 1;
      }
      for (const [x, y] of [
        [a, b],
        [b, a],
      ] as const) {
        if (x.verdict !== 'better' || y.verdict === 'better') continue;
        expect(x.score!).toBeGreaterThan(y.score ?? -1);
        expect(x.stars!).toBeGreaterThan(y.stars ?? 0);
        expect(byScore(x, y)).toBeLessThan(0);
        if (y.score !== null) expect(rankOf(x.score!, [x.score!, y.score])).toBe(1);
      }
    }),
    { numRuns: 400 },
  );
  expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(20);
});
