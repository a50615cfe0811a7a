import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { recordBar } from '@vimarsh/shared/domain/calls/equity/price-evidence.ts';
import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { python } from '../../platform/testing/python.testing.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { ImportedActions } from '../files/actions/imported-actions.store.ts';
import { FilesFeed } from '../files/files-feed.ts';
import { ImportedBans } from '../files/imported-bans.store.ts';
import { ImportedDays } from '../files/imported-days.store.ts';
import type { Bar, Listing } from '../market.ts';
import { DaysWithLive } from './days-with-live.ts';
import { LiveFeed } from './live-feed.ts';
import { LivePrices } from './live-prices.store.ts';
import type { Minute, Tick } from './price-line.ts';
import { refusal, StagedLine } from './staged-line.testing.ts';

const database = (await featureDatabase())[0]!;
const SYMBOLS = ['INFY', 'TCS'];
const INFY = { symbol: 'INFY', fno: true } as Listing;
/** Friday, 20 November 2026: these shares trade from 03:45 to 09:45 UTC, then in the closing auction. */
const at = (time: string): Date => new Date(`2026-11-20T${time}Z`);

let test_: TestPlatform;
let now: Date;
let minutesOfWall: number;
let line: StagedLine;
let feed: LiveFeed;
let onLine: readonly string[];
const warned: unknown[] = [];

beforeAll(async () => {
  test_ = await openPlatform({ database });
});
afterAll(() => test_.end());
beforeEach(async () => {
  await sql`truncate market_live_cover, market_live_holes, market_live_minutes, market_live_journal, market_live_spans, market_live_days, market_live_whole,
    market_live_differences, market_days, market_imports, market_files`.execute(test_.platform.db);
  minutesOfWall = 0;
  onLine = SYMBOLS;
  warned.length = 0;
  now = at('03:40:00');
  await start();
});

async function start(): Promise<void> {
  const { platform } = test_;
  const prices = new LivePrices(platform, 'kite');
  const days = new DaysWithLive(new ImportedDays(platform), prices);
  const stores = { days, actions: new ImportedActions(platform), bans: new ImportedBans(platform) };
  // Each look at the database for files is a minute later for it.
  const files = new FilesFeed(stores, SYMBOLS, { clock: () => 60_001 * minutesOfWall++, again: false });
  await files.refresh();
  feed = await LiveFeed.open({
    source: { id: 'kite', name: 'Zerodha Kite', licence: '', invented: false, needs: '' },
    prices,
    files,
    days,
    instruments: () => SYMBOLS.map((symbol) => ({ symbol, tradedAs: symbol, isin: '', fno: true })),
    now: () => now,
    historyPause: 50,
    line: (listener) => {
      line = new StagedLine(listener, onLine);
      return line;
    },
    log: { info: () => undefined, error: (words: unknown) => void warned.push(words), warn: (words: unknown) => void warned.push(words) } as never,
  });
  feed.start();
}

interface Sent extends Partial<Tick> {
  readonly price: number;
}
const tick = (symbol: string, { price, ...rest }: Sent): Tick => ({
  ...{ symbol, price, volume: null, day: null, previousClose: null, depth: null, at: now.getTime(), arrived: now.getTime() },
  ...rest,
});
/** Goes to a second, lets prices come in, and looks. */
async function second(time: string, sent: Readonly<Record<string, Sent>> = {}): Promise<Date | null> {
  now = at(time);
  line.send(Object.entries(sent).flatMap(([symbol, one]) => (onLine.includes(symbol) ? [tick(symbol, one)] : [])));
  return feed.refresh();
}
/** Lets the seconds between two times pass with heartbeats only. */
async function pass(from: string, to: string): Promise<void> {
  for (let time = at(from).getTime(); time <= at(to).getTime(); time += 1000) await second(new Date(time).toISOString().slice(11, 19));
}
const bars = async (from: string, to: string): Promise<Bar[]> => feed.bars(INFY, at(from), at(to));
const short = ({ start, end, o, h, l, c, resolution }: Bar): string =>
  `${start.toISOString().slice(11, 19)}-${end.toISOString().slice(11, 19)} ${[o, h, l, c].join(' ')}${resolution === 'second' ? '' : ` ${resolution}`}`;
