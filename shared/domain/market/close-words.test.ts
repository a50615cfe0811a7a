import { expect, test } from 'vitest';
import { formatClose } from './close-words.ts';

test.each([
  ['a stock with futures', '2026-11-23T09:45:00.000Z', '23 Nov 2026, 15:15 IST (end of continuous trading)'],
  ['a stock without futures', '2026-11-23T10:00:00.000Z', '23 Nov 2026, 15:30 IST (close of stocks without futures)'],
  ['the closing auction', '2026-11-23T10:05:00.000Z', '23 Nov 2026, 15:35 IST (end of the closing auction)'],
  ['options', '2026-11-23T10:10:00.000Z', '23 Nov 2026, 15:40 IST (close of options)'],
  ['a moment of the session', '2026-11-23T06:00:00.000Z', '23 Nov 2026, 11:30 IST'],
  ['a day when all ended at once', '2026-07-31T10:00:00.000Z', '31 Jul 2026, 15:30 IST'],
])('the last time of %s says what it is', (_of, instant, said) => expect(formatClose(instant)).toBe(said));
