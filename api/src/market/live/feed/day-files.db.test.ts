import { sql } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { at, StoredFeed, short } from './stored-feed.testing.ts';

const stage = await StoredFeed.open();
afterAll(() => stage.end());
beforeEach(() => stage.reset());

test('a day that is over stands as history until its file comes, and the file then has the last word in what is shown', async () => {
  await stage.wholeDay();
  expect(stage.until(null)).toBe('10:10:20');
  await stage.feed.refresh();
  expect(await stage.feed.history('INFY', '2026-11-01', '2026-11-30')).toMatchObject([{ day: '2026-11-20', o: 1500, h: 1500, c: 1500 }]);
  await stage.importFile(1500);
  await stage.feed.refresh();
  await stage.feed.refresh();
  expect(stage.feed.complete('INFY', stage.now).because).toBeNull();
  expect((await stage.feed.history('INFY', '2026-11-01', '2026-11-30'))[0]).toMatchObject({ prev_close: 1490 });
});

test('where the day’s file says otherwise that is told and listed, and nothing that calls were judged by changes', async () => {
  await stage.wholeDay();
  const before = (await stage.bars('03:44:00', '04:00:00')).map(short);
  await stage.importFile(1555);
  await stage.feed.refresh();
  expect(stage.feed.complete('INFY', stage.now)).toMatchObject({ because: 'correction' });
  expect(stage.feed.complete('TCS', stage.now).because).toBeNull();
  expect(stage.feed.remarks()).toContain('The exchange’s file says otherwise than the prices that calls were judged by: INFY on 2026-11-20.');
  const { rows } = await sql`select symbol, field, live, file from market_live_differences`.execute(stage.platform.db);
  expect(rows).toEqual([{ symbol: 'INFY', field: 'high', live: 150_000, file: 155_500 }]);
  expect(stage.warned).toContainEqual({ day: '2026-11-20', symbol: 'INFY', field: 'high', live: 1500, file: 1555 });
  expect((await stage.bars('03:44:00', '04:00:00')).map(short)).toEqual(before);
  expect((await stage.bars('03:44:00', '04:00:00')).length).toBe(900);
});

test('what the broker has no prices of is known by the day’s file alone, whose coming is told with the day', async () => {
  stage.onLine = ['TCS'];
  await stage.start();
  await stage.wholeDay();
  expect(stage.until('TCS')).toBe('10:10:20');
  expect(stage.feed.complete('INFY', stage.now)).toEqual({ until: new Date(0), because: 'late_file', since: null });
  expect(stage.feed.remarks()).toEqual(['Zerodha Kite has no prices of INFY.']);
  await stage.importFile(1555);
  expect(await stage.feed.refresh()).toEqual(at('03:30:00'));
  expect(stage.feed.complete('INFY', stage.now)).toEqual({ until: stage.now, because: null, since: null });
  expect((await stage.bars('03:00:00', '10:10:00')).map(({ h, resolution }) => [h, resolution])).toEqual([[1555, 'day']]);
});
