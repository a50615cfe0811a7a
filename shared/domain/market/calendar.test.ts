import './past-years.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  addSessions,
  closingLabel,
  holidaysAfter,
  isTradingDay,
  istDay,
  istInstant,
  istTime,
  lastAnnouncedYear,
  lastSession,
  marketLabel,
  nextOpen,
  nextTradingDay,
  phaseAt,
  previousTradingDay,
  sessionOf,
  tradingDays,
} from './calendar.ts';

const at = (day: string, time: string): Date => istInstant(day, time);

test('IST is UTC+05:30 on both sides of midnight', () => {
  expect(istDay(new Date('2026-11-19T18:29:59.999Z'))).toBe('2026-11-19');
  expect(istDay(new Date('2026-11-19T18:30:00Z'))).toBe('2026-11-20');
  expect(istInstant('2026-11-23', '09:15').toISOString()).toBe('2026-11-23T03:45:00.000Z');
  expect(istTime(new Date('2026-11-23T03:45:00Z'))).toBe('09:15');
});

test.each([
  ['2026-11-20', true, 'a Friday'],
  ['2026-11-21', false, 'a Saturday'],
  ['2026-11-22', false, 'a Sunday'],
  ['2026-11-23', true, 'the Monday after'],
  ['2026-11-24', false, 'a holiday'],
  ['2026-11-10', false, 'a holiday'],
  ['2026-11-08', true, 'muhurat, a Sunday'],
  ['2026-02-01', true, 'the Budget, a Sunday'],
  ['2026-01-26', false, 'Republic Day'],
  ['2026-12-25', false, 'Christmas'],
  ['2025-10-21', true, 'muhurat in the afternoon'],
  ['2024-01-20', true, 'a Saturday session'],
  ['2015-02-28', true, 'the Budget, a Saturday'],
  ['2015-11-11', true, 'muhurat, a weekday'],
  ['2016-10-30', true, 'muhurat, a Sunday'],
  ['2019-04-29', false, 'an election in Mumbai'],
  ['2019-10-21', false, 'an election in Maharashtra'],
  ['2020-02-01', true, 'the Budget, a Saturday'],
  ['2020-04-10', false, 'Good Friday'],
  ['2020-11-14', true, 'muhurat, a Saturday'],
  ['2021-11-04', true, 'muhurat, a Thursday'],
  ['2021-11-05', false, 'Balipratipada'],
  ['2022-10-26', false, 'Balipratipada'],
  ['2027-01-26', false, 'Republic Day of a year that is not announced'],
  ['2028-08-15', false, 'Independence Day of a year that is not announced'],
  ['2027-03-22', true, 'a movable holiday of a year that is not announced'],
])('%s: trading %s (%s)', (day, open) => {
  expect(isTradingDay(day)).toBe(open);
});

test('days around a holiday', () => {
  expect(tradingDays('2026-11-20', '2026-11-25')).toEqual(['2026-11-20', '2026-11-23', '2026-11-25']);
  expect(tradingDays('2026-11-25', '2026-11-20')).toEqual([]);
  expect(nextTradingDay('2026-11-23')).toBe('2026-11-25');
  expect(previousTradingDay('2026-11-25')).toBe('2026-11-23');
  expect(addSessions('2026-11-20', 3)).toBe('2026-11-26');
});

describe('hours', () => {
  test.each([
    // day, F&O, continuous, end of the day's price, options
    ['2026-07-31', true, '09:15–15:30', '15:30', '15:30'],
    ['2026-07-31', false, '09:15–15:30', '15:30', '15:30'],
    ['2026-08-03', true, '09:15–15:15', '15:35', '15:40'],
    ['2026-08-03', false, '09:15–15:30', '15:30', '15:40'],
    ['2026-11-23', true, '09:15–15:15', '15:35', '15:40'],
    ['2026-11-23', false, '09:15–15:30', '15:30', '15:40'],
    ['2026-11-08', true, '18:00–19:00', '19:00', '19:00'],
    ['2020-02-01', true, '09:15–15:30', '15:30', '15:30'],
    ['2020-11-14', true, '18:15–19:15', '19:15', '19:15'],
    ['2025-10-21', false, '13:45–14:45', '14:45', '14:45'],
  ])('%s, F&O %s: %s, close final %s', (day, fno, continuous, end, options) => {
    const session = sessionOf(day, fno)!;
    expect(`${istTime(session.open)}–${istTime(session.close)}`).toBe(continuous);
    expect(istTime(session.end)).toBe(end);
    expect(istTime(session.optionsClose)).toBe(options);
  });

  test('a closed day has no session', () => {
    expect(sessionOf('2026-11-24', true)).toBeNull();
    expect(sessionOf('2026-11-22', false)).toBeNull();
  });

  test.each([
    // time, whole market, F&O stock (RELIANCE), other stock (RITES)
    ['08:59', 'closed', 'closed', 'closed'],
    ['09:00', 'preopen', 'preopen', 'preopen'],
    ['09:15', 'continuous', 'continuous', 'continuous'],
    ['15:14', 'continuous', 'continuous', 'continuous'],
    ['15:15', 'continuous', 'auction', 'continuous'],
    ['15:30', 'auction', 'auction', 'closed'],
    ['15:35', 'closed', 'closed', 'closed'],
    ['15:50', 'post', 'post', 'post'],
    ['16:00', 'closed', 'closed', 'closed'],
  ])('23 Nov 2026 %s: market %s, RELIANCE %s, RITES %s', (time, market, fno, other) => {
    expect([phaseAt(at('2026-11-23', time)), phaseAt(at('2026-11-23', time), true), phaseAt(at('2026-11-23', time), false)]).toEqual([market, fno, other]);
  });

  test('before August 2026 everything closed at 15:30 and post-close began at 15:40', () => {
    expect(phaseAt(at('2026-05-29', '15:20'), true)).toBe('continuous');
    expect(phaseAt(at('2026-05-29', '15:30'), true)).toBe('closed');
    expect(phaseAt(at('2026-05-29', '15:40'))).toBe('post');
  });
});

