import { expect, test } from 'vitest';
import { LOTS, lotsOf, partOrder, partsFor, shuffled } from './order.ts';

test.each([
  [0, 1],
  [1, 1],
  [500, 1],
  [501, 2],
  [1_000_000, 2000],
  [1_000_000_000, 65_536],
])('%i followers in pages of 500 lie in %i parts', (followers, parts) => {
  expect(partsFor(followers, 500)).toBe(parts);
});

test.each([1, 2, 3, 7, 2000, 65_536])('%i parts cover each lot once', (parts) => {
  const lots = Array.from({ length: parts }, (_, part) => lotsOf(part, parts));
  expect(lots[0]!.from).toBe(0);
  expect(lots.at(-1)!.below).toBe(LOTS);
  expect(lots.slice(1).every(({ from }, index) => from === lots[index]!.below)).toBe(true);
});

test('whoever goes on with a telling takes the parts in the same order, each once; another telling has another', () => {
  const order = partOrder(1000, 42);
  expect(partOrder(1000, 42)).toEqual(order);
  expect(order.toSorted((a, b) => a - b)).toEqual([...Array(1000).keys()]);
  expect(partOrder(1000, 43)).not.toEqual(order);
});

test('nobody is always early: over many draws each of ten stands at each place about as often', () => {
  const people = [...Array(10).keys()];
  const counts = people.map(() => people.map(() => 0));
  for (let draw = 0; draw < 10_000; draw += 1) for (const [place, who] of shuffled(people, draw * 7919).entries()) counts[who]![place]! += 1;
  // 1,000 expected, standard deviation 30.
  for (const own of counts) for (const count of own) expect(Math.abs(count - 1000)).toBeLessThan(150);
});
