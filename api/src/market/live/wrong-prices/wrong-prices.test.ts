import { afterEach, describe, expect, test } from 'vitest';
import type { DayBar, Listing } from '../../market.ts';
import type { LiveInstrument } from '../live-instruments.ts';
import { LiveWorld } from '../live-world.testing.ts';
import type { Minute, Tick } from '../price-line.ts';

const INFY = { symbol: 'INFY', fno: true } as Listing;
/** Friday, 20 November 2026; these shares trade from 03:45 to 09:45 UTC. */
const OPEN = Date.parse('2026-11-20T03:45:00Z');
const YEARS = 3 * 365 * 86_400_000;

let world: LiveWorld;
afterEach(() => world.feed.stop());

type Sent = Partial<Tick> & { readonly price: number };
const tick = (symbol: string, now: number, { price, ...more }: Sent): Tick => ({
  ...{ symbol, price, volume: null, day: null, previousClose: null, depth: null, at: now, arrived: now },
  ...more,
});
async function second(of: number, sent: readonly Tick[] = []): Promise<void> {
  world.now = new Date(OPEN + of * 1000);
  world.line.send(sent);
  await world.feed.refresh();
}
async function begin(own: Partial<LiveInstrument> = {}, close: number | null = null): Promise<void> {
  world = await LiveWorld.open(
    new Date(OPEN - 300_000),
    ['INFY', 'TCS', 'ITC'].map((symbol) => ({ symbol, tradedAs: symbol, isin: '', fno: true, ...own })),
  );
  if (close !== null) world.importDay({ INFY: { day: '2026-11-19', o: close, h: close, l: close, c: close, v: 1, prev_close: close } });
  await second(-1);
}
/** Each second from the open to another, with a price of each share. */
async function play(to: number, sent: (second: number, now: number) => Partial<Record<'INFY' | 'TCS' | 'ITC', Sent>>): Promise<void> {
  for (let of = 0; of <= to; of++) {
    const now = OPEN + of * 1000;
    const each = { INFY: { price: 1500 }, TCS: { price: 3900 }, ITC: { price: 400 }, ...sent(of, now) };
    await second(
      of,
      Object.entries(each).map(([symbol, one]) => tick(symbol, now, one)),
    );
  }
}
const known = (symbol: string | null = 'INFY') => {
  const { until, because } = world.feed.complete(symbol, world.now);
  return [(until.getTime() - OPEN) / 1000, because];
};
const range = async (symbol = 'INFY'): Promise<number[]> => {
  const bars = await world.feed.bars({ ...INFY, symbol } as Listing, new Date(OPEN - 60_000), world.now);
  return [Math.min(...bars.map(({ l }) => l)), Math.max(...bars.map(({ h }) => h))];
};
const minute = (of: number, open: number, high = open, low = open, close = open, volume = 5): Minute => ({
  start: OPEN + of * 60_000,
  ...{ open, high, low, close, volume },
});

