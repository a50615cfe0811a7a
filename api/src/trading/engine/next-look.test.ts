import { HAND_OVER_MS } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { newRecord } from '@vimarsh/shared/domain/trading/order/new-record.ts';
import { endSearch, moveOrder } from '@vimarsh/shared/domain/trading/order/order-record.ts';
import { expect, test } from 'vitest';
import { finalAt, nextBookLook, searchEndsAt, sessionDay } from './next-look.ts';

const at = (text: string): number => Date.parse(text);
// A Friday, 11:00 in India.
const NOW = at('2026-11-20T05:30:00Z');
const DAY = '2026-11-20';
const FRESH = { final_day: null, failed_looks: 0 };
const sent = moveOrder(newRecord({ quantity: 1, price: 1, trigger: null }), { type: 'SEND' }, { look: 0, now: NOW })!;
const unknown = moveOrder(sent, { type: 'LOST' }, { look: 0, now: NOW })!;
const open = { ...sent, state: 'open' } as const;
const done = { ...sent, state: 'complete' } as const;

test('S2.1-ROUTE-19: a book is read every minute while anything is open, and once more when it is final', () => {
  expect(nextBookLook([{ day: DAY, record: open }], FRESH, NOW)).toBe(NOW + 60_000);
  expect(nextBookLook([{ day: DAY, record: done }], FRESH, NOW)).toBe(finalAt(DAY));
  expect(nextBookLook([{ day: DAY, record: done }], { ...FRESH, final_day: DAY }, NOW)).toBeNull();
  expect(nextBookLook([], FRESH, NOW)).toBeNull();
});

test('S2.1-ROUTE-19: what is unknown is looked for at once, and never later than its minute, however often the broker fails', () => {
  expect(nextBookLook([{ day: DAY, record: unknown }], FRESH, NOW)).toBe(NOW + 1_000);
  const late = NOW + HAND_OVER_MS - 2_000;
  expect(nextBookLook([{ day: DAY, record: unknown }], { ...FRESH, failed_looks: 9 }, late)).toBe(NOW + HAND_OVER_MS);
});

test.each([
  ['in the night after its day', '2026-11-20T18:31:00Z'],
  ['on a Saturday', '2026-11-21T05:30:00Z'],
  ['in the next session', '2026-11-23T05:30:00Z'],
])('S2.1-ROUTE-19: what still lives after its day is looked for each quarter of an hour: %s', (_when, text) => {
  const now = at(text);
  const old = { ...unknown, handed_over_at: NOW + HAND_OVER_MS };
  for (const record of [open, old]) expect(nextBookLook([{ day: DAY, record }], FRESH, now)).toBe(now + 15 * 60_000);
  expect(nextBookLook([{ day: DAY, record: done }], FRESH, now)).toBeNull();
});

test('S2.1-ROUTE-19: the search for what nobody can tell of ends with the final book of the next session, past weekends and holidays', () => {
  expect(searchEndsAt(DAY)).toBe(finalAt('2026-11-23'));
  // 24 November is a holiday.
  expect(searchEndsAt('2026-11-23')).toBe(finalAt('2026-11-25'));
  const ended = endSearch({ ...unknown, handed_over_at: null }, NOW);
  expect([ended.handed_over_at, nextBookLook([{ day: DAY, record: ended }], { ...FRESH, final_day: '2026-11-23' }, at('2026-11-23T12:00:00Z'))]).toEqual([
    NOW,
    null,
  ]);
});

test('an order is for the session that runs, or for the next one: past nights, weekends and holidays', () => {
  const share = { fno: true, option: false };
  expect(sessionDay(NOW, share)).toBe(DAY);
  expect(sessionDay(at('2026-11-20T14:00:00Z'), share)).toBe('2026-11-23');
  // 24 November is a holiday.
  expect(sessionDay(at('2026-11-23T14:00:00Z'), share)).toBe('2026-11-25');
  expect(finalAt('2026-11-24')).toBeNull();
});

test.each([
  ['a share without futures', { fno: false, option: false }, '15:29:59', '15:30:00'],
  ['a share with futures', { fno: true, option: false }, '15:34:59', '15:35:00'],
  ['an option', { fno: true, option: true }, '15:39:59', '15:40:00'],
])('S2.1-ROUTE-19: the day of an order ends with the close of its own instrument: %s', (_what, kind, last, over) => {
  expect(sessionDay(at(`${DAY}T${last}+05:30`), kind)).toBe(DAY);
  expect(sessionDay(at(`${DAY}T${over}+05:30`), kind)).toBe('2026-11-23');
});