test('the text of the market chip', () => {
  expect(marketLabel(at('2026-11-20', '14:32'))).toBe('Open · closes 15:30');
  expect(marketLabel(at('2026-11-20', '19:25'))).toBe('Closed · opens Mon 23 Nov 09:15');
  expect(marketLabel(at('2026-11-23', '16:30'))).toBe('Closed · opens Wed 25 Nov 09:15');
  expect(marketLabel(at('2026-11-23', '08:00'))).toBe('Closed · opens Mon 23 Nov 09:15');
  expect(marketLabel(at('2026-11-23', '09:07'))).toBe('Pre-open · opens 09:15');
  expect(marketLabel(at('2026-11-23', '15:31'))).toBe('Closing auction · ends 15:35');
  expect(marketLabel(at('2026-11-23', '15:55'))).toBe('Post-close · ends 16:00');
  expect(marketLabel(at('2026-11-08', '12:00'))).toBe('Closed · opens Sun 8 Nov 18:00');
  expect(marketLabel(at('2026-11-08', '18:30'))).toBe('Open · closes 19:00');
});

test('the text with every closing time: since 3 August 2026 shares, those with futures, and options end at different times', () => {
  expect(closingLabel(at('2026-11-20', '14:32'))).toBe('Open · stocks close 15:30; those with futures 15:15, then an auction until 15:35; options 15:40');
  expect(closingLabel(at('2026-07-31', '14:32'))).toBe('Open · closes 15:30');
  expect(closingLabel(at('2026-11-20', '19:25'))).toBe(marketLabel(at('2026-11-20', '19:25')));
});

test('next open and last session', () => {
  expect(nextOpen(at('2026-11-23', '09:14')).toISOString()).toBe('2026-11-23T03:45:00.000Z');
  expect(nextOpen(at('2026-11-23', '09:15')).toISOString()).toBe('2026-11-25T03:45:00.000Z');
  expect(lastSession(at('2026-11-23', '09:14'), true).day).toBe('2026-11-20');
  expect(lastSession(at('2026-11-23', '09:15'), true).day).toBe('2026-11-23');
});

const files = '../shared/data/nse-eod';
test.skipIf(!existsSync(files))('agrees with every actual trading day of the exchange, where its files are available', { meta: { needs: files } }, () => {
  const fiveYears = readFileSync(`${files}/five-years/RELIANCE.csv`, 'utf8');
  const traded = fiveYears
    .split('\n')
    .map((line) => line.slice(0, 10))
    .filter((day) => /^20\d\d-/.test(day));
  expect(traded[0]! < '2020-11-01').toBe(true);
  expect(tradingDays(traded[0]!, traded.at(-1)!)).toEqual(traded);
  const bhavcopies = readdirSync(`${files}/bhavcopy`).map((name) => name.slice(0, 10));
  // 28 April was a session (the next file's previous closes show it), but its file is not there.
  expect(tradingDays(bhavcopies[0]!, bhavcopies.at(-1)!).filter((day) => day !== '2026-04-28')).toEqual(bhavcopies);
});

// As many days as the index has in each year.
test.each([
  ['2015', 248],
  ['2016', 247],
  ['2017', 248],
  ['2018', 246],
  ['2019', 245],
  ['2020', 252],
  ['2021', 248],
  ['2022', 248],
])('%s had %d sessions', (year, sessions) => {
  expect(tradingDays(`${year}-01-01`, `${year}-12-31`)).toHaveLength(sessions);
});

test('the next holidays are those announced; of later years the fixed ones, without weekends', () => {
  expect(lastAnnouncedYear()).toBe('2026');
  // 1 May and 15 August 2027 are a Saturday and a Sunday.
  expect(holidaysAfter('2026-11-20', 9)).toEqual(['2026-11-24', '2026-12-25', '2027-01-26', '2027-04-14']);
  expect(holidaysAfter('2025-12-25', 1)).toEqual(['2026-01-15']);
});

test('54 weekdays of 2019 to 2022 had no session, and five sessions were at other days or hours than the ordinary ones', () => {
  const closed: string[] = [];
  const special: string[] = [];
  for (let day = '2019-01-01'; day < '2023-01-01'; day = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)) {
    const weekend = [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
    if (!weekend && !isTradingDay(day)) closed.push(day);
    if (isTradingDay(day) && (weekend || sessionOf(day, false)!.post === null)) special.push(day);
  }
  expect(closed).toHaveLength(54);
  expect(special).toEqual(['2019-10-27', '2020-02-01', '2020-11-14', '2021-11-04', '2022-10-24']);
});
