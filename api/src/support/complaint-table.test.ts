import { expect, test } from 'vitest';
import { type Complaint, complaintTable } from './complaint-table.ts';

const one = (opened: string, answered: string | null = null): Complaint => ({
  opened_at: new Date(opened),
  answered_at: answered === null ? null : new Date(answered),
});
const now = new Date('2026-11-23T06:00:00Z');
const row = (complaints: Complaint[], month: string) => complaintTable(complaints, now).find((each) => each.month === month);

test('twelve months, the newest first, zeros where nothing came', () => {
  const months = complaintTable([], now);
  expect(months.map(({ month }) => month)).toEqual([
    ...['2026-11', '2026-10', '2026-09', '2026-08', '2026-07', '2026-06', '2026-05', '2026-04', '2026-03', '2026-02', '2026-01', '2025-12'],
  ]);
  expect(months[0]).toEqual({ month: '2026-11', opening: 0, received: 0, resolved: 0, pending: 0, pending_over_3_months: 0, average_days: null });
});

test('what was open before and came is what was resolved and is open after', () => {
  const complaints = [
    one('2026-09-10T06:00:00Z', '2026-10-10T06:00:00Z'),
    one('2026-10-01T06:00:00Z', '2026-10-11T06:00:00Z'),
    one('2026-10-20T06:00:00Z', '2026-11-02T18:00:00Z'),
    one('2026-10-25T06:00:00Z'),
    one('2026-11-20T06:00:00Z'),
  ];
  expect(row(complaints, '2026-10')).toEqual({
    month: '2026-10',
    opening: 1,
    received: 3,
    resolved: 2,
    pending: 2,
    pending_over_3_months: 0,
    average_days: 20,
  });
  expect(row(complaints, '2026-11')).toEqual({
    month: '2026-11',
    opening: 2,
    received: 1,
    resolved: 1,
    pending: 2,
    pending_over_3_months: 0,
    average_days: 13.5,
  });
  for (const { opening, received, resolved, pending } of complaintTable(complaints, now)) expect(opening + received - resolved).toBe(pending);
});

test.each([
  ['the last instant of October in India', '2026-10-31T18:29:59.999Z', '2026-10'],
  ['the first instant of November in India', '2026-10-31T18:30:00.000Z', '2026-11'],
  ['the first instant of the year', '2025-12-31T18:30:00.000Z', '2026-01'],
])('%s belongs to %s', (_what, opened, month) => {
  expect(
    complaintTable([one(opened)], now)
      .filter(({ received }) => received > 0)
      .map((each) => each.month),
  ).toEqual([month]);
});

test('what is answered at this very instant is resolved, and what comes at it is open', () => {
  expect(row([one('2026-11-01T06:00:00Z', now.toISOString()), one(now.toISOString())], '2026-11')).toMatchObject({ received: 2, resolved: 1, pending: 1 });
});

test.each([
  ['three months and a day', '2026-08-21T18:29:00Z', 1],
  ['three months less a day', '2026-08-24T06:00:00Z', 0],
])('open for %s', (_what, opened, long) => expect(row([one(opened)], '2026-11')!.pending_over_3_months).toBe(long));
