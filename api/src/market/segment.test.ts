import { createHash } from 'node:crypto';
import { canonicalJson } from '@vimarsh/shared/domain/calls/ledger.ts';
import { expect, test } from 'vitest';
import { pathCache } from './demo/paths.ts';
import { SimulatedFeed } from './demo/simulated-feed.ts';
import type { Listing } from './market.ts';

const feed = new SimulatedFeed(20261120, pathCache(20261120));
const INFY = { symbol: 'INFY', kind: 'equity', fno: true } as unknown as Listing;
const at = (time: string): Date => new Date(`2026-11-20T${time}.000Z`);

test('a bar of the feed is the last of the segment that the record names, whose text hashes to what stands there', async () => {
  const [bar] = await feed.bars(INFY, at('05:00:00'), at('05:00:01'));
  const source = (await feed.sourceOf(INFY, bar!))!;
  // 09:15 to 10:30:01 IST are 4501 seconds.
  expect(source).toMatchObject({ kind: 'segment', name: 'INFY/2026-11-20/4501' });
  const text = (await feed.segment(INFY, '2026-11-20', 4501, bar!.end))!;
  expect(createHash('sha256').update(text).digest('hex')).toBe(source.sha256);
  const { prices, ...rest } = JSON.parse(text) as { prices: number[] };
  expect(rest).toEqual({ day: '2026-11-20', from: '2026-11-20T03:45:00.000Z', step: 1, symbol: 'INFY' });
  expect(prices.length).toBe(4501);
  expect({ o: prices.at(-2), c: prices.at(-1) }).toEqual({ o: bar!.o, c: bar!.c });
  // The text is what canonical JSON says, and not only what this server writes.
  expect(text).toBe(canonicalJson(JSON.parse(text)));
});

test('the first second opens at its own price', async () => {
  const [bar] = await feed.bars(INFY, at('03:45:00'), at('03:45:01'));
  const source = (await feed.sourceOf(INFY, bar!))!;
  expect(source.name).toBe('INFY/2026-11-20/1');
  const { prices } = JSON.parse((await feed.segment(INFY, '2026-11-20', 1, bar!.end))!) as { prices: number[] };
  expect([bar!.o, bar!.h, bar!.l, bar!.c]).toEqual(Array.from({ length: 4 }, () => prices[0]));
});

test.each([
  ['what is not over yet', '2026-11-20', 4501, at('05:00:00')],
  ['a day without trading', '2026-11-21', 10, at('05:00:00')],
  ['nothing', '2026-11-20', 0, at('05:00:00')],
  ['more than a session', '2026-11-20', 30_000, at('14:00:00')],
])('%s is no segment', async (_what, day, seconds, now) => expect(await feed.segment(INFY, day, seconds, now)).toBeNull());
