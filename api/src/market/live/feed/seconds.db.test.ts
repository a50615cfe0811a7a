import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { recordBar } from '@vimarsh/shared/domain/calls/equity/price-evidence.ts';
import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { python } from '../../../platform/testing/python.testing.ts';
import { at, INFY, minute, StoredFeed, short } from './stored-feed.testing.ts';

const stage = await StoredFeed.open();
afterAll(() => stage.end());
beforeEach(() => stage.reset());

test('before the open nothing is missing; in the session a second is known three seconds after its end, and no bar is given before', async () => {
  await stage.second('03:44:59');
  expect(stage.until(null)).toBe('03:44:59');
  await stage.second('03:45:00', { INFY: { price: 1500 }, TCS: { price: 3900 } });
  await stage.second('03:45:01', { INFY: { price: 1501.5 } });
  await stage.second('03:45:03');
  expect(stage.until()).toBe('03:45:00');
  expect(await stage.bars('03:44:00', '03:46:00')).toEqual([]);
  await stage.second('03:45:05');
  expect(stage.until()).toBe('03:45:02');
  expect((await stage.bars('03:44:00', '03:46:00')).map(short)).toEqual(['03:45:00-03:45:01 1500 1500 1500 1500', '03:45:01-03:45:02 1500 1501.5 1500 1501.5']);
  expect(stage.feed.standing(INFY, stage.now)).toMatchObject({ running: true, bar: { day: '2026-11-20', c: 1501.5 } });
});

test('a second without a trade repeats the one before, and one before the first trade has no bar', async () => {
  await stage.second('03:44:59');
  await stage.second('03:45:00', { TCS: { price: 3900 } });
  await stage.second('03:45:02', { INFY: { price: 1500 } });
  await stage.pass('03:45:03', '03:45:07');
  expect((await stage.bars('03:44:00', '03:46:00')).map(short)).toEqual(['03:45:02-03:45:03 1500 1500 1500 1500', '03:45:03-03:45:04 1500 1500 1500 1500']);
});

test('several prices within a second are all in its bar, and so is the day’s high that moved beyond what came in', async () => {
  await stage.opened('03:45:01');
  stage.now = at('03:45:02');
  for (const price of [1510, 1490, 1502]) stage.line.send([stage.tick('INFY', { price, day: { open: 1500, high: 1510, low: 1490 } })]);
  await stage.second('03:45:03', { INFY: { price: 1503, day: { open: 1500, high: 1512, low: 1490 } } });
  await stage.pass('03:45:04', '03:45:07');
  expect((await stage.bars('03:45:02', '03:45:04')).map(short)).toEqual(['03:45:02-03:45:03 1500 1510 1490 1502', '03:45:03-03:45:04 1502 1512 1502 1503']);
});

test('a price that comes twice changes nothing; one out of order counts in its own second while that is not final', async () => {
  await stage.opened('03:45:01');
  const newer = { price: 1505, volume: 20, at: at('03:45:03').getTime() };
  await stage.second('03:45:03', { INFY: newer });
  await stage.second('03:45:04', { INFY: newer });
  await stage.second('03:45:04', { INFY: { price: 1400, volume: 10, at: at('03:45:02').getTime() } });
  await stage.second('03:45:04', { INFY: { price: 1300, volume: 10, at: at('03:45:03').getTime() } });
  await stage.pass('03:45:05', '03:45:08');
  expect((await stage.bars('03:45:02', '03:45:05')).map(short)).toEqual([
    '03:45:02-03:45:03 1500 1500 1400 1400',
    '03:45:03-03:45:04 1400 1505 1300 1505',
    '03:45:04-03:45:05 1505 1505 1505 1505',
  ]);
});

