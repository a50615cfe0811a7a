import { afterEach, describe, expect, test } from 'vitest';
import { SESSION_RULES } from './calendar.data.ts';
import {
  addSessions,
  declareCalendar,
  declaredCalendar,
  expiryOn,
  holidaysAfter,
  isTradingDay,
  istInstant,
  istTime,
  lastAnnouncedYear,
  lastSession,
  marketLabel,
  NOTHING_DECLARED,
  nextOpen,
  phaseAt,
  previousTradingDay,
  sessionOf,
  tradingDays,
  underCalendar,
} from './calendar.ts';

const at = istInstant;
const declare = (part: Partial<typeof NOTHING_DECLARED>): void => declareCalendar({ ...NOTHING_DECLARED, ...part });
afterEach(() => declareCalendar(NOTHING_DECLARED));

test('a closure declared the day before: no session, no phase, and everything counts over it', () => {
  expect(sessionOf('2026-12-04', true)).not.toBeNull();
  declare({ days: { '2026-12-04': 'closed' } });
  expect(isTradingDay('2026-12-04')).toBe(false);
  expect(sessionOf('2026-12-04', true)).toBeNull();
  expect(phaseAt(at('2026-12-04', '11:00'))).toBe('closed');
  expect(marketLabel(at('2026-12-04', '11:00'))).toBe('Closed · opens Mon 7 Dec 09:15');
  expect(marketLabel(at('2026-12-03', '18:00'))).toBe('Closed · opens Mon 7 Dec 09:15');
  expect(tradingDays('2026-12-03', '2026-12-07')).toEqual(['2026-12-03', '2026-12-07']);
  expect(previousTradingDay('2026-12-07')).toBe('2026-12-03');
  expect(addSessions('2026-12-02', 2)).toBe('2026-12-07');
  expect(nextOpen(at('2026-12-04', '08:00'))).toEqual(at('2026-12-07', '09:15'));
  expect(lastSession(at('2026-12-04', '12:00'), true).day).toBe('2026-12-03');
  expect(holidaysAfter('2026-11-24', 2)).toEqual(['2026-12-04', '2026-12-25']);
  declareCalendar(NOTHING_DECLARED);
  expect(sessionOf('2026-12-04', true)).not.toBeNull();
});

test('a special Saturday of the ordinary hours, and a holiday that is no holiday any more', () => {
  declare({ days: { '2026-12-05': 'open', '2026-12-25': 'open' } });
  expect(tradingDays('2026-12-04', '2026-12-07')).toEqual(['2026-12-04', '2026-12-05', '2026-12-07']);
  expect(istTime(sessionOf('2026-12-05', true)!.close)).toBe('15:15');
  expect(istTime(sessionOf('2026-12-05', true)!.optionsClose)).toBe('15:40');
  expect(holidaysAfter('2026-11-24', 1)).toEqual(['2027-01-26']);
  expect(marketLabel(at('2026-12-05', '10:00'))).toBe('Open · closes 15:30');
});

test('muhurat at the hours of the circular, and a shortened day', () => {
  expect(istTime(sessionOf('2026-11-08', false)!.open)).toBe('18:00');
  declare({
    days: { '2026-11-08': { preopen: '18:00', open: '18:15', close: '19:15' }, '2026-12-04': { preopen: '09:00', open: '09:15', close: '11:30' } },
  });
  const muhurat = sessionOf('2026-11-08', true)!;
  expect([muhurat.preopen, muhurat.open, muhurat.close, muhurat.end, muhurat.optionsClose].map(istTime)).toEqual(['18:00', '18:15', '19:15', '19:15', '19:15']);
  expect(phaseAt(at('2026-12-04', '11:29'), true)).toBe('continuous');
  expect(phaseAt(at('2026-12-04', '11:30'), true)).toBe('closed');
  expect(marketLabel(at('2026-12-04', '10:00'))).toBe('Open · closes 11:30');
});

test('hours from a date on stand beside those of the release, and one of the same date stands for it', () => {
  const rule = { ...SESSION_RULES.at(-1)!, from: '2027-03-01', close: '16:00', fnoClose: '15:45', auctionEnd: '16:05', post: ['16:10', '16:20'] as const };
  declare({ hours: [rule] });
  expect(istTime(sessionOf('2027-02-26', false)!.close)).toBe('15:30');
  expect(istTime(sessionOf('2027-03-01', false)!.close)).toBe('16:00');
  expect(istTime(sessionOf('2027-03-01', true)!.end)).toBe('16:05');
  declare({ hours: [{ ...rule, from: '2026-08-03' }] });
  expect(istTime(sessionOf('2026-08-03', false)!.close)).toBe('16:00');
  expect(istTime(sessionOf('2026-07-31', false)!.close)).toBe('15:30');
});

test('of a year whose list is declared no holiday is assumed', () => {
  expect(isTradingDay('2027-01-26')).toBe(false);
  declare({ years: ['2027'], days: { '2027-03-22': 'closed' } });
  expect(lastAnnouncedYear()).toBe('2027');
  expect(isTradingDay('2027-01-26')).toBe(true);
  expect(isTradingDay('2027-03-22')).toBe(false);
  expect(isTradingDay('2028-01-26')).toBe(false);
});

test('contracts expire on the trading day before a closure, or where a circular puts them', () => {
  expect(expiryOn('2026-11-24')).toBe('2026-11-23');
  expect(expiryOn('2026-12-29')).toBe('2026-12-29');
  declare({ days: { '2026-12-29': 'closed' } });
  expect(expiryOn('2026-12-29')).toBe('2026-12-28');
  declare({ days: { '2026-12-29': 'closed' }, expiries: { '2026-12-29': '2026-12-30' } });
  expect(expiryOn('2026-12-29')).toBe('2026-12-30');
});

test('another calendar is read and the one in use stays, also where reading fails', () => {
  declare({ days: { '2026-12-04': 'closed' } });
  const inUse = declaredCalendar();
  expect(underCalendar(NOTHING_DECLARED, () => isTradingDay('2026-12-04'))).toBe(true);
  expect(() => underCalendar(NOTHING_DECLARED, () => expect.unreachable('no'))).toThrow();
  expect(declaredCalendar()).toBe(inUse);
  expect(sessionOf('2026-12-04', false)).toBeNull();
});

describe.each(['America/New_York', 'Pacific/Kiritimati', 'Asia/Kolkata'])('a machine in %s', (zone) => {
  const before = process.env.TZ;
  afterEach(() => {
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
  });
  test('has the same days and hours', () => {
    process.env.TZ = zone;
    declare({ days: { '2026-12-04': 'closed', '2026-12-05': { preopen: '00:00', open: '00:15', close: '23:45' } } });
    expect(tradingDays('2026-12-02', '2026-12-08')).toEqual(['2026-12-02', '2026-12-03', '2026-12-05', '2026-12-07', '2026-12-08']);
    expect(sessionOf('2026-12-05', false)!.open.toISOString()).toBe('2026-12-04T18:45:00.000Z');
    expect(marketLabel(new Date('2026-12-04T18:44:59Z'))).toBe('Pre-open · opens 00:15');
  });
});