describe('a source whose times are behind while it says prices', () => {
  test.each([
    ['three years', YEARS],
    ['ten minutes', 600_000],
    ['eight seconds', 8000],
  ])('is another clock: by %s in mid session nothing counts from the last good second on', async (_, behind) => {
    await begin();
    await play(120, (of, now) => {
      const at = of > 30 ? now - behind : now;
      return { INFY: { price: of > 30 ? 1300 : 1500, at }, TCS: { price: 3900 + of, at }, ITC: { price: 400, at } };
    });
    const [until, because] = known();
    expect(because).toBe('clock_skew');
    expect(until).toBeGreaterThanOrEqual(27);
    expect(until).toBeLessThanOrEqual(31);
    expect(known(null)).toEqual([until, 'clock_skew']);
    expect(world.feed.remarks().join()).toContain(`are ${behind / 1000} seconds apart`);
  });

  test.each([YEARS, 600_000])('is so from the first price on: a day without a second that counts is not complete', async (behind) => {
    await begin();
    await play(120, (of, now) => {
      const at = now - behind;
      return { INFY: { price: 1500 - of, at }, TCS: { price: 3900, at }, ITC: { price: 400, at } };
    });
    expect(known()).toEqual([0, 'clock_skew']);
    expect(world.feed.remarks().join()).toContain('seconds apart');
    // After the close nobody can tell the clock any more, and the day is still not complete.
    for (const number of [25_000, 25_010, 25_020, 25_030]) {
      await second(number);
      await world.settled();
    }
    expect(known()[0]).toBe(0);
    world.importDay(
      Object.fromEntries(
        [
          ['INFY', 1500, 1380],
          ['TCS', 3900, 3900],
          ['ITC', 400, 400],
        ].map(([symbol, o, l]) => [symbol, { day: '2026-11-20', o, h: o, l, c: l, v: 1, prev_close: o } as DayBar]),
      ),
    );
    for (const later of [25_100, 25_110, 25_120]) {
      world.now = new Date(OPEN + later * 1000);
      await world.settled();
    }
    expect(known()[1]).toBeNull();
    expect(await range()).toEqual([1380, 1500]);
  });

  test('for a part of a day leaves no contradiction of the day’s file, which alone tells that part', async () => {
    await begin({}, 1500);
    await play(120, (of, now) => {
      const at = of > 30 ? now - YEARS : now;
      return { INFY: { price: of > 30 ? 1300 : 1500, at }, TCS: { price: 3900, at }, ITC: { price: 400, at } };
    });
    world.importDay({ INFY: { day: '2026-11-20', o: 1500, h: 1500, l: 1300, c: 1400, v: 1, prev_close: 1500 } });
    for (const number of [25_000, 25_010, 25_020]) {
      await second(number);
      await world.settled();
    }
    expect([known(), await range()]).toEqual([
      [25_020, null],
      [1300, 1500],
    ]);
    expect(world.feed.standing(INFY, world.now)?.bar).toMatchObject({ l: 1300 });
    world.imported();
    await world.settled();
    expect(known()).toEqual([25_020, null]);
  });

  test('is right again: what was missed comes from history', async () => {
    await begin();
    await play(200, (of, now) => {
      const at = of > 30 && of < 70 ? now - YEARS : now;
      return { INFY: { price: of > 30 && of < 70 ? 1300 : 1500, at }, TCS: { price: 3900, at }, ITC: { price: 400, at } };
    });
    const prices = { INFY: 1500, TCS: 3900, ITC: 400 };
    world.line.history = (symbol) =>
      [0, 1, 2, 3].map((of) => minute(of, prices[symbol as 'INFY'], prices[symbol as 'INFY'], symbol === 'INFY' ? 1450 : undefined));
    await second(210);
    await world.settled();
    expect(known()).toEqual([207, null]);
    expect(await range()).toEqual([1450, 1500]);
  });

  test('is that of an Upstox message whose prices were traded before today', async () => {
    await begin();
    await play(60, (of, now) => {
      const tradedAt = of > 30 ? now - YEARS : now;
      return { INFY: { price: 1500, tradedAt, volume: of }, TCS: { price: 3900, tradedAt, volume: of }, ITC: { price: 400, tradedAt, volume: of } };
    });
    expect(known()[1]).toBe('clock_skew');
  });

  test('is not one that repeats the last prices of before on connecting, nor one that repeats a rare share’s', async () => {
    await begin();
    await second(1, [tick('ITC', 0, { price: 399, at: OPEN - 70_000_000 })]);
    for (let of = 2; of < 60; of++) {
      const now = OPEN + of * 1000;
      await second(of, [tick('INFY', now, { price: 1500 }), tick('ITC', 0, { price: 399, at: OPEN - 70_000_000 })]);
    }
    expect([known(), known('ITC'), known(null), world.feed.remarks()]).toEqual([[56, null], [56, null], [56, null], []]);
  });
});

describe('one instrument whose times are wrong', () => {
  test.each([
    ['of 2106', () => 4_294_967_295_000],
    ['of three years ago', (now: number) => now - YEARS],
  ])('%s among others has a gap of its own, and holds up nobody', async (_, at) => {
    await begin();
    await play(60, (of, now) => ({ TCS: { price: 3900 + of, at: of > 5 ? at(now) : now } }));
    expect([known(), known('ITC'), known(null)]).toEqual([
      [57, null],
      [57, null],
      [57, null],
    ]);
    expect(known('TCS')).toEqual([2, 'gap']);
    expect(world.feed.remarks()).toEqual(['55 of today’s prices of Kite can’t be, by their time or their height, and count for nothing: TCS.']);
  });
});

