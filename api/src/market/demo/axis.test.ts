import { isTradingDay, istDay, istInstant, phaseAt, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { axisAt, beginAt, nextWake } from './axis.ts';

const ist = (text: string): number => istInstant(text.slice(0, 10), text.slice(11)).getTime();
const said = (at: number): string => new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

test.each([
  ['a weekday before the open', '2026-11-18 07:30', '2026-11-18 10:00'],
  ['the pre-open', '2026-11-18 09:05', '2026-11-18 10:00'],
  ['the first minute of a session', '2026-11-18 09:15', '2026-11-18 09:15'],
  ['in session', '2026-11-18 13:20', '2026-11-18 13:20'],
  ['the last minute of continuous trading', '2026-11-18 15:29', '2026-11-18 15:29'],
  ['the closing auction', '2026-11-18 15:31', '2026-11-19 10:00'],
  ['a weekday after the close', '2026-11-19 19:00', '2026-11-20 10:00'],
  ['Friday evening', '2026-11-27 21:00', '2026-11-30 10:00'],
  ['Saturday', '2026-11-28 12:00', '2026-11-30 10:00'],
  ['Sunday night', '2026-11-29 23:59', '2026-11-30 10:00'],
  ['the day before a holiday, after the close', '2026-12-24 18:00', '2026-12-28 10:00'],
  ['a holiday', '2026-12-25 11:00', '2026-12-28 10:00'],
  ['a Sunday with a special session, before it', '2026-11-08 10:00', specialOf('2026-11-08')],
])('who starts the demo on %s begins in a running session: %s → %s', (_, start, begins) => {
  const at = beginAt(ist(start));
  expect(said(at)).toBe(begins);
  expect(phaseAt(new Date(at))).toBe('continuous');
});

/** A quarter into a session in the evening. */
function specialOf(day: string): string {
  const { open, close } = sessionOf(day, false)!;
  return said(open.getTime() + (close.getTime() - open.getTime()) / 4);
}

test('it runs at its speed, passes closed hours at once, and stands while it is held', () => {
  const from = { market: ist('2026-11-18 15:00'), wall: 0, speed: 1 };
  const minutes = (count: number, speed = 1) => said(axisAt({ ...from, speed }, count * 60_000));
  expect(minutes(10)).toBe('2026-11-18 15:10');
  expect(minutes(1, 10)).toBe('2026-11-18 15:10');
  const end = minutes(39);
  expect(end).toBe('2026-11-18 15:39');
  expect(minutes(40)).toBe('2026-11-19 10:00');
  expect(minutes(45)).toBe('2026-11-19 10:05');
  expect(minutes(24 * 60, 0)).toBe('2026-11-18 15:00');
  expect(said(axisAt(from, -3_600_000)), 'a wall clock that was set back').toBe('2026-11-18 15:00');
});

test('the next session is that of the next trading day', () => {
  expect(said(nextWake(ist('2026-11-18 10:30')))).toBe('2026-11-19 10:00');
  expect(said(nextWake(ist('2026-11-27 10:30')))).toBe('2026-11-30 10:00');
});

const aMoment = fc.integer({ min: Date.parse('2026-01-02T00:00:00Z'), max: Date.parse('2027-12-20T00:00:00Z') });

test('at any moment of two years it is in a session, and later never earlier', () => {
  fc.assert(
    fc.property(aMoment, fc.constantFrom(0, 1, 10, 60), fc.array(fc.integer({ min: 0, max: 20 * 3_600_000 }), { maxLength: 6 }), (start, speed, passes) => {
      const anchor = { market: beginAt(start), wall: 0, speed };
      let [wall, before] = [0, anchor.market];
      expect(before).toBeGreaterThanOrEqual(start);
      for (const pass of passes) {
        wall += pass;
        const now = axisAt(anchor, wall);
        expect(now).toBeGreaterThanOrEqual(before);
        expect(isTradingDay(istDay(new Date(now)))).toBe(true);
        expect(['continuous', 'auction', 'closed']).toContain(phaseAt(new Date(now)));
        before = now;
      }
    }),
    { numRuns: 100 },
  );
});
