import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bar, Listing } from '../../market.ts';
import type { SentTick } from '../broker-stand-in.testing.ts';
import { LiveWorld } from '../live-world.testing.ts';
import { UpstoxStandIn } from './stand-in.testing.ts';
import { UpstoxLine } from './upstox-line.ts';

/** Friday, 20 November 2026: these shares trade from 03:45 to 09:45 UTC. */
const at = (time: string): number => Date.parse(`2026-11-20T${time}Z`);
const INFY = { symbol: 'INFY', fno: true } as Listing;
const SYMBOLS = ['INFY', 'NIFTY'];

let upstox: UpstoxStandIn;
let world: LiveWorld;
/** Messages that came in. */
let received: number;

beforeEach(async () => {
  upstox = await new UpstoxStandIn(SYMBOLS).start();
  received = 0;
  world = new LiveWorld(
    new Date(at('03:40:00')),
    SYMBOLS.map((symbol) => ({ symbol, tradedAs: symbol, isin: '', fno: true })),
  );
  upstox.clock = () => world.now.getTime();
  world.lineTo = (listener, trading, instruments) =>
    new UpstoxLine({
      ...{ accessToken: () => 'token-of-today', now: () => world.now, httpUrl: upstox.httpUrl, listsUrl: upstox.listsUrl, trading, instruments },
      timing: { firstPause: 10, longestPause: 50, betweenHistory: 1, random: () => 1 },
      listener: {
        ...listener,
        alive: (arrived) => {
          received++;
          listener.alive(arrived);
        },
      },
    });
  await world.start();
});
afterEach(async () => {
  await world.feed.stop();
  await upstox.close();
});

const connected = (connections: number): Promise<void> =>
  vi.waitFor(() => expect([upstox.connections, upstox.subscribed.size]).toEqual([connections, SYMBOLS.length]), { timeout: 5000 });
const priceOf = (symbol: string, price: number): SentTick => ({ symbol, price, volume: received + 1, at: world.now.getTime() / 1000 });

/** Goes to a second of the market, lets prices come in, and looks. */
async function second(time: number, ...sent: [symbol: string, price: number][]): Promise<void> {
  world.now = new Date(time);
  const before = received;
  upstox.send(sent.map(([symbol, price]) => priceOf(symbol, price)));
  await vi.waitFor(() => expect(received).toBeGreaterThan(before), { interval: 2 });
  await world.feed.refresh();
}
async function pass(from: string, to: string, price: (second: number) => number): Promise<void> {
  for (let now = at(from), n = 0; now <= at(to); now += 1000, n++) await second(now, ['INFY', price(n)], ['NIFTY', 24_000]);
}
const until = (symbol: string | null = null): string => {
  const { until: known, because } = world.feed.complete(symbol, world.now);
  return `${known.toISOString().slice(11, 19)}${because ? ` ${because}` : ''}`;
};
const bars = async (from: string, to: string): Promise<string[]> =>
  (await world.feed.bars(INFY, new Date(at(from)), new Date(at(to)))).map(
    ({ start, end, o, h, l, c }: Bar) => `${start.toISOString().slice(14, 19)}-${end.toISOString().slice(14, 19)} ${[o, h, l, c].join(' ')}`,
  );
const history = (symbol: string, ...minutes: [time: string, o: number, h: number, l: number, c: number][]): void =>
  upstox.history(
    symbol,
    minutes.map(([time, o, h, l, c]) => ({ start: new Date(at(time)), o, h, l, c, v: 100 })),
  );

