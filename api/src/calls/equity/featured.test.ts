import { describe, expect, test } from 'vitest';
import { featuredId } from './featured.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-01T05:00:00.000Z');
type Ended = Parameters<typeof featuredId>[0][number];
const ended = (id: string, days: number, result: number, change: Partial<Ended> = {}): Ended => ({
  id,
  call_type: 'Buy',
  term: 'shortTerm',
  entry_at: new Date(START),
  ended_at: new Date(START + days * DAY_MS),
  realised_return: result,
  ...change,
});

describe('the call that the start page replays', () => {
  const sell = ended('sell', 30, 9, { call_type: 'Sell' });
  test.each<[string, Ended[], string | null]>([
    ['the longest, a loss as well as a gain', [ended('short', 2, 9), ended('long', 12, -3), ended('middle', 5, 4)], 'long'],
    ['the first of equals', [ended('first', 5, 1), ended('second', 5, 2)], 'first'],
    ['no Sell that had to be held overnight, however long it ran', [sell, ended('buy', 2, -4)], 'buy'],
    ['a Sell of one day, which everybody could follow', [sell, ended('day', 0.2, -1, { call_type: 'Sell', term: 'intraday' })], 'day'],
    ['none where nobody could follow any', [sell], null],
    ['no Hold, which has no result', [ended('hold', 40, 0, { call_type: 'Hold', realised_return: null })], null],
    ['none that was never entered', [ended('lapsed', 40, 1, { entry_at: null })], null],
    ['none from before the last twenty-four', [...Array.from({ length: 24 }, () => sell), ended('old', 90, 5)], null],
    ['none without calls', [], null],
  ])('is %s', (_name, calls, id) => expect(featuredId(calls)).toBe(id));
});