const until = (symbol: string | null = 'INFY'): string => {
  const { until: known, because } = feed.complete(symbol, now);
  return `${known.toISOString().slice(11, 19)}${because ? ` ${because}` : ''}`;
};
const minute = (time: string, open: number, high: number, low: number, close: number): Minute => ({
  ...{ start: at(time).getTime(), open, high, low, close, volume: 100 },
});
/** Opens the day with prices of both shares and lets it come to a time. */
async function opened(to = '03:45:10'): Promise<void> {
  await second('03:44:59');
  await second('03:45:00', { INFY: { price: 1500 }, TCS: { price: 3900 } });
  if (to > '03:45:00') await pass('03:45:01', to);
}
const healed = async (): Promise<void> => {
  await feed.refresh();
  await vi.waitFor(async () => {
    await feed.refresh();
    expect(feed.complete(null, now).because).toBeNull();
  });
};

test('before the open nothing is missing; in the session a second is known three seconds after its end, and no bar is given before', async () => {
  await second('03:44:59');
  expect(until(null)).toBe('03:44:59');
  await second('03:45:00', { INFY: { price: 1500 }, TCS: { price: 3900 } });
  await second('03:45:01', { INFY: { price: 1501.5 } });
  await second('03:45:03');
  expect(until()).toBe('03:45:00');
  expect(await bars('03:44:00', '03:46:00')).toEqual([]);
  await second('03:45:05');
  expect(until()).toBe('03:45:02');
  expect((await bars('03:44:00', '03:46:00')).map(short)).toEqual(['03:45:00-03:45:01 1500 1500 1500 1500', '03:45:01-03:45:02 1500 1501.5 1500 1501.5']);
  expect(feed.standing(INFY, now)).toMatchObject({ running: true, bar: { day: '2026-11-20', c: 1501.5 } });
});

test('a second without a trade repeats the one before, and one before the first trade has no bar', async () => {
  await second('03:44:59');
  await second('03:45:00', { TCS: { price: 3900 } });
  await second('03:45:02', { INFY: { price: 1500 } });
  await pass('03:45:03', '03:45:07');
  expect((await bars('03:44:00', '03:46:00')).map(short)).toEqual(['03:45:02-03:45:03 1500 1500 1500 1500', '03:45:03-03:45:04 1500 1500 1500 1500']);
});

test('several prices within a second are all in its bar, and so is the day’s high that moved beyond what came in', async () => {
  await opened('03:45:01');
  now = at('03:45:02');
  for (const price of [1510, 1490, 1502]) line.send([tick('INFY', { price, day: { open: 1500, high: 1510, low: 1490 } })]);
  await second('03:45:03', { INFY: { price: 1503, day: { open: 1500, high: 1512, low: 1490 } } });
  await pass('03:45:04', '03:45:07');
  expect((await bars('03:45:02', '03:45:04')).map(short)).toEqual(['03:45:02-03:45:03 1500 1510 1490 1502', '03:45:03-03:45:04 1502 1512 1502 1503']);
});

test('a price that comes twice changes nothing; one out of order counts in its own second while that is not final', async () => {
  await opened('03:45:01');
  const newer = { price: 1505, volume: 20, at: at('03:45:03').getTime() };
  await second('03:45:03', { INFY: newer });
  await second('03:45:04', { INFY: newer });
  await second('03:45:04', { INFY: { price: 1400, volume: 10, at: at('03:45:02').getTime() } });
  await second('03:45:04', { INFY: { price: 1300, volume: 10, at: at('03:45:03').getTime() } });
  await pass('03:45:05', '03:45:08');
  expect((await bars('03:45:02', '03:45:05')).map(short)).toEqual([
    '03:45:02-03:45:03 1500 1500 1400 1400',
    '03:45:03-03:45:04 1400 1505 1300 1505',
    '03:45:04-03:45:05 1505 1505 1505 1505',
  ]);
});

test('a price that comes after its second was final counts in the first second that is not', async () => {
  await opened('03:45:10');
  const before = (await bars('03:44:00', '03:45:07')).map(short);
  await second('03:45:10', { INFY: { price: 1400, at: at('03:45:05').getTime() } });
  await pass('03:45:11', '03:45:14');
  expect((await bars('03:44:00', '03:45:07')).map(short)).toEqual(before);
  expect((await bars('03:45:07', '03:45:08')).map(short)).toEqual(['03:45:07-03:45:08 1500 1500 1400 1400']);
});

