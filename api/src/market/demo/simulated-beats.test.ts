import { expect, test } from 'vitest';
import { LiveMarket } from '../live-market.ts';
import { MarketTime } from '../market-time.ts';
import { pathCache } from './paths.ts';
import { SimulatedFeed } from './simulated-feed.ts';
import { SimulatedOptions } from './simulated-options.ts';

const SEED = 20_261_120;
const path = pathCache(SEED);
const feed = new SimulatedFeed(SEED, path);
const optionsAt = (now: string) => {
  const time = new MarketTime({ start: new Date(now), wall: () => 0 });
  const market = new LiveMarket({ feed, firstDay: '2023-11-20', onError: () => {}, time, wall: () => 0 });
  return { market, options: new SimulatedOptions(SEED, feed, market, path) };
};

test('a look shows what the chain of that moment shows, live or years later', async () => {
  for (const now of ['2026-11-20T05:07:00.000Z', '2026-11-20T10:00:00.000Z', '2025-03-12T06:00:00.000Z']) {
    const at = new Date(now);
    const [then, later] = [optionsAt(now), optionsAt('2026-11-20T11:00:00Z')];
    for (const symbol of ['NIFTY', 'RELIANCE']) {
      const [expiry] = await then.options.expiries(symbol, at);
      const chain = (await then.options.chain(symbol, expiry!, at))!;
      expect(chain.spot).toBe(then.market.quote(symbol)!.ltp);
      expect(await later.options.chain(symbol, expiry!, at)).toEqual(chain);
      const [beat] = await later.options.beats(symbol, new Date(at.getTime() - 1), at);
      expect(beat!.c).toBe(chain.spot);
      expect(beat!.quote({ type: 'FUT', strike: 0, expiry: expiry! })).toEqual({ bid: chain.future!.bid, ask: chain.future!.ask });
      for (const { strike, ce, pe } of chain.rows) {
        expect(beat!.quote({ type: 'CE', strike, expiry: expiry! })).toEqual({ bid: ce!.bid, ask: ce!.ask });
        expect(beat!.quote({ type: 'PE', strike, expiry: expiry! })).toEqual({ bid: pe!.bid, ask: pe!.ask });
      }
    }
  }
});

test('one look a minute from the first minute to the close of options, none while the market rests, and none twice', async () => {
  const { options } = optionsAt('2026-11-23T12:00:00Z');
  const day = await options.beats('NIFTY', new Date('2026-11-20T00:00:00Z'), new Date('2026-11-20T18:00:00Z'));
  // 09:15 to 15:40.
  expect(day).toHaveLength(385);
  expect([day[0]!.at.toISOString(), day[0]!.first, day.at(-1)!.at.toISOString(), day[1]!.first]).toEqual([
    '2026-11-20T03:46:00.000Z',
    true,
    '2026-11-20T10:10:00.000Z',
    false,
  ]);
  const cut = new Date('2026-11-20T06:00:00Z');
  const parts = [
    ...(await options.beats('NIFTY', new Date('2026-11-20T00:00:00Z'), cut)),
    ...(await options.beats('NIFTY', cut, new Date('2026-11-20T18:00:00Z'))),
  ];
  expect(parts.map(({ at, o, h, l, c }) => [at, o, h, l, c])).toEqual(day.map(({ at, o, h, l, c }) => [at, o, h, l, c]));
  for (const { o, h, l, c } of day) expect(l <= Math.min(o, c) && h >= Math.max(o, c)).toBe(true);
  expect(await options.beats('NIFTY', new Date('2026-11-24T00:00:00Z'), new Date('2026-11-24T18:00:00Z'))).toEqual([]);
  expect(await options.beats('ECLERX', new Date('2026-11-20T00:00:00Z'), cut)).toEqual([]);
  // Nobody quotes a contract after its last minute.
  expect(
    (await options.beats('NIFTY', new Date('2026-11-23T10:09:00Z'), new Date('2026-11-23T10:10:00Z')))[0]!.quote({
      type: 'CE',
      strike: 24_000,
      expiry: '2026-11-23',
    }),
  ).toBeNull();
});
