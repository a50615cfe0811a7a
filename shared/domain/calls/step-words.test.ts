import { expect, test } from 'vitest';
import { doubtText, unknownChangeText } from './step-words.ts';

const step = (before: number | null, opened: number | null) => ({ cause: 'price_step', day: '2026-11-20', before, opened }) as const;
const UNTIL = 'Calls on it can be published once it is known, or after the close.';

test.each([
  [800, 400, 'Price stepped by −50.00% at the open; no corporate action is on file yet'],
  [800, 1000, 'Price stepped by +25.00% at the open; no corporate action is on file yet'],
  [815, 815, 'Change not known: a corporate action of the day is in doubt'],
  [800, null, 'Change not known: a corporate action of the day is in doubt'],
])('from %d to %s', (before, opened, words) => expect(unknownChangeText(step(before, opened))).toBe(words));

test.each([
  [step(800, 400), `TCS opened at ₹400.00 after a close of ₹800.00, and no corporate action on file says why. ${UNTIL}`],
  [step(815, 815), `A corporate action of TCS is in doubt: its open does not show it, or nobody knows its terms surely. ${UNTIL}`],
  [step(800, null), `A corporate action changes the price of TCS today, and no trade of today is known yet. ${UNTIL}`],
  [
    { cause: 'no_trade', day: '2026-11-19', before: 800, opened: null } as const,
    'No price of TCS is known since 19 Nov 2026, so none could judge a call on it.',
  ],
])('%j keeps calls from being published', (doubt, words) => expect(doubtText('TCS', doubt)).toBe(words));
