import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { backAt, isReached } from '@vimarsh/shared/domain/alerts/rules.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FigureReading, LevelIndex, type WatchedAlert } from './level-index.ts';

const condition = (side: 'above' | 'below', value: number): LevelCondition => ({ kind: 'price', symbol: 'TCS', side, value });
const watched = (id: string, side: 'above' | 'below', value: number, change: Partial<WatchedAlert> = {}): WatchedAlert => ({
  ...{ id, condition: condition(side, value), repeats: false, armed: true, since: 0, levelDay: '2026-11-20', shares: 1 },
  ...change,
});
const at = (second: number, low: number, high: number, close: number): FigureReading => ({ start: second * 1000, end: second * 1000 + 1000, low, high, close });
const NAME = 'price TCS';

test('a rise fires what is above, a fall what is below, each once', () => {
  const index = new LevelIndex();
  for (const one of [watched('a', 'above', 105), watched('b', 'above', 110), watched('c', 'below', 95)]) index.put(one);
  const ids = (reading: FigureReading) => index.judge(NAME, reading).fired.map(({ id }) => id);
  expect([ids(at(0, 99, 104.95, 100)), ids(at(1, 100, 105, 101)), ids(at(2, 100, 106, 101)), ids(at(3, 94, 101, 94)), ids(at(4, 90, 120, 100))]).toEqual([
    [],
    ['a'],
    [],
    ['c'],
    ['b'],
  ]);
  expect(index.size).toBe(0);
});

test('one that repeats has to come back first: by half a percent of its price', () => {
  const index = new LevelIndex();
  index.put(watched('a', 'above', 100, { repeats: true }));
  const step = (second: number, price: number) => {
    const { fired, back } = index.judge(NAME, at(second, price, price, price));
    return `${fired.length}${back.length}`;
  };
  expect([100, 99.9, 100.1, 99.51, 99.5, 99.9, 100].map((price, second) => step(second, price))).toEqual(['10', '00', '00', '00', '01', '00', '10']);
});

test('prices from before it was set don’t count', () => {
  const index = new LevelIndex();
  index.put(watched('a', 'above', 100, { since: 5000 }));
  expect(index.judge(NAME, at(4, 100, 101, 100)).fired).toEqual([]);
  expect(index.judge(NAME, at(5, 100, 101, 100)).fired).toHaveLength(1);
});

test('what is put again under its id is watched as it is now; what is dropped is not; a split moves the level', () => {
  const index = new LevelIndex();
  index.put(watched('a', 'above', 100));
  index.put(watched('a', 'above', 200));
  index.put(watched('b', 'above', 100));
  index.drop('b');
  index.put(watched('c', 'above', 500, { shares: 5 }));
  expect(index.judge(NAME, at(0, 99, 100, 100)).fired.map(({ id }) => id)).toEqual(['c']);
  expect(index.judge(NAME, at(1, 99, 200, 100)).fired.map(({ id }) => id)).toEqual(['a']);
});

test('figures don’t touch each other, and one that nobody waits on decides nothing', () => {
  const index = new LevelIndex();
  index.put({ ...watched('a', 'above', 100), condition: { kind: 'percent', symbol: 'TCS', side: 'above', value: 3 } });
  expect(index.judge(NAME, at(0, 1, 200, 1)).fired).toEqual([]);
  expect(index.judge('percent TCS', at(0, -1, 3, 2)).fired).toHaveLength(1);
});

test('it decides what a walk over all alerts decides, whatever comes', () => {
  const steps = fc.oneof(
    fc.record({
      put: fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        side: fc.constantFrom('above' as const, 'below' as const),
        value: fc.integer({ min: 95, max: 105 }),
        repeats: fc.boolean(),
      }),
    }),
    fc.record({ drop: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.record({ price: fc.tuple(fc.integer({ min: 93, max: 107 }), fc.integer({ min: 93, max: 107 }), fc.integer({ min: 93, max: 107 })) }),
  );
  fc.assert(
    fc.property(fc.array(steps, { maxLength: 60 }), (all) => {
      const index = new LevelIndex();
      const plain = new Map<string, WatchedAlert>();
      for (const [second, step] of all.entries()) {
        if ('put' in step) {
          const one = watched(step.put.id, step.put.side, step.put.value, { repeats: step.put.repeats, since: second * 1000 });
          index.put(one);
          plain.set(one.id, one);
        } else if ('drop' in step) {
          index.drop(step.drop);
          plain.delete(step.drop);
        } else {
          const [low, close, high] = step.price.toSorted((one, other) => one - other) as [number, number, number];
          const reading = at(second, low, high, close);
          const expected = { fired: [] as string[], back: [] as string[] };
          for (const one of [...plain.values()]) {
            const { side } = one.condition;
            if (one.since > reading.start) continue;
            if (one.armed && isReached(one.condition, side === 'above' ? high : low)) {
              expected.fired.push(one.id);
              if (one.repeats) plain.set(one.id, { ...one, armed: false, since: reading.end });
              else plain.delete(one.id);
            } else if (!one.armed && (side === 'above' ? close <= backAt(one.condition) : close >= backAt(one.condition))) {
              expected.back.push(one.id);
              plain.set(one.id, { ...one, armed: true, since: reading.end });
            }
          }
          const { fired, back } = index.judge(NAME, reading);
          expect({ fired: fired.map(({ id }) => id).sort(), back: back.map(({ id }) => id).sort() }).toEqual({
            fired: expected.fired.sort(),
            back: expected.back.sort(),
          });
        }
      }
      expect(index.size).toBe(plain.size);
    }),
  );
});
