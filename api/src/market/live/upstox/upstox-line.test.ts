import { expect, test, vi } from 'vitest';
import { instrumentsOf, type LineUnderTest, lineSuite } from '../line-suite.testing.ts';
import { feedMessage, UpstoxStandIn } from './stand-in.testing.ts';
import { UpstoxLine, type UpstoxOptions } from './upstox-line.ts';

let today = '2026-11-20';

const UPSTOX: LineUnderTest<UpstoxStandIn> = {
  name: 'Upstox',
  standIn: (symbols) => Object.assign(new UpstoxStandIn(symbols), { day: today }),
  line: (_, options, address) => new UpstoxLine({ ...options, now: () => new Date(`${today}T05:30:00Z`), httpUrl: address, listsUrl: `${address}/lists` }),
  longest: (upstox) =>
    feedMessage(
      'live_feed',
      Array.from({ length: 20_000 }, () => [upstox.keyOf('INFY'), { symbol: 'INFY', price: 1500 }]),
      1,
    ),
};

const stage = lineSuite(UPSTOX);
const authorized = (): number => stage.broker.asked.filter((path) => path.endsWith('/authorize')).length;
const INFY = { symbol: 'INFY', price: 1500, volume: 10 };

test('a message that can’t be read ends nothing: it is counted, the stretch is told as lost, and prices go on', async () => {
  stage.connect();
  await stage.open();
  stage.broker.raw(Buffer.from('twisted'));
  await stage.lost('Upstox sent a message that can’t be read.');
  await stage.send((ticks) => stage.broker.send(ticks), INFY);
  expect(stage.states.map(({ kind }) => kind)).toEqual(['open', 'lost', 'open']);
  expect([stage.line.unreadable?.(), stage.broker.connections]).toEqual([1, 1]);
});

test('a message longer than one about its instruments is counted, and is not read', async () => {
  stage.connect();
  await stage.open();
  stage.broker.raw(Buffer.alloc(200_000, Buffer.from([0x78, 0x00])));
  await stage.lost('Upstox sent a message that can’t be read.');
  await stage.send((ticks) => stage.broker.send(ticks), INFY);
  expect([stage.line.unreadable?.(), stage.broker.connections]).toEqual([1, 1]);
});

test('permission is asked for before each connection, and one that was used leads to the next and not to a new token', async () => {
  stage.broker.isCodeUsed = true;
  stage.connect();
  await stage.lost('Upstox answered with the status 403.');
  expect(stage.line.state().kind).not.toBe('refused');
  stage.broker.isCodeUsed = false;
  await stage.open();
  const before = authorized();
  stage.broker.cut();
  await stage.open(2);
  expect(authorized()).toBe(before + 1);
});

test.each(['wss://upstox.com.example/feeds?code=1', 'ws://xyz.upstox.com/feeds', 'http://127.0.0.1.example', 'no address'])(
  'permission that leads to %s is not followed',
  async (redirect) => {
    stage.broker.redirect = redirect;
    stage.connect();
    await stage.lost('Upstox’s permission for the feed leads to somebody else.');
    expect(stage.broker.connections).toBe(0);
  },
);

test('more instruments than the mode has are never asked for, and a broker that takes fewer ends the connection in words', async () => {
  const tooMany = instrumentsOf(Array.from({ length: 2001 }, (_, n) => `S${n}`));
  expect(() => new UpstoxLine({ ...({} as UpstoxOptions), instruments: tooMany })).toThrow('2000 instruments at most');
  stage.broker.mostKeys = 3;
  stage.connect();
  await stage.lost('Upstox ended the connection with the code 1008.');
  stage.broker.mostKeys = 2000;
  await vi.waitFor(() => expect(stage.line.state().kind).toBe('open'), { timeout: 3000 });
});

test('permission with an address that no socket takes is a try that failed, in words without its code', async () => {
  stage.broker.redirect = `${stage.broker.socketUrl}/feeds#code=secret-of-this-connection`;
  stage.connect();
  await stage.lost('Upstox gave an address that can’t be used.');
  expect(JSON.stringify(stage.states)).not.toContain('secret');
});

