import { expect, test } from 'vitest';
import { addDays } from '../market/calendar.ts';
import {
  buildAppointment,
  closedDay,
  DEMO_SLOTS,
  dayName,
  demoTimeName,
  earliestDemoDay,
  firstOpenDay,
  isAhead,
  latestDemoDay,
  readAppointment,
  startOf,
} from './booking-days.ts';

const MONDAY = new Date('2026-11-16T06:00:00Z');

test.each([
  ['2026-11-16', 'early'],
  ['2026-11-17', 'early'],
  ['2026-11-18', ''],
  ['2026-11-21', 'weekend'],
  ['2026-11-22', 'weekend'],
  ['2026-11-23', ''],
  ['2026-11-24', 'holiday'],
  ['2026-11-31', 'no day'],
  ['2026-12-16', ''],
  ['2026-12-17', 'late'],
] as const)('on Monday the 16th a demo on %s: %s (S5-DEMO-01, S5-DEMO-02)', (day, closed) => expect(closedDay(day, MONDAY)).toBe(closed));

test('the first and the last day of demos are counted from India’s day, also after midnight', () => {
  const night = new Date('2026-11-15T20:00:00Z');
  expect([earliestDemoDay(night), latestDemoDay(night)]).toEqual(['2026-11-18', '2026-12-16']);
});

test('every Saturday and Sunday of a year is closed, and no other weekday for being one (S5-DEMO-02, S5-DEMO-A01)', () => {
  for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
    const name = new Date(`${day}T00:00:00Z`).getUTCDay();
    const closed = closedDay(day, new Date(`${addDays(day, -5)}T06:00:00Z`));
    expect(closed === 'weekend', day).toBe(name === 0 || name === 6);
  }
});

test.each([
  ['2026-11-16T18:29:59Z', '2026-11-18'],
  ['2026-11-16T18:30:00Z', '2026-11-19'],
  ['2026-11-16T20:00:00Z', '2026-11-19'],
])('at %s the earliest day counts from the day in India: %s (S5-DEMO-A02)', (now, earliest) => expect(earliestDemoDay(new Date(now))).toBe(earliest));

test.each([
  ['2026-11-16T06:00:00Z', '2026-11-18'],
  ['2026-11-19T06:00:00Z', '2026-11-23'],
  ['2026-11-22T06:00:00Z', '2026-11-25'],
])('at %s the first open day is %s', (now, day) => expect(firstOpenDay(new Date(now))).toBe(day));

test('the last day is 30 days ahead', () => expect(latestDemoDay(MONDAY)).toBe('2026-12-16'));

test('sixteen half hours from 10:00 to 18:00 (S5-DEMO-O01)', () => {
  expect(DEMO_SLOTS).toHaveLength(16);
  expect([DEMO_SLOTS[0], DEMO_SLOTS[1], DEMO_SLOTS.at(-1)]).toEqual(['10:00', '10:30', '17:30']);
});

test('an appointment is date plus time in IST (S3-DEMO-06, S3-DEMO-A01)', () => {
  const time = { date: '2030-01-08', slot: '10:30' };
  expect(buildAppointment(time)).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(buildAppointment(time)).toBe('2030-01-08 10:30');
  expect(readAppointment('2030-01-08 10:30')).toEqual(time);
  expect(startOf(time).toISOString()).toBe('2030-01-08T05:00:00.000Z');
});

test('between two slots of today only the later is ahead (S5-DEMO-07)', () => {
  const now = new Date('2026-11-18T05:15:00Z');
  expect(['10:30', '11:00'].filter((slot) => isAhead({ date: '2026-11-18', slot }, now))).toEqual(['11:00']);
});

test('days and times as they are read aloud', () => {
  expect(dayName('2026-11-25')).toBe('Wednesday, 25 November 2026');
  expect(demoTimeName({ date: '2026-11-25', slot: '10:30' })).toBe('Wednesday, 25 November 2026, 10:30 IST');
});
