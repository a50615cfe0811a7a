import { expect, test } from 'vitest';
import { factsOf, signalsOf } from './equity-readings.ts';
import { meanVolume, volumeTimes } from './usual-volume.ts';

/** 20 sessions of 1,000 shares each at a rising price, and the one that runs. */
const bars = (volume: number) =>
  Array.from({ length: 21 }, (_, at) => ({
    ...{ day: `2026-10-${10 + at}`, o: 100 + at, h: 101 + at, l: 99 + at, c: 100 + at, prev_close: 99 + at },
    v: at < 20 ? 1000 : volume,
  }));

test('the mean is of twenty sessions, and of fewer there is none', () => {
  expect(meanVolume([{ v: 9e9 }, ...bars(0).slice(0, 20)])).toBe(1000);
  expect(meanVolume(bars(0).slice(0, 19))).toBeNull();
});

test.each([
  ['a usual morning is usual', 100, 0.1, 1],
  ['a busy morning is busy', 250, 0.1, 2.5],
  ['after the close whole days are compared', 500, 1, 0.5],
])('%s', (_, volume, share, times) => expect(volumeTimes(volume, 1000, share)).toBe(times));

test('without a usual volume there is nothing to compare with', () => {
  expect([volumeTimes(100, null, 1), volumeTimes(100, 0, 1), volumeTimes(0, 1000, 0)]).toEqual([null, null, null]);
});

test.each([
  [100, 0.1, 'As usual', []],
  [220, 0.1, 'More than usual', ['Twice the usual volume on a rising day']],
  [500, 1, 'Less than usual', []],
] as const)('%s shares where a share of %s of a day is usual: %s', (volume, tradedShare, word, signals) => {
  const facts = factsOf(bars(volume), { marketCap: 0, lot: null, vwap: null, tradedShare });
  expect(facts.find(({ key }) => key === 'volume')).toMatchObject({ value: Math.round((1e6 * volume) / (1000 * tradedShare)) / 1e6, word });
  const found = signalsOf(bars(volume), null, 'active', tradedShare).map(({ text }) => text);
  expect(found.filter((text) => text.includes('volume'))).toEqual(signals);
});
