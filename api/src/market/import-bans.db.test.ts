import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../platform/testing.ts';
import { type ImportReport, isRefused } from './files/import-files.ts';
import { legacyFile } from './files/sample-files.testing.ts';
import { summaryLines } from './files/summary.ts';
import { type StagedMarket, stageMarket } from './staged-market.testing.ts';

const DAYS = ['2026-05-04', '2026-05-05', '2026-05-06'];
const NOW = new Date('2026-05-06T12:00:00Z');
const header = (date: string): string => `Securities in Ban For Trade Date ${date}:\n`;

describe.each(await featureDatabase())('ban lists on %s', (database) => {
  let test_: TestPlatform;
  let staged: StagedMarket;
  let folder: string;
  const take = async (name: string, text: string, more = {}): Promise<ImportReport> => {
    await writeFile(join(folder, name), text);
    return staged.take([join(folder, name)], { now: NOW, ...more });
  };
  const onFile = async () =>
    (
      await sql<{ day: string; symbols: string }>`
      select l.day::text as day, coalesce(string_agg(b.symbol, ',' order by b.symbol), '') as symbols
      from market_ban_lists l left join market_bans b on b.day = l.day group by l.day order by l.day`.execute(test_.platform.db)
    ).rows;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-bans-'));
    const files = DAYS.map((day) => join(folder, `${day}.csv`));
    const row = { symbol: 'HAL', o: 4500, h: 4550, l: 4450, c: 4500, prev: 4500 };
    for (const [at, path] of files.entries()) await writeFile(path, legacyFile(DAYS[at]!, [row, { ...row, symbol: 'ITC' }]));
    test_ = await openPlatform({ database, settings: { MARKET_FEED: 'replay', REPLAY_FROM: DAYS[0]! } });
    staged = await stageMarket(test_.platform, new Date('2026-05-05T04:30:00Z'), files);
  });
  afterAll(async () => {
    await test_?.end();
    await rm(folder, { recursive: true, force: true });
  });

  test('a list is taken in, seen by the running market within a minute, and the day before it is judged again', async () => {
    const revised: string[] = [];
    staged.market.onRevised((from) => revised.push(from.toISOString()));
    expect(staged.market.instrument('HAL')!.status).toBe('active');
    const report = await take('fo_secban_05052026.csv', `${header('05-MAY-2026')}1,HAL\n2,OLDCO\n`);
    expect(report.files).toMatchObject([{ day: '2026-05-05', layout: 'F&O ban list', read: 2, stored: 2, bans: ['HAL', 'OLDCO'] }]);
    const lines = summaryLines(report).join('\n');
    expect(lines).toContain('Under the F&O ban on 2026-05-05 by fo_secban_05052026.csv: HAL, OLDCO');
    expect(lines).toContain('Not listed here, so nothing is refused on it (fo_secban_05052026.csv): OLDCO');
    await staged.goTo(new Date('2026-05-05T04:32:00Z'));
    expect(staged.market.instrument('HAL')!.status).toBe('ban');
    expect(staged.market.instrument('ITC')!.status).toBe('active');
    expect(['2026-05-04', '2026-05-05', '2026-05-06'].map((day) => staged.market.banned('HAL', day))).toEqual([false, true, false]);
    expect(revised).toEqual(['2026-05-05T03:30:00.000Z']);
  });

  test('an empty list is one, and the same again changes nothing', async () => {
    const report = await take('fo_secban.csv', header('06-MAY-2026'));
    expect(report.files).toMatchObject([{ day: '2026-05-06', read: 0, stored: 0, corrected: 0 }]);
    expect(summaryLines(report).join('\n')).toContain('Under the F&O ban on 2026-05-06 by fo_secban.csv: no stock');
    expect(summaryLines(report).join('\n')).not.toContain('Nothing new');
    expect((await take('fo_secban.csv', header('06-MAY-2026'))).files).toMatchObject([{ corrected: 0 }]);
    expect((await take('again.csv', `${header('05-MAY-2026')}1,OLDCO\n2,HAL\n`)).files).toMatchObject([{ stored: 0, unchanged: 2, corrected: 0 }]);
    expect(await onFile()).toEqual([
      { day: '2026-05-05', symbols: 'HAL,OLDCO' },
      { day: '2026-05-06', symbols: '' },
    ]);
  });

  test.each([
    ['for a holiday', 'a.csv', `${header('01-MAY-2026')}1,HAL\n`, 'IMPLAUSIBLE', 'The market was closed on 2026-05-01.'],
    ['for a day next week', 'a.csv', `${header('11-MAY-2026')}1,HAL\n`, 'IMPLAUSIBLE', 'no list is known so early'],
    ['under another day’s name', 'fo_secban_04052026.csv', `${header('06-MAY-2026')}1,HAL\n`, 'IMPLAUSIBLE', 'Its name says 2026-05-04'],
    ['with a line of nonsense', 'a.csv', `${header('07-MAY-2026')}1,HAL\nnonsense\n`, 'BROKEN', 'Line 3 is no number and symbol.'],
    ['that says otherwise than the one on file', 'a.csv', `${header('05-MAY-2026')}1,HAL\n2,ITC\n`, 'WOULD_CORRECT', 'ITC ban no → yes, OLDCO ban yes → no'],
  ])('a list %s is refused and leaves nothing', async (_, name, text, code, why) => {
    const before = await onFile();
    const [file] = (await take(name, text)).files;
    expect(file && isRefused(file) ? { code: file.code, refused: file.refused } : file).toEqual({ code, refused: expect.stringContaining(why) });
    expect(await onFile()).toEqual(before);
  });

  test('with leave it is corrected, and the list of the next session may come on the evening before', async () => {
    expect((await take('a.csv', `${header('05-MAY-2026')}1,HAL\n2,ITC\n`, { mayCorrect: true })).files).toMatchObject([{ corrected: 2, unchanged: 1 }]);
    expect((await take('b.csv', `${header('07-MAY-2026')}1,ITC\n`)).files).toMatchObject([{ stored: 1 }]);
    await staged.goTo(new Date('2026-05-05T04:34:00Z'));
    expect(staged.market.instrument('ITC')!.status).toBe('ban');
    expect((await onFile()).map(({ symbols }) => symbols)).toEqual(['HAL,ITC', '', 'ITC']);
  });
});