describe('a price that can’t be', () => {
  const asked = () => world.line.asked.filter((each) => each.startsWith('INFY'));

  test.each([
    ['0.01', { price: 0.01 }],
    ['21 million', { price: 21_474_836.47 }],
    ['1e300', { price: 1e300 }],
    ['NaN', { price: Number.NaN }],
    ['a low of 0.01', { price: 1500, day: { open: 1490, high: 1510, low: 0.01 } }],
    ['a high of 21 million', { price: 1500, day: { open: 1490, high: 21_474_836.47, low: 1480 } }],
    ['a message that contradicts itself', { price: 1400, garbled: true }],
  ])('is none, its second is a gap, and history fills that: %s', async (_, sent) => {
    await begin({}, 1500);
    await play(60, (of) => (of === 20 ? { INFY: sent } : {}));
    expect(known()).toEqual([20, 'gap']);
    expect([known('TCS'), known(null)]).toEqual([
      [57, null],
      [57, null],
    ]);
    expect(world.feed.remarks()).toEqual(['1 of today’s prices of Kite can’t be, by their time or their height, and count for nothing: INFY.']);
    world.line.past.set('INFY', [minute(0, 1500, 1502, 1500, 1500)]);
    await second(70);
    const told = await world.settled();
    expect(asked()).toEqual(['INFY 03:45-03:46']);
    expect(told).toEqual(new Date(OPEN + 20_000));
    expect([known(), await range()]).toEqual([
      [67, null],
      [1500, 1502],
    ]);
  });

  test('leaves its share without a price to publish by until the gap is filled, and no other', async () => {
    await begin({}, 1500);
    await play(60, (of) => (of === 20 ? { INFY: { price: 0.01 } } : {}));
    world.importDay({ TCS: { day: '2026-11-19', o: 3900, h: 3900, l: 3900, c: 3900, v: 1, prev_close: 3900 } });
    await world.settled();
    const market = world.market((error) => expect.unreachable(String(error)));
    const fresh = async (symbol: string) => (await market.factsFor(symbol, world.now)).fresh;
    await market.beat();
    expect([await fresh('INFY'), await fresh('TCS')]).toEqual([false, true]);
    world.line.past.set('INFY', [minute(0, 1500)]);
    await second(70);
    await world.settled();
    await market.beat();
    expect(await fresh('INFY')).toBe(true);
  });

  test('is none beyond a fixed band, and one within it', async () => {
    await begin({ fno: false, band: 5 }, 1500);
    await play(30, (of) => ({ INFY: { price: of === 10 ? 1574 : of === 20 ? 1576 : 1500 } }));
    expect(known()).toEqual([20, 'gap']);
    expect(await range()).toEqual([1500, 1574]);
  });

  test('keeps its gap over a restart', async () => {
    await begin({}, 1500);
    await play(60, (of) => (of === 20 ? { INFY: { price: 0.01 } } : {}));
    await world.feed.stop();
    await world.start();
    expect(known()).toEqual([20, 'gap']);
  });

  test('may open a day on which the share was split, which is the open’s doubt to tell', async () => {
    await begin({}, 1500);
    await play(30, () => ({ INFY: { price: 300 } }));
    expect(known()).toEqual([0, 'doubt']);
    expect(world.feed.remarks()).toEqual([]);
  });

  test('of history fills nothing, and is told', async () => {
    await begin({}, 1500);
    await play(60, (of) => (of === 20 ? { INFY: { price: 0.01 } } : {}));
    for (const bad of [minute(0, 0.01, 1501, 1499, 1500), minute(0, 1500, 1501, 0.01, 1500), minute(0, 1500, 1501, 1499, 1500, -1), minute(0, 9e6, 9e6)]) {
      world.line.past.set('INFY', [bad, minute(1, 1500)]);
      world.now = new Date(world.now.getTime() + 10_000);
      await world.settled();
      expect([known(), (await range())[0]]).toEqual([[20, 'gap'], 1500]);
      expect(world.feed.remarks().join()).toContain('The history of Kite has minutes that can’t be, and that fill nothing, of INFY.');
    }
    world.line.past.set('INFY', [minute(0, 1500, 1501, 1499, 1500)]);
    world.now = new Date(world.now.getTime() + 10_000);
    await world.settled();
    expect(known()[1]).not.toBe('gap');
    expect(world.feed.remarks().join()).not.toContain('history');
  });

  test('is no close before either, and numbers of a day that has not begun are none', async () => {
    await begin({}, 1500);
    await play(10, (of) => ({ INFY: { price: 1500, volume: of, day: { open: -1, high: -1, low: -1 }, previousClose: -1 } }));
    expect(world.feed.standing(INFY, world.now)?.bar).toMatchObject({ o: 1500, h: 1500, l: 1500, prev_close: 1500 });
  });
});
