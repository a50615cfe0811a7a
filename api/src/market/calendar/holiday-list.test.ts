import { declareCalendar, NOTHING_DECLARED } from '@vimarsh/shared/domain/market/calendar.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { declarationText } from './calendar-rows.ts';
import { type CalendarFile, isCalendarCsv, isHolidayList, readCalendarCsv, readHolidayList } from './holiday-list.ts';
import { readDeclaration } from './read-declaration.ts';

afterEach(() => declareCalendar(NOTHING_DECLARED));

const entry = (tradingDate: string, description = 'Holiday') => ({
  tradingDate,
  weekDay: 'Monday',
  description,
  Sr_no: 1,
  morning_session: null,
  evening_session: null,
});
const textsOf = ({ added }: CalendarFile): string[] => added.map(({ says }) => declarationText(says));

describe('NSE’s list of holidays', () => {
  test('is known by its entries, and nothing else is', () => {
    expect(isHolidayList({ CM: [entry('26-Jan-2027')], FO: [] })).toBe(true);
    for (const other of [null, [], {}, { CM: [] }, { records: { data: [] } }, { CM: [{ day: 1 }] }, [{ tradingDate: '26-Jan-2027' }]])
      expect(isHolidayList(other), JSON.stringify(other)).toBe(false);
  });

  test('closes weekdays that were open, names the year, and leaves other segments alone', () => {
    const list = readHolidayList({
      CM: [entry('26-Jan-2027', 'Republic  Day'), entry('22-Mar-2027', 'Holi'), entry('15-Aug-2027', 'Independence Day'), entry('01-May-2027')],
      CBM: [entry('19-Feb-2027')],
    });
    // 26 January was assumed; 15 August and 1 May are a Sunday and a Saturday.
    expect(textsOf(list)).toEqual(['holidays of 2027 are all declared', '2027-01-26 closed', '2027-03-22 closed']);
    expect(list).toMatchObject({ layout: 'NSE holiday list', day: '2027-01-26', read: 4 });
    expect(list.remarks).toEqual(['14 Apr 2027 was thought to be a holiday and is not in the list, so the market opens.']);
  });

  test('does not close a day with muhurat trading, and asks for its hours', () => {
    expect(textsOf(readHolidayList({ CM: [entry('08-Nov-2026', 'Diwali Laxmi Pujan*')] }))).toEqual(['holidays of 2026 are all declared']);
    expect(readHolidayList({ CM: [entry('26-Jan-2026')] }).remarks).toContain(
      '25 Dec 2026 is closed here and not in the list: if the market opens, npm run calendar -- open 2026-12-25 "<circular>".',
    );
    const next = readHolidayList({ CM: [entry('29-Oct-2027', 'Diwali Laxmi Pujan*')] });
    expect(textsOf(next)).toEqual(['holidays of 2027 are all declared', '2027-10-29 closed']);
    expect(next.remarks[0]).toBe(
      '29 Oct 2027 (Diwali Laxmi Pujan*) has muhurat trading: declare its hours when the circular says them: npm run calendar -- session 2027-10-29 18:00-19:00 "<circular>".',
    );
  });

  test('leaves open what somebody declared open since', () => {
    declareCalendar({ ...NOTHING_DECLARED, days: { '2027-03-22': 'open' } });
    const list = readHolidayList({ CM: [entry('22-Mar-2027', 'Holi')] });
    expect(textsOf(list)).toEqual(['holidays of 2027 are all declared']);
    expect(list.remarks).toContain('22 Mar 2027 stays open, as it was declared; the list names it (Holi).');
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no cash market', { FO: [entry('26-Jan-2027')] }, 'It has no list of the cash market (CM).'],
    ['a date that is none', { CM: [entry('26-01-2027')] }, 'Entry 1 of CM can’t be read: its tradingDate “26-01-2027” is not written as'],
    ['an entry that is none', { CM: [entry('26-Jan-2027'), null] }, 'Entry 2 of CM can’t be read: its tradingDate is empty.'],
    ['two years', { CM: [entry('26-Jan-2027'), entry('26-Jan-2026')] }, 'It names days of several years'],
    ['too many', { CM: Array.from({ length: 201 }, () => entry('26-Jan-2027')) }, 'It names 201 days'],
  ])('%s is refused', (_what, content, sentence) => {
    expect(() => readHolidayList(content)).toThrow(sentence);
  });
});

