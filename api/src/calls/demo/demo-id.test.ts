import { expect, test } from 'vitest';
import { demoId } from './demo-id.ts';

const NUMBERS = Array.from({ length: 2000 }, (_, at) => at + 1);

test('ids of a kind are its own, the same for the same seed, and of one length', () => {
  const ids = NUMBERS.map((number) => demoId('option', 1, number));
  expect(new Set(ids).size).toBe(NUMBERS.length);
  expect(ids).toEqual(NUMBERS.map((number) => demoId('option', 1, number)));
  expect(ids.filter((id) => !/^option_[0-9a-f]{20}$/.test(id))).toEqual([]);
  expect(demoId('option', 2, 1)).not.toBe(demoId('option', 1, 1));
  expect(demoId('call', 1, 1).slice(5)).not.toBe(demoId('option', 1, 1).slice(7));
});

test('an id says nothing of its place: in the order of ids the numbers are shuffled', () => {
  const shuffled = NUMBERS.toSorted((a, b) => (demoId('option', 1, a) < demoId('option', 1, b) ? -1 : 1));
  const neighbours = shuffled.filter((number, at) => Math.abs(number - (shuffled[at - 1] ?? 0)) === 1);
  expect(neighbours.length).toBeLessThan(20);
});
