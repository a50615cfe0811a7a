import { afterAll, beforeEach, expect, test } from 'vitest';
import { at, minute, StoredFeed } from './stored-feed.testing.ts';

const stage = await StoredFeed.open();
afterAll(() => stage.end());
beforeEach(() => stage.reset());

test('a source whose clock is wrong counts for nothing until it is right again', async () => {
  await stage.opened('03:45:10');
  for (let n = 11; n < 31; n++) await stage.second(`03:45:${n}`, { INFY: { price: 1400, at: at(`03:45:${n}`).getTime() + 10_000 } });
  expect(stage.until()).toBe('03:45:07 clock_skew');
  expect(stage.feed.remarks()).toContain('The clocks of Zerodha Kite and of this server are 10 seconds apart.');
  for (let n = 31; n < 56; n++) await stage.second(`03:45:${n}`, { INFY: { price: 1501 } });
  expect(stage.until()).toBe('03:45:07 gap');
  stage.line.past.set('INFY', [minute('03:45:00', 1500, 1501, 1500, 1501)]);
  stage.line.past.set('TCS', [minute('03:45:00', 3900, 3900, 3900, 3900)]);
  await stage.pass('03:45:56', '03:46:10');
  await stage.healed();
  expect(Math.min(...(await stage.bars('03:44:00', '03:46:07')).map(({ l }) => l))).toBe(1500);
});

test('a source that is late by more than the allowed is told, too', async () => {
  await stage.opened('03:45:10');
  for (let n = 11; n < 56; n++) await stage.second(`03:45:${n}`, { INFY: { price: 1501, at: at(`03:45:${n}`).getTime() - 8_000 } });
  expect(stage.until()).toContain('clock_skew');
});

test('a share that stops trading while others go on is told as halted, and everything of it is known', async () => {
  await stage.second('03:44:59');
  for (let n = 0; n < 40; n++)
    await stage.second(new Date(at('03:45:00').getTime() + n * 1000).toISOString().slice(11, 19), {
      INFY: { price: 1500, volume: n + 1 },
      TCS: { price: 3900, volume: n + 1 },
    });
  for (let n = 1; n <= 11; n++) await stage.second(`03:${45 + n}:30`, { TCS: { price: 3900, volume: 100 + n } });
  await stage.second('03:56:40', { TCS: { price: 3900, volume: 200 } });
  expect(stage.feed.complete('INFY', stage.now)).toEqual({ until: at('03:56:37'), because: 'halt', since: at('03:45:39') });
  expect(stage.until('TCS')).toBe('03:56:37');
});