describe('our own list', () => {
  const csv = (...lines: string[]): string => ['date,session,reason', ...lines].join('\n');
  test('reads closures, ordinary and own hours with their reasons; what is so already is left out', () => {
    expect(isCalendarCsv(csv())).toBe(true);
    expect(isCalendarCsv('symbol,series,open')).toBe(false);
    const list = readCalendarCsv(
      csv(
        '2026-12-04,closed,"Mourning, NSE/CMTR/1"',
        '2026-12-05,open,Drill',
        '08-Nov-2026,18:15-19:15,Circular',
        '2026-12-25,closed,Christmas',
        '2026-11-23,open,As ever',
      ),
    );
    expect(textsOf(list)).toEqual(['2026-12-04 closed', '2026-12-05 open, ordinary hours', '2026-11-08 open 18:15–19:15, pre-open from 18:00']);
    expect(list.added[0]!.reason).toBe('Mourning, NSE/CMTR/1');
    expect(list.read).toBe(5);
  });

  test.each([
    ['no reason', '2026-12-04,closed,', 'Line 2 gives no reason'],
    ['no day', '2026-13-04,closed,x', 'Line 2 can’t be read: its date “2026-13-04”'],
    ['no session', '2026-12-04,half,x', 'The session in line 2 is neither closed nor open nor hours'],
    ['hours backwards', '2026-12-04,19:00-18:00,x', 'The session in line 2'],
    ['a day twice', '2026-12-04,closed,x\n2026-12-04,open,y', 'Line 3 repeats 2026-12-04.'],
    ['a long reason', `2026-12-04,closed,${'x'.repeat(301)}`, 'longer than 300 letters'],
  ])('%s is refused', (_what, lines, sentence) => {
    expect(() => readCalendarCsv(csv(lines))).toThrow(sentence);
  });
});

test.each<[string[], string, string]>([
  [['close', '2026-12-04', 'Day of', 'mourning'], '2026-12-04 closed', 'Day of mourning'],
  [['open', '2026-12-05'], '2026-12-05 open, ordinary hours', ''],
  [['session', '2027-10-29', '18:00-19:00', 'circular'], '2027-10-29 open 18:00–19:00, pre-open from 17:45', 'circular'],
  [['expiry', '2026-12-29', '2026-12-28', 'circular'], 'contracts of 2026-12-29 expire on 2026-12-28', 'circular'],
  [['withdraw', '3', 'wrong day'], 'row 3 is withdrawn', 'wrong day'],
])('%j declares: %s', ([what, ...words], text, reason) => {
  const { says, left } = readDeclaration(what!, words, {});
  expect([says && declarationText(says), left]).toEqual([text, reason]);
});

test('ordinary hours go on with those in force but for what is given', () => {
  const { says } = readDeclaration('hours', ['2027-03-01', '09:15-16:00', 'circular'], {
    post: '16:10-16:20',
    'auction-end': '16:05',
    'fno-close': '15:45',
    'options-close': '16:00',
  });
  expect(says && declarationText(says)).toBe(
    'hours from 2027-03-01: pre-open 09:00, 09:15–16:00, stocks with futures until 15:45 and an auction until 16:05, post-close 16:10–16:20, options until 16:00',
  );
});

test.each([
  ['close'],
  ['close', 'friday'],
  ['expiry', '2026-12-29', 'soon'],
  ['session', '2026-12-05', '24:00-25:00'],
  ['withdraw', 'x'],
  ['party', '2026-12-05'],
])('%j %j declares nothing', (what, ...words) => {
  expect(readDeclaration(what!, words as string[], {}).says).toBeNull();
});
