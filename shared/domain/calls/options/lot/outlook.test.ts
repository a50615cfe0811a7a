import { describe, expect, test } from 'vitest';
import type { DraftLeg, Outlook } from '../../../../contract/calls/options/types.ts';
import { endsOf, outlookProblem } from './outlook.ts';

const SPOT = 72_000;
const MOVE = 800;
const leg = (side: 'buy' | 'sell', type: 'CE' | 'PE', strike: number, entry: number, expiry = '2026-12-03'): DraftLeg => ({
  underlying: 'SENSEX',
  side,
  type,
  strike,
  entry,
  expiry,
  lots: 1,
});
const problem = (outlook: Outlook, legs: DraftLeg[]): string | null => outlookProblem(outlook, endsOf(legs, 20, SPOT, MOVE)!);

/** A narrow spread of calls beside a put far below: two moves up bring less than they cost, two moves down a great deal. */
const FALLS = [leg('buy', 'CE', 72_100, 320), leg('sell', 'CE', 72_300, 230), leg('buy', 'PE', 71_400, 180)];
const CONDOR = [leg('sell', 'CE', 72_500, 150), leg('buy', 'CE', 73_000, 60), leg('sell', 'PE', 71_500, 150), leg('buy', 'PE', 71_000, 60)];
const STRADDLE = [leg('buy', 'CE', 72_000, 350), leg('buy', 'PE', 72_000, 350)];
const BULL = [leg('buy', 'CE', 72_000, 350), leg('sell', 'CE', 72_800, 120)];

describe('an outlook is held against what the legs make two expected moves away', () => {
  test.each<[Outlook, string, DraftLeg[], boolean]>([
    ['bullish', 'gains when the index falls', FALLS, false],
    ['bearish', 'gains when the index falls', FALLS, true],
    ['bullish', 'a bull call spread', BULL, true],
    ['bearish', 'a bull call spread', BULL, false],
    ['neutral', 'an iron condor', CONDOR, true],
    ['volatile', 'an iron condor', CONDOR, false],
    ['volatile', 'a long straddle', STRADDLE, true],
    ['neutral', 'a long straddle', STRADDLE, false],
    // Neither end pays more than the other: nothing contradicts.
    ['bullish', 'a call that two moves do not reach', [leg('buy', 'CE', 76_000, 3)], true],
  ])('%s, %s', (outlook, _, legs, passes) => {
    expect(problem(outlook, legs) === null).toBe(passes);
  });

  test('the sentence names what both sides bring', () => {
    expect(problem('bullish', FALLS)).toBe(
      'The outlook is bullish, but at expiry these legs make about −₹1,400.00 two expected moves higher, +₹14,600.00 two lower and −₹5,400.00 where the price is now. Choose the outlook that they pay for, or other legs.',
    );
  });

  test('legs that expire apart are not judged, for the later ones have no payoff then', () => {
    expect(endsOf([leg('sell', 'CE', 72_000, 300), leg('buy', 'CE', 72_000, 500, '2026-12-10')], 20, SPOT, MOVE)).toBeNull();
  });
});
