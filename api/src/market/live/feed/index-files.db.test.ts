import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { Listing } from '../../market.ts';
import { refusal } from '../staged-line.testing.ts';
import { at, StoredFeed, short } from './stored-feed.testing.ts';

const NIFTY = { symbol: 'NIFTY', fno: true } as Listing;
const stage = await StoredFeed.open('NIFTY');
afterAll(() => stage.end());
beforeEach(() => stage.reset());

const history = () => stage.feed.history('NIFTY', '2026-11-01', '2026-11-30');
const FILE = { high: 24_000, low: 24_000, close: 24_000 };

test('the day’s file of index closes has the last word on an index, too: its close is an average of the end, not the last value', async () => {
  await stage.wholeDay();
  await stage.importFile(1500);
  await stage.feed.refresh();
  expect(await history()).toMatchObject([{ day: '2026-11-20', c: 24_000, prev_close: 24_000 }]);
  await stage.importIndex({ ...FILE, low: 23_980, close: 23_990.5 });
  await stage.feed.refresh();
  await stage.feed.refresh();
  expect(await history()).toEqual([{ day: '2026-11-20', o: 24_000, h: 24_000, l: 23_980, c: 23_990.5, v: 0, prev_close: 23_950.5 }]);
  stage.now = new Date('2026-11-23T02:00:00Z');
  await stage.feed.refresh();
  expect(stage.feed.base('NIFTY', '2026-11-23')).toBe(23_990.5);
  expect(stage.feed.standing(NIFTY, stage.now)).toMatchObject({ bar: { c: 23_990.5 }, running: false });
});

test('where it says otherwise than an index was seen, that is told and listed, and nothing that calls were judged by changes', async () => {
  await stage.wholeDay();
  const seen = async () => (await stage.feed.bars(NIFTY, at('03:44:00'), at('04:00:00'))).map(short);
  const before = await seen();
  await stage.importFile(1500);
  await stage.feed.refresh();
  await stage.importIndex({ ...FILE, high: 24_055.5 });
  await stage.feed.refresh();
  expect(stage.feed.complete('NIFTY', stage.now)).toMatchObject({ because: 'correction' });
  expect(stage.feed.complete('INFY', stage.now).because).toBeNull();
  expect(stage.feed.remarks()).toContain('The exchange’s file says otherwise than the prices that calls were judged by: NIFTY on 2026-11-20.');
  const { rows } = await sql`select symbol, field, live, file from market_live_differences`.execute(stage.platform.db);
  expect(rows).toEqual([{ symbol: 'NIFTY', field: 'high', live: 2_400_000, file: 2_405_550 }]);
  expect(await seen()).toEqual(before);
});

test('a gap of an index that the broker’s history can’t fill any more is filled by it, whichever file comes first', async () => {
  await stage.opened('03:45:30');
  stage.line.say('refused', refusal.message);
  stage.line.fault = refusal;
  stage.now = new Date('2026-11-23T03:00:00Z');
  await stage.importIndex({ ...FILE, high: 24_100 });
  await stage.feed.refresh();
  expect(stage.until('NIFTY')).toBe('03:45:27 gap');
  await stage.importFile(1555);
  await vi.waitFor(async () => {
    await stage.feed.refresh();
    expect(stage.feed.complete('NIFTY', stage.now)).toMatchObject({ until: stage.now });
  }, 5000);
  const bars = await stage.feed.bars(NIFTY, at('03:45:26'), at('10:00:00'));
  expect(bars.at(-1)).toMatchObject({ o: 24_000, h: 24_100, c: 24_000, resolution: 'day' });
});