test('nothing after a gap is known before the minutes of the gap are, which are read as minutes', async () => {
  await opened('03:45:30');
  line.say('lost', 'Kite ended the connection.');
  now = at('03:45:40');
  await feed.refresh();
  expect(until(null)).toBe('03:45:27');
  await pass('03:45:41', '03:45:50');
  expect(until(null)).toBe('03:45:27 stale');
  now = at('03:47:10');
  line.say('open');
  await second('03:47:11', { INFY: { price: 1490 }, TCS: { price: 3890 } });
  await second('03:47:30', { INFY: { price: 1495 } });
  expect(until()).toBe('03:45:27 gap');
  expect(await bars('03:45:27', '03:48:00')).toEqual([]);
  line.past.set('INFY', [minute('03:45:00', 1500, 1508, 1499, 1507), minute('03:46:00', 1507, 1515, 1485, 1488), minute('03:47:00', 1488, 1496, 1480, 1496)]);
  line.past.set('TCS', [minute('03:45:00', 3900, 3900, 3900, 3900), minute('03:47:00', 3900, 3900, 3890, 3890)]);
  await pass('03:48:00', '03:48:06');
  await vi.waitFor(
    async () => {
      await feed.refresh();
      expect(until(null)).toBe('03:48:03');
    },
    { timeout: 10_000 },
  );
  expect((await bars('03:45:26', '03:47:13')).map(short)).toEqual([
    '03:45:26-03:45:27 1500 1500 1500 1500',
    '03:45:27-03:46:00 1500 1508 1499 1507 minute',
    '03:46:00-03:47:00 1507 1515 1485 1488 minute',
    // Of the third minute what came later was seen: neither its high nor its low, so both were in the missed part.
    '03:47:00-03:47:12 1488 1496 1480 1490 minute',
    '03:47:12-03:47:13 1490 1490 1490 1490',
  ]);
  expect(line.asked.length, 'nobody is asked each second for what is not there yet').toBeLessThan(12);
});

