import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readExpiry, unreadExpiry } from './read-expiry.ts';

test.each([
  '2026-12-08',
  ' 2026-12-08 ',
  '2026-12-8',
  '2026/12/08',
  '8-Dec-2026',
  '08-DEC-2026',
  '8 dec 2026',
  '08DEC2026',
  '2026-12-08T00:00',
  '2026-12-08T15:30:00.000',
  '2026-12-08 00:00:00',
  // Midnight and the close in India, as programs write them.
  '2026-12-07T18:30:00.000Z',
  '2026-12-08T10:00:00Z',
  '2026-12-08T00:00:00+05:30',
  '2026-12-08\u200b',
])('%s is 8 December 2026', (written) => expect(readExpiry(written)).toBe('2026-12-08'));

test.each([
  '',
  ' ',
  '08-12-2026',
  '8/12/2026',
  '12/08/26',
  '08-Dec-26',
  '2026-13-08',
  '2026-02-30',
  '31 Nov 2026',
  '8-Xyz-2026',
  'Dec 2026',
  'tomorrow',
  '2026-12-07T99:99Z',
  '9'.repeat(500),
])('“%s” is no one day', (written) => expect(readExpiry(written)).toBe(''));

test('answers with a day or nothing, and a day means itself', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789-/ DEC:.TZ'), maxLength: 12 })), (written) => {
      const day = readExpiry(written);
      if (day !== '') expect([new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10), readExpiry(day)]).toEqual([day, day]);
      expect(unreadExpiry(written).length).toBeLessThan(100);
    }),
  );
});
