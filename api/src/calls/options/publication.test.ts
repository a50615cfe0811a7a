import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import { lifetime } from './publication.ts';

/** Contracts of Monday 23 Nov 2026; the 24th is a holiday. */
const legs = (expiry: string) => [{ side: 'buy' as const, type: 'CE' as const, strike: 24_000, expiry, lots: 1, entry: 100 }];

test.each([
  ['on its last day a contract is entered until 14:00', '2026-11-23', '2026-11-23', '2026-11-20', ['2026-11-23', '14:00'], true],
  ['the author’s own end comes before that', '2026-11-20', '2026-11-23', '2026-11-20', ['2026-11-20', '15:40'], false],
  ['three trading days after the publication, the holiday left out', '2026-12-15', '2026-12-29', '2026-11-20', ['2026-11-26', '15:40'], false],
] as const)('%s', (_, valid_till, expiry, day, [entryDay, entryTime], settles) => {
  expect(lifetime({ valid_till, legs: legs(expiry) as never }, istInstant(day, '10:00'))).toEqual({
    entry_until: istInstant(entryDay, entryTime).toISOString(),
    expires_at: istInstant(valid_till, '15:40').toISOString(),
    settles,
  });
});
