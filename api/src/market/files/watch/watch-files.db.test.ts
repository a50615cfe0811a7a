import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { declareCalendar, istInstant, NOTHING_DECLARED, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../../../platform/testing.ts';
import { CalendarStore } from '../../calendar/calendar.store.ts';
import { legacyFile, type SampleRow } from '../sample-files.testing.ts';
import type { Fetched } from './fetch-file.ts';
import { filePlaceOf } from './file-place.ts';
import { importInto } from './import-off-thread.ts';
import { createFileWatch, type FileWatch, type WatchParts } from './watch-files.ts';

const rowsOf = (days: number): SampleRow[] =>
  Array.from({ length: 30 }, (_, n) => ({ symbol: `S${n}`, o: 100 + days, h: 101 + days, l: 99 + days, c: 100 + days, prev: 99 + days }));
const ADDRESS = 'https://f.example/cm{date}.csv?key=secret';

describe.each(await featureDatabase())('files that come by themselves (%s)', (database) => {
  let opened: TestPlatform;
  let folder: string;
  let imports: string[];
  beforeAll(async () => {
    opened = await openPlatform({ database });
  });
  afterAll(() => opened.end());
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vimarsh-inbox-'));
    imports = [];
    await sql`truncate watched_files, file_looks, market_days, market_imports, market_files`.execute(opened.platform.db);
  });
  afterEach(async () => {
    declareCalendar(NOTHING_DECLARED);
    await rm(folder, { recursive: true, force: true });
  });

  const put = async (name: string, text: string): Promise<void> => {
    await writeFile(join(folder, name), text);
    await utimes(join(folder, name), new Date(), new Date(Date.now() - 60_000));
  };
  const watch = (parts: WatchParts = {}, places = [folder]): FileWatch =>
    createFileWatch(opened.platform, places.map(filePlaceOf), {
      stillMs: 20,
      importFile: (path) => {
        imports.push(path.split('/').at(-1)!);
        return importInto(opened.platform, path);
      },
      ...parts,
    });
  const remarks = async (of: FileWatch): Promise<readonly string[]> => {
    await of.readRemarks();
    return of.remarks();
  };
  const onFile = async (): Promise<string[]> =>
    (await sql<{ day: string }>`select day::text as day from market_imports order by day`.execute(opened.platform.db)).rows.map(({ day }) => day);

  test('a folder’s files are taken once, in their order, whoever looks, and again under another name they are the same', async () => {
    await put('cm04MAY2026bhav.csv', legacyFile('2026-05-04', rowsOf(0)));
    await put('cm05MAY2026bhav.csv', legacyFile('2026-05-05', rowsOf(1)));
    const one = watch();
    await one.look();
    await one.look();
    await watch().look();
    await put('2026-05-05.csv', legacyFile('2026-05-05', rowsOf(1)));
    await watch().look();
    expect(imports).toEqual(['cm04MAY2026bhav.csv', 'cm05MAY2026bhav.csv']);
    expect(await onFile()).toEqual(['2026-05-04', '2026-05-05']);
    expect(await remarks(one)).toEqual([]);
  });

  test('a file that is cut off is refused and said, until the whole one of its name comes', async () => {
    await put('a.csv', legacyFile('2026-05-04', rowsOf(0)).slice(0, -40));
    const one = watch();
    await one.look();
    await one.look();
    expect(imports).toEqual(['a.csv']);
    expect(await remarks(one)).toEqual([expect.stringMatching(/^FILES_FROM: a\.csv was refused \(CUT_OFF\): /)]);
    // On another node, too.
    expect(await remarks(watch())).toHaveLength(1);
    await put('a.csv', legacyFile('2026-05-04', rowsOf(0)));
    await one.look();
    expect(await onFile()).toEqual(['2026-05-04']);
    expect(await remarks(one)).toEqual([]);
  });

  test('five hundred refused files hide none that comes later, are not read again, and are counted', async () => {
    // Better names than the day's own, and newer.
    const junk = Array.from({ length: 500 }, (_, n) => `0001-2026-05-04-${String(n).padStart(3, '0')}.csv`);
    await Promise.all(junk.map((name) => writeFile(join(folder, name), name)));
    await put('z.csv', legacyFile('2026-05-29', rowsOf(0)));
    const one = watch({
      importFile: async (path) => {
        if (path.endsWith('z.csv')) return importInto(opened.platform, path);
        imports.push(path);
        return [{ line: 'refused', day: null, refused: { code: 'FOREIGN', sentence: 'It is none.' } }];
      },
    });
    await one.look();
    await one.look();
    expect(imports).toHaveLength(500);
    expect(await onFile()).toEqual(['2026-05-29']);
    const said = await remarks(one);
    expect([said.length, said.at(-1)]).toEqual([6, 'FILES_FROM: 495 more files were refused in the last seven days']);
  });

  test('nothing on file is corrected, and the file of a session that is declared afterwards is tried again by itself', async () => {
    await put('a.csv', legacyFile('2026-04-30', rowsOf(0)));
    await put(
      'b.csv',
      legacyFile(
        '2026-04-30',
        rowsOf(0).map((row) => ({ ...row, c: row.c + 0.5 })),
      ),
    );
    await put('c.csv', legacyFile('2026-05-02', rowsOf(1)));
    const one = watch();
    await one.look();
    expect(await remarks(one)).toEqual([
      expect.stringContaining('c.csv was refused (IMPLAUSIBLE): The calendar has no session on 2026-05-02'),
      expect.stringContaining('b.csv was refused (WOULD_CORRECT)'),
    ]);
    imports = [];
    await one.look();
    expect(imports).toEqual([]);
    const calendar = new CalendarStore(opened.platform);
    const [row] = await calendar.add([{ kind: 'open', day: '2026-05-02' }], { reason: 'drill', file: null, entered_by: 'ops' }, null);
    await one.look();
    expect(imports).toEqual(['b.csv', 'c.csv']);
    expect(await onFile()).toEqual(['2026-04-30', '2026-05-02']);
    expect(await remarks(one)).toHaveLength(1);
    await sql`truncate market_days, market_imports, market_files`.execute(opened.platform.db);
    await calendar.add([{ kind: 'withdraw', day: '2026-05-02', withdraws: row!.id }], { reason: 'for the next test', file: null, entered_by: 'ops' }, null);
  });

  test('a fault of the server refuses no file: it is said, the others are taken, and it is tried again', async () => {
    await put('a.csv', legacyFile('2026-05-04', rowsOf(0)));
    await put('b.csv', legacyFile('2026-05-05', rowsOf(1)));
    let fails = true;
    const one = watch({
      importFile: async (path) => {
        if (fails && path.endsWith('a.csv')) throw new Error('the connection was lost');
        return importInto(opened.platform, path);
      },
    });
    await one.look();
    expect(await onFile()).toEqual(['2026-05-05']);
    expect(await remarks(one)).toEqual(['FILES_FROM: a.csv could not be imported (the connection was lost)']);
    fails = false;
    await one.look();
    expect(await onFile()).toEqual(['2026-05-04', '2026-05-05']);
    expect(await remarks(one)).toEqual([]);
  });

  test('a file over which the server ended is not read again, but refused in a sentence; the others are taken', async () => {
    await put('a.csv', legacyFile('2026-05-04', rowsOf(0)));
    await put('b.csv', legacyFile('2026-05-05', rowsOf(1)));
    const ends = watch({
      importFile: (path) => {
        imports.push(`died of ${path.split('/').at(-1)}`);
        return new Promise(() => {});
      },
    });
    void ends.look();
    await vi.waitFor(() => expect(imports).toEqual(['died of a.csv']));
    expect(await remarks(watch())).toEqual([]);
    // An orderly end is none of the file's doing.
    await ends.leave();
    expect((await sql`select from watched_files`.execute(opened.platform.db)).rows).toEqual([]);
    imports = [];
    void watch({
      importFile: (path) => {
        imports.push(`died of ${path.split('/').at(-1)}`);
        return new Promise(() => {});
      },
    }).look();
    await vi.waitFor(() => expect(imports).toEqual(['died of a.csv']));
    const next = watch();
    await next.look();
    await watch().look();
    expect(imports).toEqual(['died of a.csv', 'b.csv']);
    expect(await onFile()).toEqual(['2026-05-05']);
    expect(await remarks(next)).toEqual([
      'FILES_FROM: a.csv was refused (UNREADABLE): The server ended while it was read, so it is not read again by itself: look into it, and import it by hand with npm run import.',
    ]);
  });

  test('a folder that can’t be read is said, and the other places are looked at all the same', async () => {
    await put('a.csv', legacyFile('2026-05-04', rowsOf(0)));
    const gone = join(folder, 'gone');
    const one = watch({}, [gone, folder]);
    await one.look();
    expect(await onFile()).toEqual(['2026-05-04']);
    expect(await remarks(one)).toEqual([expect.stringContaining(`FILES_FROM: the folder ${gone} can’t be read`)]);
    await mkdir(gone);
    await one.look();
    expect(await remarks(one)).toEqual([]);
  });

  describe('an address', () => {
    let asked: string[];
    let answer: (address: URL, into: string) => Promise<Fetched>;
    let clock: Date;
    const addressed = (): FileWatch =>
      watch(
        {
          now: () => clock,
          fetch: (address, into) => {
            asked.push(address.pathname);
            return answer(address, into);
          },
        },
        [ADDRESS],
      );
    const notYet = async (): Promise<Fetched> => ({ notYet: true });
    const brings = async (address: URL, into: string): Promise<Fetched> => {
      const name = address.pathname.slice(1);
      const day = `${name.slice(2, 6)}-${name.slice(6, 8)}-${name.slice(8, 10)}`;
      await writeFile(join(into, name), legacyFile(day, rowsOf(tradingDays('2026-04-29', day).length)));
      return { path: join(into, name) };
    };
    beforeEach(() => {
      asked = [];
    });

    test('is asked from after the close on, later and later, until the file is there, and then no more', async () => {
      const one = addressed();
      answer = brings;
      clock = istInstant('2026-05-05', '16:00');
      await one.look();
      expect(asked).toEqual(['/cm20260429.csv', '/cm20260430.csv', '/cm20260504.csv']);
      expect(await onFile()).toEqual(['2026-04-29', '2026-04-30', '2026-05-04']);

      asked = [];
      answer = notYet;
      clock = istInstant('2026-05-05', '16:15');
      const looks: number[] = [];
      for (let minute = 0; minute < 190; minute += 5) {
        const before = asked.length;
        await one.look();
        if (asked.length > before) looks.push(minute);
        clock = new Date(clock.getTime() + 5 * 60_000);
      }
      expect(new Set(asked)).toEqual(new Set(['/cm20260505.csv']));
      expect(looks[0]).toBe(0);
      expect(looks.length).toBeGreaterThanOrEqual(5);
      expect(looks.length).toBeLessThanOrEqual(9);
      expect(await remarks(one)).toEqual([]);
      clock = istInstant('2026-05-05', '19:31');
      expect((await remarks(one)).filter((line) => line.includes('2026-05-05'))).toEqual([
        'FILES_FROM: no file of 2026-05-05 from f.example: it is not there yet',
      ]);

      answer = brings;
      clock = istInstant('2026-05-05', '21:00');
      asked = [];
      await addressed().look();
      await one.look();
      expect(asked).toEqual(['/cm20260505.csv']);
      expect(await onFile()).toContain('2026-05-05');
      expect(await remarks(one)).toEqual([]);
      expect((await readdir(tmpdir())).filter((name) => name.startsWith('vimarsh-file-'))).toEqual([]);
    });

    test('that fails or brings what is no file is said without the key in it', async () => {
      clock = istInstant('2026-05-05', '17:00');
      answer = async () => ({ failed: 'it answered 500' });
      const one = addressed();
      await one.look();
      expect((await remarks(one)).at(-1)).toBe('FILES_FROM: no file of 2026-05-05 from f.example: it answered 500');
      answer = async (address, into) => {
        await writeFile(join(into, 'x.csv'), '<!doctype html><title>Please wait</title>');
        return { path: join(into, address.pathname.slice(1)).replace(/[^/]*$/, 'x.csv') };
      };
      clock = istInstant('2026-05-05', '18:30');
      await one.look();
      const said = await remarks(one);
      expect(said).toContain('FILES_FROM: no file of 2026-05-05 from f.example: its file was refused');
      expect(said.join()).not.toContain('secret');
      expect(imports).toEqual(['x.csv']);
    });
  });
});
