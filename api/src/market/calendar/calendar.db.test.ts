import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCalendar } from '@vimarsh/shared/contract/calendar/routes.ts';
import { declareCalendar, declaredCalendar, isTradingDay, NOTHING_DECLARED } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { type FileReport, importFiles, isRefused, storesIn } from '../files/import-files.ts';
import { legacyFile, type SampleRow } from '../files/sample-files.testing.ts';
import { summaryLines } from '../files/summary.ts';
import { CalendarStore } from './calendar.store.ts';
import type { Declaration } from './calendar-rows.ts';
import { calendarOfPage, openCalendar } from './open-calendar.ts';

const BY_HAND = { reason: 'NSE/CMTR/1', file: null, entered_by: 'ops' };
const close = (day: string): Declaration => ({ kind: 'close', day });
/** Enough rows to speak for a session, each going on from where it closed. */
const rowsOf = (days: number): SampleRow[] =>
  Array.from({ length: 30 }, (_, n) => ({ symbol: `S${n}`, o: 100 + days, h: 101 + days, l: 99 + days, c: 100 + days, prev: 99 + days }));

describe.each(await databases())('the calendar in %s', (database) => {
  let opened: TestPlatform;
  let store: CalendarStore;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-calendar-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const open = async (): Promise<void> => {
    opened = await openPlatform({ database });
    store = new CalendarStore(opened.platform);
  };
  afterEach(async () => {
    declareCalendar(NOTHING_DECLARED);
    await opened.end();
  });
  const take = async (name: string, text: string): Promise<FileReport> => {
    await writeFile(join(folder, name), text);
    const report = await importFiles(storesIn(opened.platform), [join(folder, name)], { now: new Date('2026-06-01T12:00:00Z') });
    return report.files[0]!;
  };
  const refusal = (file: FileReport): string => (isRefused(file) ? file.refused : 'taken');

  test('rows are added, all or none, withdrawn by another, and nothing is rewritten', async () => {
    await open();
    const [row] = await store.add([close('2026-12-04')], BY_HAND, null);
    expect(row).toMatchObject({ id: 1, says: close('2026-12-04'), reason: 'NSE/CMTR/1', entered_by: 'ops', file: null });
    await expect(store.add([close('2026-12-02'), close('2026-12-04')], BY_HAND, null)).rejects.toThrow('It is so already');
    expect(await store.latest()).toBe(1);
    await store.use();
    expect(isTradingDay('2026-12-04')).toBe(false);
    await store.add([{ kind: 'withdraw', day: '2000-01-01', withdraws: 1 }], BY_HAND, null);
    await store.use();
    expect(isTradingDay('2026-12-04')).toBe(true);
    await expect(store.add([{ kind: 'withdraw', day: '2000-01-01', withdraws: 1 }], BY_HAND, null)).rejects.toThrow('Row 1 is withdrawn already.');
    expect((await store.rows()).map(({ id, says }) => [id, says.kind, says.day])).toEqual([
      [1, 'close', '2026-12-04'],
      [2, 'withdraw', '2026-12-04'],
    ]);
    for (const change of [sql`update calendar_rows set reason = 'x'`, sql`delete from calendar_rows`])
      await expect(change.execute(opened.platform.db)).rejects.toThrow('append-only');
  });

  test('rows of every kind come back as they were declared', async () => {
    await open();
    const hours = {
      from: '2027-03-01',
      preopen: '09:00',
      open: '09:15',
      close: '16:00',
      fnoClose: '15:45',
      auctionEnd: null,
      post: ['16:10', '16:20'] as const,
      optionsClose: '16:00',
    };
    const all: Declaration[] = [
      close('2026-12-04'),
      { kind: 'open', day: '2026-12-05' },
      { kind: 'session', day: '2026-11-08', hours: { preopen: '18:00', open: '18:15', close: '19:15' } },
      { kind: 'hours', day: '2027-03-01', hours },
      { kind: 'year', day: '2027-01-01' },
      { kind: 'expiry', day: '2026-12-29', moved_to: '2026-12-28' },
    ];
    await store.add(all, { reason: 'list', file: { name: 'a.csv', sha256: 'ab' }, entered_by: null }, null);
    expect((await store.rows()).map(({ says }) => says)).toEqual(all);
    await store.use();
    expect(declaredCalendar()).toEqual({
      days: { '2026-12-04': 'closed', '2026-12-05': 'open', '2026-11-08': { preopen: '18:00', open: '18:15', close: '19:15' } },
      hours: [hours],
      years: ['2027'],
      expiries: { '2026-12-29': '2026-12-28' },
    });
    expect(readCalendar.data.safeParse(calendarOfPage(new Date('2026-12-01T04:00:00Z'))).success).toBe(true);
    expect(calendarOfPage(new Date('2026-12-01T04:00:00Z'))?.days).not.toHaveProperty('2026-11-08');
  });

  test('a server that runs takes up what a command declares, and is told from when on', async () => {
    await open();
    const calendar = await openCalendar(opened.platform, 50);
    const heard: string[] = [];
    calendar.onChanged((from) => void heard.push(from));
    await opened.platform.start();
    const asked = declaredCalendar();
    await store.add([close('2026-12-04')], BY_HAND, null);
    await expect.poll(() => heard, { timeout: 10_000, interval: 50 }).toEqual(['2026-12-04']);
    expect(isTradingDay('2026-12-04')).toBe(false);
    expect(declaredCalendar()).not.toBe(asked);
    await store.add([{ kind: 'withdraw', day: '2000-01-01', withdraws: 1 }, close('2026-12-07')], BY_HAND, null);
    await expect.poll(() => heard, { timeout: 10_000, interval: 50 }).toEqual(['2026-12-04', '2026-12-04']);
    expect([isTradingDay('2026-12-04'), isTradingDay('2026-12-07')]).toEqual([true, false]);
  });

  test('two at once: each row has its number, and the second sees the first', async () => {
    await open();
    const added = await Promise.allSettled([store.add([close('2026-12-04')], BY_HAND, null), store.add([close('2026-12-04')], BY_HAND, null)]);
    expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await Promise.all(['2026-12-02', '2026-12-03', '2026-12-07'].map((day) => store.add([close(day)], BY_HAND, null)));
    expect((await store.rows()).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  });

  test('NSE’s list is taken once, is the source of its rows, and what is on file can’t be closed', async () => {
    await open();
    const list = (...days: string[]): string =>
      JSON.stringify({ CM: days.map((tradingDate) => ({ tradingDate, weekDay: '', description: 'Holiday', Sr_no: 1 })), FO: [] });
    expect(await take('holidays.json', list('26-Jan-2027', '22-Mar-2027'))).toMatchObject({ layout: 'NSE holiday list', read: 2, stored: 2, unchanged: 0 });
    const [year, , row] = await store.rows();
    expect([year!.says.kind, row!.says]).toEqual(['year', close('2027-03-22')]);
    await store.use();
    expect(isTradingDay('2027-01-26')).toBe(false);
    expect(row!.file).toMatchObject({ name: 'holidays.json', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await take('holidays.json', list('26-Jan-2027', '22-Mar-2027'))).toMatchObject({ stored: 0, unchanged: 2 });
    expect(await store.latest()).toBe(3);

    expect(isRefused(await take('2026-04-30.csv', legacyFile('2026-04-30', rowsOf(0))))).toBe(false);
    expect(refusal(await take('own.csv', 'date,session,reason\n2026-04-29,closed,x\n2026-04-30,closed,y\n'))).toMatch(
      /^Files of 2026-04-30 are on file and calls are judged by them, so that day can’t be closed\.$/,
    );
    expect(await store.latest()).toBe(3);
    await expect(store.add([close('2026-04-30')], BY_HAND, null)).rejects.toThrow('Files of 2026-04-30 are on file');
  });

  test('a file of a Saturday whose rows speak for a session names the command; once declared it is taken, and the day is not missing', async () => {
    await open();
    await take('2026-04-30.csv', legacyFile('2026-04-30', rowsOf(0)));
    const saturday = legacyFile('2026-05-02', rowsOf(1));
    expect(refusal(await take('2026-05-02.csv', saturday))).toBe(
      'The calendar has no session on 2026-05-02, but prices go on from 2026-04-30: if the exchange traded, declare it: npm run calendar -- session 2026-05-02 09:15-15:30 "<circular>".',
    );
    await store.add([{ kind: 'session', day: '2026-05-02', hours: { preopen: '09:00', open: '09:15', close: '12:30' } }], BY_HAND, null);
    expect(refusal(await take('2026-05-02.csv', saturday))).toBe('taken');
    // 4 May is not on file until it is declared closed.
    const later = await take('2026-05-05.csv', legacyFile('2026-05-05', rowsOf(2)));
    expect(refusal(later)).toBe('taken');
    const missing = async (): Promise<readonly string[]> =>
      (await importFiles(storesIn(opened.platform), [join(folder, '2026-05-05.csv')], { now: new Date('2026-06-01T12:00:00Z') })).missing;
    expect(await missing()).toEqual(['2026-05-04']);
    await store.add([close('2026-05-04')], BY_HAND, null);
    expect(await missing()).toEqual([]);
  });

  test('an import says what a list declared and what is to be seen to', async () => {
    await open();
    const text = JSON.stringify({ CM: [{ tradingDate: '29-Oct-2027', description: 'Diwali Laxmi Pujan*' }] });
    await writeFile(join(folder, 'h.json'), text);
    const lines = summaryLines(await importFiles(storesIn(opened.platform), [join(folder, 'h.json')]));
    expect(lines).toContain('Calendar, h.json: 2027-10-29 closed (Diwali Laxmi Pujan*)');
    expect(lines.some((line) => line.includes('npm run calendar -- session 2027-10-29 18:00-19:00'))).toBe(true);
  });
});
