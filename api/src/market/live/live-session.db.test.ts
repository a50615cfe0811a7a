import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { createMarket } from '../create-market.ts';
import { INDICES, STOCKS } from '../instruments/listed.ts';
import type { Market } from '../market.ts';
import type { SentTick } from './broker-stand-in.testing.ts';
import { KiteStandIn } from './kite/stand-in.testing.ts';
import { UpstoxStandIn } from './upstox/stand-in.testing.ts';

const SYMBOLS = [...STOCKS, ...INDICES].map(({ symbol }) => symbol);
const database = (await featureDatabase())[0]!;

type StandIn = KiteStandIn | UpstoxStandIn;

let broker: StandIn;
let folder: string;
let test_: TestPlatform;
let market: Market;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vimarsh-broker-'));
});
afterEach(async () => {
  await test_.end();
  await broker.close();
  await rm(folder, { recursive: true });
});

const tokenFile = (): string => join(folder, 'token');
/** A server that takes its prices from a stand-in, at ten times the speed of a day. */
async function serve(standIn: StandIn, now: string, token?: string): Promise<void> {
  broker = await standIn.start(200);
  writeFileSync(tokenFile(), token ?? broker.token);
  test_ = await openPlatform({ database, settings: { ...broker.settings(tokenFile()), MARKET_NOW: now, MARKET_SPEED: '10' } });
  market = await createMarket(test_.platform);
  if (broker instanceof UpstoxStandIn) broker.clock = () => market.now().getTime();
  await test_.platform.start();
}
const readyz = async () => (await test_.platform.app.inject('/readyz')).json() as { status: boolean; remarks?: string[] };
// A second of the market is a tenth of one here: a time that is cut off would be late before it is sent.
const tickOf = (symbol: string, price: number, volume: number): SentTick => ({
  ...{ symbol, price, volume, open: price, high: price, low: price, close: price - 1, at: Math.ceil(market.now().getTime() / 1000) },
});

test('a server takes in the prices of all instruments at ten times their speed, shows and keeps them, and serves the segment of each bar', async () => {
  // A connection that is there before the open has seen all of the day.
  await serve(new KiteStandIn(SYMBOLS), '2026-11-20T03:42:00Z');
  expect(await readyz()).toMatchObject({ status: false, validation: 'There are no prices yet (Zerodha Kite).' });
  await vi.waitFor(() => expect(broker.subscribed.size).toBe(SYMBOLS.length), 20_000);
  let volume = 0;
  const playing = setInterval(() => {
    volume++;
    if (market.now() >= new Date('2026-11-20T03:45:00Z')) broker.send(SYMBOLS.map((symbol, n) => tickOf(symbol, 100 + n + (volume % 20) / 10, volume)));
  }, 100);
  try {
    await vi.waitFor(() => expect(market.quote('INFY')).toMatchObject({ source: 'kite' }), 60_000);
    await vi.waitFor(
      async () => expect((await market.bars('INFY', new Date('2026-11-20T03:45:00Z'), new Date('2026-11-20T03:46:40Z'))).length).toBeGreaterThan(60),
      20_000,
    );
  } finally {
    clearInterval(playing);
  }
  expect(market.source.id).toBe('kite');
  const bars = await market.bars('INFY', new Date('2026-11-20T03:45:00Z'), new Date('2026-11-20T03:46:40Z'));
  const bar = bars.at(-1)!;
  const source = (await market.sourceOf('INFY', bar))!;
  const answer = await test_.platform.app.inject(`/.well-known/vimarsh-prices/${source.name}.json`);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({ symbol: 'INFY', version: 2, step: 1 });
  const ready = await readyz();
  expect([ready.status, ready.remarks ?? []]).toEqual([true, []]);
});

test.each([
  ['Kite', 'Zerodha Kite', () => new KiteStandIn(SYMBOLS)],
  ['Upstox', 'Upstox', () => new UpstoxStandIn(SYMBOLS)],
])(
  'a token of %s that is over is in the answer of readyz, the next one in the file is taken, and the server is ready with the first prices',
  async (...row) => {
    const [name, source, standIn] = row;
    await serve(standIn(), '2026-11-20T03:44:40Z', 'token-of-yesterday');
    const refused = `There are no prices yet (${source}). ${name} refuses the key or the access token.`;
    await vi.waitFor(async () => expect(JSON.stringify(await readyz())).toContain(refused), 10_000);
    expect(JSON.stringify(await readyz())).not.toContain('token-of-yesterday');
    writeFileSync(tokenFile(), `${broker.token}\n`);
    await vi.waitFor(() => expect(broker.subscribed.size).toBe(SYMBOLS.length), 20_000);
    await vi.waitFor(
      async () => {
        broker.send(SYMBOLS.map((symbol) => tickOf(symbol, 100, 1)));
        expect((await readyz()).status).toBe(true);
      },
      { timeout: 20_000, interval: 200 },
    );
    expect(market.quote('INFY')).toMatchObject({ source: row[0].toLowerCase() });
  },
);