test('each connection begins with what was last traded', async () => {
  stage.connect();
  await stage.open();
  await stage.send((ticks) => stage.broker.send(ticks), { ...INFY, at: 1_795_152_601 });
  stage.broker.cut();
  await stage.open(2);
  await vi.waitFor(() =>
    expect(stage.ticks.map(({ symbol, price, tradedAt }) => [symbol, price, tradedAt])).toEqual(Array(2).fill(['INFY', 1500, 1_795_152_601_000])),
  );
});

test('prices that come twice and in another order carry the time at which they were sent and that at which they were traded', async () => {
  stage.connect();
  await stage.open();
  const { broker } = stage;
  broker.holds = true;
  broker.send([{ ...INFY, at: 100 }], 100_500);
  broker.send([{ ...INFY, at: 101 }], 101_500);
  broker.release([1, 0]);
  broker.twice = 1;
  broker.send([{ ...INFY, at: 102 }], 102_500);
  broker.lost = 1;
  broker.send([{ ...INFY, at: 103 }], 103_500);
  await vi.waitFor(() =>
    expect(stage.ticks.map(({ at, tradedAt }) => [at, tradedAt])).toEqual([
      [101_500, 101_000],
      [100_500, 100_000],
      [102_500, 102_000],
      [102_500, 102_000],
    ]),
  );
});

test('a part of the market that closes while it should trade is halted, and no prices are then no fault', async () => {
  stage.trading = true;
  stage.connect();
  await stage.open();
  stage.broker.announce({ NSE_EQ: 'NORMAL_CLOSE' });
  await vi.waitFor(() => expect(stage.halts.filter(([, since]) => since !== null).map(([symbols]) => symbols)).toEqual([['INFY', 'M&M', 'TCS']]));
  stage.broker.announce({ NSE_INDEX: 'NORMAL_CLOSE', BSE_INDEX: 'PRE_OPEN_END' });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect([stage.broker.connections, stage.line.state().kind]).toEqual([1, 'open']);
  stage.halts.length = 0;
  stage.broker.announce({ NSE_EQ: 'NORMAL_OPEN' });
  await vi.waitFor(() => expect(stage.halts).toContainEqual([['INFY', 'M&M', 'TCS'], null]));
  await stage.lost('Upstox sends heartbeats and no prices.');
});

test('the market’s close is no halt', async () => {
  stage.connect();
  await stage.open();
  stage.broker.announce({ NSE_EQ: 'NORMAL_CLOSE', NSE_INDEX: 'CLOSING_START', BSE_INDEX: 'NORMAL_CLOSE' });
  await vi.waitFor(() => expect(stage.halts.length).toBe(6));
  expect(stage.halts.every(([, since]) => since === null)).toBe(true);
});

test('today’s minutes are asked for elsewhere than those of a day gone by', async () => {
  const [from, to] = [new Date('2026-11-20T05:01:00Z'), new Date('2026-11-20T05:02:00Z')];
  const key = encodeURIComponent(stage.broker.keyOf('NIFTY'));
  stage.connect();
  await stage.line.minutes('NIFTY', from, to);
  expect(stage.broker.asked.at(-1)).toBe(`/v3/historical-candle/intraday/${key}/minutes/1`);
  today = '2026-11-23';
  await stage.line.minutes('NIFTY', from, to);
  expect(stage.broker.asked.at(-1)).toBe(`/v3/historical-candle/${key}/minutes/1/2026-11-20/2026-11-20`);
  today = '2026-11-20';
});

test('the broker’s limit for a longer time is kept', async () => {
  stage.connect({ timing: { historyMost: 2, historyWithin: 400 } });
  await stage.open();
  const begin = performance.now();
  const [from, to] = [new Date('2026-11-20T05:01:00Z'), new Date('2026-11-20T05:02:00Z')];
  await Promise.all([1, 2, 3, 4, 5].map(() => stage.line.minutes('INFY', from, to)));
  expect(performance.now() - begin).toBeGreaterThan(750);
});
