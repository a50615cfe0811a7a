import { expect, test } from 'vitest';
import { chainWindow } from './chain-window.ts';

const rows = Array.from({ length: 60 }, (_, at) => ({ strike: 23_000 + at * 50 }));
const edges = (shown: readonly { strike: number }[]): (number | undefined)[] => [shown.length, shown[0]?.strike, shown.at(-1)?.strike];

test.each([
  ['nothing was shown before: around the money', 24_000, undefined, 24_000, [31, 23_250, 24_750]],
  ['the money one strike off: nothing moves', 24_050, 24_000, 24_000, [31, 23_250, 24_750]],
  ['three strikes below: nothing moves', 23_850, 24_000, 24_000, [31, 23_250, 24_750]],
  ['four strikes off: the window follows', 24_200, 24_000, 24_200, [31, 23_450, 24_950]],
  ['the strike of before is not listed any more', 24_000, 24_025, 24_000, [31, 23_250, 24_750]],
  ['at the lower end of the chain', 23_100, undefined, 23_100, [18, 23_000, 23_850]],
  ['at the upper end', 25_950, undefined, 25_950, [16, 25_200, 25_950]],
])('%s', (_, atm, before, middle, shown) => {
  const window = chainWindow(rows, atm, before);
  expect([window.middle, edges(window.shown)]).toEqual([middle, shown]);
});

test('an empty chain shows nothing', () => expect(chainWindow([], 0)).toEqual({ middle: 0, shown: [] }));