test('what a gap brought is told with the instant at which it began', async () => {
  await opened('03:45:30');
  line.say('lost');
  now = at('03:46:00');
  line.say('open');
  line.past.set('INFY', [minute('03:45:00', 1500, 1508, 1499, 1507)]);
  const told: (Date | null)[] = [];
  for (let n = 1; n < 20; n++) {
    told.push(await second(`03:46:${String(n).padStart(2, '0')}`));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(told).toContainEqual(at('03:45:27'));
});

test('where a share’s volume is the same before and after a gap nothing traded, and nobody is asked', async () => {
  await second('03:44:59');
  await second('03:45:00', { INFY: { price: 1500, volume: 70 }, TCS: { price: 3900, volume: 70 } });
  await pass('03:45:01', '03:45:30');
  line.say('lost');
  now = at('03:45:40');
  line.say('open');
  await second('03:45:41', { INFY: { price: 1500, volume: 70 }, TCS: { price: 3900, volume: 71 } });
  line.past.set('TCS', [minute('03:45:00', 3900, 3900, 3900, 3900)]);
  await pass('03:45:42', '03:46:10');
  await vi.waitFor(async () => {
    await feed.refresh();
    expect(until(null)).toBe('03:46:07');
  });
  expect(line.asked).toEqual(['TCS 03:45-03:46']);
  expect((await bars('03:45:30', '03:45:32')).map(short)).toEqual(['03:45:30-03:45:31 1500 1500 1500 1500', '03:45:31-03:45:32 1500 1500 1500 1500']);
});

test('a restart goes on where it was: same bars, same segment, and a gap from the last second that was stored', async () => {
  await opened('03:46:20');
  await second('03:46:21', { INFY: { price: 1502 } });
  await pass('03:46:22', '03:46:30');
  const before = { bars: (await bars('03:44:00', '03:46:27')).map(short), text: await feed.segment(INFY, '2026-11-20', 87, now) };
  expect(before.bars.length).toBe(87);
  now = at('03:46:40');
  await start();
  await pass('03:46:41', '03:46:50');
  expect(until()).toBe('03:46:27 gap');
  expect({ bars: (await bars('03:44:00', '03:46:50')).map(short), text: await feed.segment(INFY, '2026-11-20', 87, now) }).toEqual(before);
  line.past.set('INFY', [minute('03:46:00', 1500, 1502, 1500, 1502)]);
  line.past.set('TCS', [minute('03:46:00', 3900, 3900, 3900, 3900)]);
  await pass('03:46:51', '03:47:06');
  await vi.waitFor(async () => {
    await feed.refresh();
    expect(until(null)).toBe('03:47:03');
  });
});

test('what the database did not take does not count, and comes with the next try', async () => {
  await opened('03:45:10');
  await sql`alter table market_live_journal rename to market_live_journal_away`.execute(test_.platform.db);
  await expect(second('03:45:11', { INFY: { price: 1505 } }).then(() => second('03:45:16'))).rejects.toThrow();
  expect(until()).toBe('03:45:08');
  await sql`alter table market_live_journal_away rename to market_live_journal`.execute(test_.platform.db);
  await second('03:45:17');
  expect((await bars('03:45:11', '03:45:12')).map(short)).toEqual(['03:45:11-03:45:12 1500 1505 1500 1505']);
  now = at('03:45:20');
  await start();
  expect((await bars('03:45:11', '03:45:12')).map(short)).toEqual(['03:45:11-03:45:12 1500 1505 1500 1505']);
});

test('each bar is the last of the segment that the record names, whatever comes later', async () => {
  await opened('03:45:30');
  await second('03:45:31', { INFY: { price: 1502, day: { open: 1500, high: 1504, low: 1500 } } });
  await pass('03:45:32', '03:45:40');
  line.say('lost');
  now = at('03:46:30');
  line.say('open');
  await pass('03:46:31', '03:46:59');
  line.past.set('INFY', [minute('03:45:00', 1500, 1504, 1500, 1503), minute('03:46:00', 1503, 1506, 1498, 1500)]);
  line.past.set('TCS', [minute('03:46:00', 3900, 3900, 3900, 3900)]);
  await pass('03:47:00', '03:47:10');
  await healed();
  const all = await bars('03:44:00', '03:47:07');
  const named = await Promise.all(all.map((bar) => feed.sourceOf(INFY, bar)));
  await second('03:47:11', { INFY: { price: 1600, at: at('03:46:50').getTime() } });
  await pass('03:47:12', '03:48:20');
  const given: object[] = [];
  for (const [n, bar] of all.entries()) {
    const source = named[n]!;
    const seconds = Number(source.name.split('/').at(-1));
    const text = (await feed.segment(INFY, '2026-11-20', seconds, now))!;
    expect(createHash('sha256').update(text).digest('hex'), short(bar)).toBe(source.sha256);
    expect(text).toBe(canonicalJson(JSON.parse(text)));
    given.push({ source, bar: recordBar('INFY', bar), text });
  }
  expect(all.map(({ resolution }) => resolution)).toContain('minute');
  expect(verified(given)).toBe('');
  const [first, ...others] = given as { bar: { high: string } }[];
  expect(verified([{ ...first, bar: { ...first!.bar, high: '1600.00' } }, ...others])).toBe('the stretch of prices has another bar there');
  expect(await feed.segment(INFY, '2026-11-20', 10_000, now)).toBeNull();
});

/** The verdict of verify.py, written from docs/record-format.md alone, on bars and the segments that end with them. */
function verified(given: readonly object[]): string {
  const program = `import sys, json, verify
for one in json.load(sys.stdin):
    wrong = verify.segment_wrong(one['source'], one['bar'], one['text'].encode())
    if wrong: print(wrong)`;
  const folder = fileURLToPath(new URL('../../../../e2e/record', import.meta.url));
  return execFileSync(python(), ['-c', program], {
    cwd: folder,
    input: JSON.stringify(given),
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  }).trim();
}

test('a source whose clock is wrong counts for nothing until it is right again', async () => {
  await opened('03:45:10');
  for (let n = 11; n < 31; n++) await second(`03:45:${n}`, { INFY: { price: 1400, at: at(`03:45:${n}`).getTime() + 10_000 } });
  expect(until()).toBe('03:45:07 clock_skew');
  expect(feed.remarks()).toContain('The clocks of Zerodha Kite and of this server are 10 seconds apart.');
  for (let n = 31; n < 56; n++) await second(`03:45:${n}`, { INFY: { price: 1501 } });
  expect(until()).toBe('03:45:07 gap');
  line.past.set('INFY', [minute('03:45:00', 1500, 1501, 1500, 1501)]);
  line.past.set('TCS', [minute('03:45:00', 3900, 3900, 3900, 3900)]);
  await pass('03:45:56', '03:46:10');
  await healed();
  expect(Math.min(...(await bars('03:44:00', '03:46:07')).map(({ l }) => l))).toBe(1500);
});

test('a source that is late by more than the allowed is told, too', async () => {
  await opened('03:45:10');
  for (let n = 11; n < 56; n++) await second(`03:45:${n}`, { INFY: { price: 1501, at: at(`03:45:${n}`).getTime() - 8_000 } });
  expect(until()).toContain('clock_skew');
});

test('a share that stops trading while others go on is told as halted, and everything of it is known', async () => {
  await second('03:44:59');
  for (let n = 0; n < 40; n++)
    await second(new Date(at('03:45:00').getTime() + n * 1000).toISOString().slice(11, 19), {
      INFY: { price: 1500, volume: n + 1 },
      TCS: { price: 3900, volume: n + 1 },
    });
  for (let n = 1; n <= 11; n++) await second(`03:${45 + n}:30`, { TCS: { price: 3900, volume: 100 + n } });
  await second('03:56:40', { TCS: { price: 3900, volume: 200 } });
  expect(feed.complete('INFY', now)).toEqual({ until: at('03:56:37'), because: 'halt', since: at('03:45:39') });
  expect(until('TCS')).toBe('03:56:37');
});

const file = async (h: number): Promise<void> => {
  const row = {
    symbol: 'INFY',
    series: 'EQ',
    open: 1500,
    high: h,
    low: 1500,
    close: 1500,
    last: 1500,
    prev_close: 1490,
    volume: 10,
    turnover: 1,
    trades: 1,
    isin: '',
  };
  await new ImportedDays(test_.platform).store({
    day: '2026-11-20',
    layout: 'test',
    file_name: 'bhav.csv',
    sha256: 'f'.repeat(64),
    rows: [row, { ...row, symbol: 'TCS', open: 3900, high: 3900, low: 3900, close: 3900 }],
  });
};

/** The whole day, hour by hour: prices stand still. */
async function wholeDay(): Promise<void> {
  await opened('03:45:10');
  for (const time of ['05:00:00', '07:00:00', '09:00:00', '09:44:59', '09:56:00', '10:10:00', '10:10:20']) await second(time);
}

test('a day that is over stands as history until its file comes, and the file then has the last word in what is shown', async () => {
  await wholeDay();
  expect(until(null)).toBe('10:10:20');
  await feed.refresh();
  expect(await feed.history('INFY', '2026-11-01', '2026-11-30')).toMatchObject([{ day: '2026-11-20', o: 1500, h: 1500, c: 1500 }]);
  await file(1500);
  await feed.refresh();
  await feed.refresh();
  expect(feed.complete('INFY', now).because).toBeNull();
  expect((await feed.history('INFY', '2026-11-01', '2026-11-30'))[0]).toMatchObject({ prev_close: 1490 });
});

test('where the day’s file says otherwise that is told and listed, and nothing that calls were judged by changes', async () => {
  await wholeDay();
  const before = (await bars('03:44:00', '04:00:00')).map(short);
  await file(1555);
  await feed.refresh();
  expect(feed.complete('INFY', now)).toMatchObject({ because: 'correction' });
  expect(feed.complete('TCS', now).because).toBeNull();
  expect(feed.remarks()).toContain('The exchange’s file says otherwise than the prices that calls were judged by: INFY on 2026-11-20.');
  const { rows } = await sql`select symbol, field, live, file from market_live_differences`.execute(test_.platform.db);
  expect(rows).toEqual([{ symbol: 'INFY', field: 'high', live: 150_000, file: 155_500 }]);
  expect(warned).toContainEqual({ day: '2026-11-20', symbol: 'INFY', field: 'high', live: 1500, file: 1555 });
  expect((await bars('03:44:00', '04:00:00')).map(short)).toEqual(before);
  expect((await bars('03:44:00', '04:00:00')).length).toBe(900);
});

test('what the broker has no prices of is known by the day’s file alone, whose coming is told with the day', async () => {
  onLine = ['TCS'];
  await start();
  await wholeDay();
  expect(until('TCS')).toBe('10:10:20');
  expect(feed.complete('INFY', now)).toEqual({ until: new Date(0), because: 'late_file', since: null });
  expect(feed.remarks()).toEqual(['Zerodha Kite has no prices of INFY.']);
  await file(1555);
  expect(await feed.refresh()).toEqual(at('03:30:00'));
  expect(feed.complete('INFY', now)).toEqual({ until: now, because: null, since: null });
  expect((await bars('03:00:00', '10:10:00')).map(({ h, resolution }) => [h, resolution])).toEqual([[1555, 'day']]);
});

test('a gap that the broker’s history can’t fill any more is filled by the day’s file, as one long bar', async () => {
  await opened('03:45:30');
  line.say('refused', refusal.message);
  line.fault = refusal;
  now = new Date('2026-11-23T03:00:00Z');
  await feed.refresh();
  expect(feed.remarks()[0]).toContain('Kite refuses the key or the access token. No prices come in until there is a new one');
  expect(until()).toBe('03:45:27 gap');
  await file(1555);
  await feed.refresh();
  await vi.waitFor(async () => {
    await feed.refresh();
    expect(feed.complete('INFY', now)).toMatchObject({ until: now });
  }, 5000);
  expect((await bars('03:45:26', '10:00:00')).map(short)).toEqual(['03:45:26-03:45:27 1500 1500 1500 1500', '03:45:27-09:45:00 1500 1555 1500 1500 day']);
});
