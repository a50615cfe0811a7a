import { beforeEach, expect, test } from 'vitest';
import type { Listing } from '../market.ts';
import { LiveWorld } from './live-world.testing.ts';
import type { Tick } from './price-line.ts';

const INFY = { symbol: 'INFY', fno: true } as Listing;
/** Friday, 20 November 2026: these shares trade from 03:45 to 09:45 UTC. */
const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`);

let world: LiveWorld;
beforeEach(async () => {
  world = await LiveWorld.open(new Date(at('03:44:00')), [{ symbol: 'INFY', tradedAs: 'INFY', isin: '', fno: true }]);
});

/** A second later, with a price where one came. */
async function second(time: string, sent: Partial<Tick> | null = null): Promise<void> {
  world.now = new Date(at(time));
  const now = at(time);
  world.line.send(sent ? [{ symbol: 'INFY', price: 0, volume: null, day: null, previousClose: null, depth: null, at: now, arrived: now, ...sent }] : []);
  await world.feed.refresh();
}
const pass = async (from: string, to: string): Promise<void> => {
  for (let now = at(from); now <= at(to); now += 1000) await second(new Date(now).toISOString().slice(11, 19));
};
const bars = async (): Promise<string[]> =>
  (await world.feed.bars(INFY, new Date(at('03:44:00')), new Date(at('03:46:00')))).map(({ end, c }) => `${end.toISOString().slice(14, 19)} ${c}`);

test('a price counts in the second in which it was traded, where the broker tells', async () => {
  await second('03:44:59');
  await second('03:45:00', { price: 1500, tradedAt: at('03:45:00.100') });
  await second('03:45:02', { price: 1501, tradedAt: at('03:45:01.900') });
  // The orders moved, and the message tells the old price again.
  await second('03:45:03', { price: 1501, tradedAt: at('03:45:01.900') });
  await pass('03:45:04', '03:45:07');
  expect(await bars()).toEqual(['45:01 1500', '45:02 1501', '45:03 1501', '45:04 1501']);
});

test('the price of a day before is none of today, however late it is told', async () => {
  await second('03:44:59', { price: 1400, tradedAt: at('03:44:59') - 86_400_000 });
  await second('03:45:01', { price: 1400, tradedAt: at('03:45:01') - 86_400_000 });
  await pass('03:45:02', '03:45:05');
  expect(await bars()).toEqual([]);
  expect(world.feed.standing(INFY, world.now)).toBeNull();
});

test('a price that was traded before a second that is final counts in the first that is not', async () => {
  await second('03:44:59');
  await second('03:45:00', { price: 1500, tradedAt: at('03:45:00') });
  await pass('03:45:01', '03:45:10');
  await second('03:45:10', { price: 1450, tradedAt: at('03:45:02') });
  await pass('03:45:11', '03:45:13');
  expect((await bars()).filter((bar) => bar.endsWith('1450')).at(0)).toBe('45:08 1450');
});

test('orders that move without trades are no other clock', async () => {
  await second('03:44:59');
  for (let n = 0; n < 30; n++) await second('03:45:20', { price: 1500, tradedAt: at('03:45:00') });
  expect(world.feed.complete('INFY', world.now).because).not.toBe('clock_skew');
});