test('a connection gives seconds, a lost one a gap, and nothing after it is known before history has filled it', async () => {
  await connected(1);
  await pass('03:44:58', '03:45:20', (n) => 1500 + n);
  expect(until()).toBe('03:45:17');
  expect((await bars('03:44:00', '03:45:17')).slice(0, 2)).toEqual(['45:00-45:01 1502 1502 1502 1502', '45:01-45:02 1502 1503 1502 1503']);

  // A minute is missed, in which the share fell and rose again; the next connection begins with its last trade.
  world.now = new Date(at('03:45:21'));
  upstox.subscribed.clear();
  upstox.cut();
  world.now = new Date(at('03:46:30'));
  upstox.clock = () => at('03:46:30');
  upstox.send([{ symbol: 'INFY', price: 1510, volume: 900, at: at('03:46:28') / 1000 }]);
  upstox.clock = () => world.now.getTime();
  await connected(2);
  await pass('03:46:31', '03:46:40', () => 1511);
  expect(until()).toBe('03:45:17 gap');
  expect(await bars('03:45:17', '03:46:40')).toEqual([]);
  history('INFY', ['03:45:00', 1500, 1525, 1450, 1460], ['03:46:00', 1460, 1512, 1455, 1512]);
  history('NIFTY', ['03:45:00', 24_000, 24_000, 24_000, 24_000], ['03:46:00', 24_000, 24_000, 24_000, 24_000]);
  await pass('03:47:00', '03:47:10', () => 1512);
  await vi.waitFor(async () => {
    await world.feed.refresh();
    expect(until()).toBe('03:47:07');
  });
  expect(await bars('03:45:16', '03:46:34')).toEqual([
    '45:16-45:17 1517 1518 1517 1518',
    '45:17-46:00 1518 1525 1450 1460',
    '46:00-46:32 1460 1512 1455 1511',
    '46:32-46:33 1511 1511 1511 1511',
    '46:33-46:34 1511 1511 1511 1511',
  ]);
  expect(upstox.asked.filter((path) => path.includes('/intraday/')).length).toBeLessThan(20);
});

test('messages that come twice, late or in another order, and one that can’t be read, make no other prices', async () => {
  await connected(1);
  await pass('03:44:58', '03:45:05', () => 1500);
  upstox.twice = 1;
  await second(at('03:45:06'), ['INFY', 1501]);
  upstox.holds = true;
  world.now = new Date(at('03:45:07'));
  upstox.send([priceOf('INFY', 1502)]);
  world.now = new Date(at('03:45:08'));
  upstox.send([priceOf('INFY', 1503)]);
  upstox.release([1, 0]);
  await pass('03:45:09', '03:45:14', () => 1503);
  const closes = (await bars('03:45:05', '03:45:12')).map((bar) => Number(bar.split(' ').at(-1)));
  expect([closes[1], ...closes.slice(3)]).toEqual([1501, 1503, 1503, 1503]);
  // Prices of a message that can't be read were not seen: the stretch is history's to tell.
  upstox.raw(Buffer.from([0xff, 0xff, 0xff]));
  await pass('03:45:15', '03:45:25', () => 1504);
  expect(world.feed.remarks().join(' ')).toContain('1 of today’s messages of Kite could not be read');
  expect(until('INFY')).toMatch(/^03:45:1\d gap$/);
  history('INFY', ['03:45:00', 1500, 1509, 1500, 1504]);
  history('NIFTY', ['03:45:00', 24_000, 24_000, 24_000, 24_000]);
  await pass('03:46:04', '03:46:10', () => 1504);
  await vi.waitFor(async () => {
    await world.feed.refresh();
    expect(until()).toBe('03:46:07');
  });
  expect((await bars('03:45:10', '03:45:20')).some((bar) => bar.includes(' 1509 '))).toBe(true);
});

test('another clock, a halt of the exchange and a token that is over are told as such', async () => {
  await connected(1);
  await pass('03:44:58', '03:45:10', () => 1500);
  upstox.announce({ NSE_EQ: 'NORMAL_CLOSE' });
  await second(at('03:45:11'), ['NIFTY', 24_000]);
  expect([until('INFY'), until('NIFTY')]).toEqual(['03:45:08 halt', '03:45:08']);
  upstox.announce({ NSE_EQ: 'NORMAL_OPEN' });
  upstox.skew = 6_000;
  await pass('03:45:12', '03:45:14', () => 1500);
  expect(until('INFY')).toMatch(/clock_skew$/);
  upstox.token = 'token-of-tomorrow';
  upstox.cut();
  await vi.waitFor(() => expect(world.feed.remarks().join(' ')).toContain('Upstox refuses the key or the access token.'));
});