test('a price that comes after its second was final counts in the first second that is not', async () => {
  await stage.opened('03:45:10');
  const before = (await stage.bars('03:44:00', '03:45:07')).map(short);
  await stage.second('03:45:10', { INFY: { price: 1400, at: at('03:45:05').getTime() } });
  await stage.pass('03:45:11', '03:45:14');
  expect((await stage.bars('03:44:00', '03:45:07')).map(short)).toEqual(before);
  expect((await stage.bars('03:45:07', '03:45:08')).map(short)).toEqual(['03:45:07-03:45:08 1500 1500 1400 1400']);
});

test('what the database did not take does not count, and comes with the next try', async () => {
  await stage.opened('03:45:10');
  await sql`alter table market_live_journal rename to market_live_journal_away`.execute(stage.platform.db);
  await expect(stage.second('03:45:11', { INFY: { price: 1505 } }).then(() => stage.second('03:45:16'))).rejects.toThrow();
  expect(stage.until()).toBe('03:45:08');
  await sql`alter table market_live_journal_away rename to market_live_journal`.execute(stage.platform.db);
  await stage.second('03:45:17');
  expect((await stage.bars('03:45:11', '03:45:12')).map(short)).toEqual(['03:45:11-03:45:12 1500 1505 1500 1505']);
  stage.now = at('03:45:20');
  await stage.start();
  expect((await stage.bars('03:45:11', '03:45:12')).map(short)).toEqual(['03:45:11-03:45:12 1500 1505 1500 1505']);
});

test('each bar is the last of the segment that the record names, whatever comes later', async () => {
  await stage.opened('03:45:30');
  await stage.second('03:45:31', { INFY: { price: 1502, day: { open: 1500, high: 1504, low: 1500 } } });
  await stage.pass('03:45:32', '03:45:40');
  stage.line.say('lost');
  stage.now = at('03:46:30');
  stage.line.say('open');
  await stage.pass('03:46:31', '03:46:59');
  stage.line.past.set('INFY', [minute('03:45:00', 1500, 1504, 1500, 1503), minute('03:46:00', 1503, 1506, 1498, 1500)]);
  stage.line.past.set('TCS', [minute('03:46:00', 3900, 3900, 3900, 3900)]);
  await stage.pass('03:47:00', '03:47:10');
  await stage.healed();
  const all = await stage.bars('03:44:00', '03:47:07');
  const named = await Promise.all(all.map((bar) => stage.feed.sourceOf(INFY, bar)));
  await stage.second('03:47:11', { INFY: { price: 1600, at: at('03:46:50').getTime() } });
  await stage.pass('03:47:12', '03:48:20');
  const given: object[] = [];
  for (const [n, bar] of all.entries()) {
    const source = named[n]!;
    const seconds = Number(source.name.split('/').at(-1));
    const text = (await stage.feed.segment(INFY, '2026-11-20', seconds, stage.now))!;
    expect(createHash('sha256').update(text).digest('hex'), short(bar)).toBe(source.sha256);
    expect(text).toBe(canonicalJson(JSON.parse(text)));
    given.push({ source, bar: recordBar('INFY', bar), text });
  }
  expect(all.map(({ resolution }) => resolution)).toContain('minute');
  expect(verified(given)).toBe('');
  const [first, ...others] = given as { bar: { high: string } }[];
  expect(verified([{ ...first, bar: { ...first!.bar, high: '1600.00' } }, ...others])).toBe('the stretch of prices has another bar there');
  expect(await stage.feed.segment(INFY, '2026-11-20', 10_000, stage.now)).toBeNull();
});

/** The verdict of verify.py, written from docs/record-format.md alone, on bars and the segments that end with them. */
function verified(given: readonly object[]): string {
  const program = `import sys, json, verify
for one in json.load(sys.stdin):
    wrong = verify.segment_wrong(one['source'], one['bar'], one['text'].encode())
    if wrong: print(wrong)`;
  const folder = fileURLToPath(new URL('../../../../../e2e/record', import.meta.url));
  return execFileSync(python(), ['-c', program], {
    cwd: folder,
    input: JSON.stringify(given),
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  }).trim();
}
