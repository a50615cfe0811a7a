import { declareCalendar, isTradingDay, istTime, NOTHING_DECLARED, sessionOf, underCalendar } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { type CalendarRow, calendarOf, type Declaration, fromDay } from './calendar-rows.ts';
import { CalendarRefusal, firstDifference, inForceFrom, withRows } from './calendar-rules.ts';

afterEach(() => declareCalendar(NOTHING_DECLARED));
const row = (id: number, says: Declaration): CalendarRow => ({ id, says, reason: 'r', file: null, entered_by: 'ops', known_at: new Date(0) });
const FREE = { onFile: [], drawn: null };

const DAYS = ['2026-12-02', '2026-12-04', '2026-12-05', '2026-12-25'];
const acts = fc.array(
  fc.oneof(
    fc.record({ do: fc.constantFrom('close' as const, 'open' as const, 'short' as const), day: fc.constantFrom(...DAYS) }),
    fc.record({ do: fc.constant('withdraw' as const), nth: fc.nat(12) }),
  ),
  { maxLength: 14 },
);

/** The day as somebody would tell it who keeps a list of what was said, crossing out what was taken back. */
function told(said: readonly { readonly do: string; readonly day: string; crossed: boolean }[], day: string): string {
  const last = said.filter((one) => one.day === day && !one.crossed).at(-1)?.do;
  const weekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  if (last === 'close' || (!last && (weekend || day === '2026-12-25'))) return 'closed';
  return last === 'short' ? '09:15–11:00' : '09:15–15:30';
}

const seen = (day: string): string => {
  const session = sessionOf(day, false);
  return session ? `${istTime(session.open)}–${istTime(session.close)}` : 'closed';
};

test('any history of rows is what somebody would tell who crosses out what was taken back', () => {
  fc.assert(
    fc.property(acts, (history) => {
      const rows: CalendarRow[] = [];
      const said: { do: string; day: string; crossed: boolean }[] = [];
      for (const act of history) {
        const hours = { preopen: '09:00', open: '09:15', close: '11:00' };
        let says: Declaration;
        if (act.do === 'withdraw') says = { kind: 'withdraw', day: '2026-12-02', withdraws: act.nth };
        else if (act.do === 'short') says = { kind: 'session', day: act.day, hours };
        else says = { kind: act.do, day: act.day };
        try {
          withRows(rows, [says], FREE);
        } catch (error) {
          if (!(error instanceof CalendarRefusal)) throw error;
          // Refused: it is so already, or there is no such row.
          if (act.do !== 'withdraw') expect(told([...said, { ...act, crossed: false }], act.day)).toBe(told(said, act.day));
          else expect(said[act.nth - 1]?.crossed ?? true).toBe(true);
          continue;
        }
        rows.push(row(rows.length + 1, says));
        if (act.do === 'withdraw') {
          said[act.nth - 1]!.crossed = true;
          said.push({ do: 'withdraw', day: '', crossed: true });
        } else said.push({ ...act, crossed: false });
        declareCalendar(calendarOf(rows));
        for (const day of DAYS) expect(seen(day)).toBe(told(said, day));
      }
      // The order in which rows are read does not matter: their numbers do.
      expect(calendarOf(rows.toReversed())).toEqual(calendarOf(rows));
    }),
    { numRuns: 300 },
  );
});

describe('what is refused', () => {
  const closed = (day: string): Declaration => ({ kind: 'close', day });
  test.each<[string, Declaration, string]>([
    ['a day that is none', closed('2026-02-30'), '“2026-02-30” is no day such as 2026-12-04.'],
    ['a closed day closed again', closed('2026-12-05'), 'It is so already: 2026-12-05 closed.'],
    [
      'hours past midnight',
      { kind: 'session', day: '2026-12-05', hours: { preopen: '23:00', open: '23:30', close: '00:30' } },
      'A session’s hours are such as 18:00-19:00',
    ],
    [
      'an expiry on a closed day',
      { kind: 'expiry', day: '2026-12-29', moved_to: '2026-12-26' },
      'Contracts can’t expire on 2026-12-26: the market is closed on that day.',
    ],
    ['an expiry far away', { kind: 'expiry', day: '2026-12-29', moved_to: '2026-12-01' }, 'at most 14 days away'],
    ['a withdrawal of nothing', { kind: 'withdraw', day: '2026-12-05', withdraws: 7 }, 'There is no row 7'],
  ])('%s', (_what, says, sentence) => {
    expect(() => withRows([], [says], FREE)).toThrow(sentence);
  });

  test('a closure of a day that is on file, other hours for it, and the withdrawal of its session', () => {
    const onFile = { onFile: ['2026-11-23', '2026-11-21'], drawn: null };
    expect(() => withRows([], [closed('2026-11-23')], onFile)).toThrow(
      'Files of 2026-11-23 are on file and calls are judged by them, so that day can’t be closed.',
    );
    const short: Declaration = { kind: 'session', day: '2026-11-23', hours: { preopen: '09:00', open: '09:15', close: '11:00' } };
    expect(() => withRows([], [short], onFile)).toThrow('so that day keeps its hours');
    const saturday = [row(1, { kind: 'open', day: '2026-11-21' })];
    expect(() => withRows(saturday, [{ kind: 'withdraw', day: '2026-11-21', withdraws: 1 }], onFile)).toThrow('Files of 2026-11-21 are on file');
    expect(withRows([], [closed('2026-11-26')], onFile).days).toEqual({ '2026-11-26': 'closed' });
  });

  test('what a simulated exchange has drawn; what is still to come is free', () => {
    const drawn = { days: ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23'], reached: new Date('2026-11-23T03:30:00Z') };
    const fixed = { onFile: [], drawn };
    expect(() => withRows([], [closed('2026-11-20')], fixed)).toThrow('The simulated exchange has drawn the prices of 2026-11-20 already');
    expect(() => withRows([], [{ kind: 'open', day: '2026-11-21' }], fixed)).toThrow('2026-11-21');
    // 09:00 IST is the pre-open: the day has begun.
    expect(() => withRows([], [closed('2026-11-23')], fixed)).toThrow('2026-11-23');
    expect(withRows([], [closed('2026-11-23')], { onFile: [], drawn: { ...drawn, reached: new Date('2026-11-23T03:29:59Z') } }).days).toEqual({
      '2026-11-23': 'closed',
    });
    expect(withRows([], [closed('2026-11-26')], fixed).days).toEqual({ '2026-11-26': 'closed' });
  });
});

test('the earliest day that is known otherwise, and the part that pages need', () => {
  const [a, b, c] = [
    row(1, { kind: 'close', day: '2026-12-04' }),
    row(2, { kind: 'close', day: '2026-12-02' }),
    row(3, { kind: 'withdraw', day: '2026-12-02', withdraws: 2 }),
  ];
  expect(firstDifference(calendarOf([a]), calendarOf([a, b]))).toBe('2026-12-02');
  expect(firstDifference(calendarOf([a, b]), calendarOf([a, b, c]))).toBe('2026-12-02');
  expect(firstDifference(calendarOf([a]), calendarOf([a, b, c]))).toBeNull();
  expect(inForceFrom([a, b, c], '').map(({ id }) => id)).toEqual([1]);
  expect(fromDay(calendarOf([a, b]), '2026-12-03').days).toEqual({ '2026-12-04': 'closed' });
  expect(underCalendar(calendarOf([a]), () => isTradingDay('2026-12-04'))).toBe(false);
});
