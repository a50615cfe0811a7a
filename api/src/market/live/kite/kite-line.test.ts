import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LineInstrument, LineState, Tick } from '../price-line.ts';
import { KiteLine, type KiteOptions } from './kite-line.ts';
import { KiteStandIn, messageOf, packetOf, type SentTick } from './stand-in.testing.ts';

const SYMBOLS = ['INFY', 'M&M', 'TCS', 'NIFTY', 'SENSEX'];
const QUICK = {
  firstPause: 10,
  longestPause: 80,
  lookForCredential: 20,
  silentAfter: 300,
  noPricesAfter: 250,
  betweenHistory: 5,
  historyPatience: 200,
  random: () => 1,
};

const instrumentsOf = (symbols: readonly string[]): LineInstrument[] => symbols.map((symbol) => ({ symbol, tradedAs: symbol, isin: '' }));

let kite: KiteStandIn;
let line: KiteLine;
let token: string;
let trading: boolean;
const ticks: Tick[] = [];
const states: LineState[] = [];
const words: string[] = [];

beforeEach(async () => {
  kite = await new KiteStandIn(SYMBOLS).start();
  token = kite.token;
  trading = false;
  for (const list of [ticks, states, words]) list.length = 0;
});
afterEach(async () => {
  await line.stop();
  await kite.close();
});

function connect(options: Partial<KiteOptions> = {}): void {
  line = new KiteLine({
    apiKey: kite.apiKey,
    accessToken: () => token,
    instruments: instrumentsOf(SYMBOLS),
    listener: { ticks: (more) => void ticks.push(...more), alive: () => undefined, state: (state) => void states.push(state) },
    trading: () => trading,
    socketUrl: kite.socketUrl,
    httpUrl: kite.httpUrl,
    said: (said) => void words.push(said),
    timing: QUICK,
    ...options,
  });
  line.start();
}
const open = (connections = 1): Promise<void> =>
  vi.waitFor(() => expect([line.state().kind, kite.connections, kite.subscribed.size]).toEqual(['open', connections, SYMBOLS.length]), { timeout: 5000 });
const send = async (...sent: SentTick[]): Promise<void> => {
  const before = ticks.length;
  kite.send(sent);
  await vi.waitFor(() => expect(ticks.length).toBe(before + sent.length));
};

test('prices come in under our symbols, shares and indices of both exchanges', async () => {
  connect();
  await open();
  expect([...line.symbols()]).toEqual(SYMBOLS);
  await send({ symbol: 'M&M', price: 2450.05, volume: 10, at: 1_795_152_601 }, { symbol: 'SENSEX', price: 84_000.5 });
  expect(ticks).toMatchObject([
    { symbol: 'M&M', price: 2450.05, volume: 10, at: 1_795_152_601_000 },
    { symbol: 'SENSEX', price: 84_000.5, volume: null, at: null },
  ]);
  expect(Math.abs(ticks[0]!.arrived - Date.now())).toBeLessThan(2000);
});

test('a lost connection is opened again and its symbols are subscribed to again', async () => {
  connect();
  await open();
  kite.subscribed.clear();
  kite.cut();
  await open(2);
  expect(states.map(({ kind }) => kind)).toEqual(['open', 'lost', 'connecting', 'open']);
  await send({ symbol: 'TCS', price: 3900 });
});

test('a connection on which nothing comes any more, not even a heartbeat, is given up', async () => {
  connect();
  await open();
  kite.beats = false;
  await vi.waitFor(() => expect(states).toContainEqual({ kind: 'lost', reason: 'Kite has sent nothing for 0.3 seconds.' }), { timeout: 3000 });
  kite.beats = true;
  await vi.waitFor(() => expect(line.state().kind).toBe('open'), { timeout: 3000 });
});

test('heartbeats without prices are no life while others trade, and are enough while nobody does', async () => {
  connect();
  await open();
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(kite.connections).toBe(1);
  trading = true;
  await vi.waitFor(() => expect(states).toContainEqual({ kind: 'lost', reason: 'Kite sends heartbeats and no prices.' }), { timeout: 3000 });
});

test('nothing of a message that is cut in mid packet is used, and the connection is opened anew', async () => {
  connect();
  await open();
  kite.raw(
    messageOf([packetOf(kite.tokenOf('INFY'), { symbol: 'INFY', price: 1500 }), packetOf(kite.tokenOf('TCS'), { symbol: 'TCS', price: 3900 })]).subarray(
      0,
      300,
    ),
  );
  await vi.waitFor(() => expect(states).toContainEqual({ kind: 'lost', reason: 'Kite sent a message that can’t be read.' }));
  await open(2);
  expect(ticks).toEqual([]);
});

test('a message longer than all instruments together ends the connection and not the process', async () => {
  connect();
  await open();
  kite.raw(messageOf(Array.from({ length: 6000 }, () => packetOf(kite.tokenOf('INFY'), { symbol: 'INFY', price: 1500 }))));
  await open(2);
  expect(ticks).toEqual([]);
});

test('a token that is over is refused in words that hold neither key nor token, is not offered again and again, and another one is taken', async () => {
  token = 'token-of-yesterday';
  connect();
  await vi.waitFor(() => expect(line.state()).toEqual({ kind: 'refused', reason: 'Kite refuses the key or the access token.' }));
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(kite.asked.length, 'the list was asked for once').toBe(1);
  token = kite.token;
  await open();
});

test('a token that ends while the socket is open is refused at the next connection', async () => {
  connect();
  await open();
  kite.token = 'token-of-tomorrow';
  kite.cut();
  await vi.waitFor(() => expect(line.state().kind).toBe('refused'), { timeout: 3000 });
});

test('pauses between tries double up to a ceiling', async () => {
  const lost: number[] = [];
  connect({
    httpUrl: 'http://127.0.0.1:9',
    listener: { ticks: () => undefined, alive: () => undefined, state: ({ kind }) => void (kind === 'lost' && lost.push(performance.now())) },
  });
  await vi.waitFor(() => expect(lost.length).toBeGreaterThan(6), { timeout: 5000 });
  const pauses = lost.slice(1).map((at, n) => at - lost[n]!);
  expect(line.state().reason).toBe('Kite can’t be reached.');
  expect(pauses[0]).toBeLessThan(60);
  expect(Math.max(...pauses.slice(3))).toBeGreaterThan(70);
  expect(Math.max(...pauses)).toBeLessThan(250);
});

test('what the broker says in words is handed on without key and token', async () => {
  connect();
  await open();
  kite.raw(JSON.stringify({ type: 'error', data: `Invalid request of kite-key with ${token}` }));
  kite.raw(JSON.stringify({ type: 'order', data: { order_id: '1' } }));
  kite.raw('no JSON');
  await vi.waitFor(() => expect(words).toEqual(['Invalid request of … with …']));
  expect(line.state().kind).toBe('open');
});

test('the list of instruments is subscribed to in batches of 500', async () => {
  await kite.close();
  const many = Array.from({ length: 1250 }, (_, n) => `S${n}`);
  kite = await new KiteStandIn(many).start();
  connect({ instruments: instrumentsOf(many), socketUrl: kite.socketUrl, httpUrl: kite.httpUrl });
  await vi.waitFor(() => expect(kite.batches).toEqual([500, 500, 250]), { timeout: 5000 });
});

test('more than one connection takes is spread over as many as are allowed, and more than those is refused', async () => {
  await kite.close();
  const many = Array.from({ length: 3100 }, (_, n) => `S${n}`);
  kite = await new KiteStandIn(many).start();
  connect({ instruments: instrumentsOf(many), socketUrl: kite.socketUrl, httpUrl: kite.httpUrl });
  await vi.waitFor(() => expect([kite.connections, kite.subscribed.size, line.state().kind]).toEqual([2, 3100, 'open']), { timeout: 5000 });
  expect(kite.asked.filter((path) => path === '/instruments/NSE').length, 'the list was read once').toBe(1);
  expect(() => new KiteLine({ ...({} as KiteOptions), instruments: instrumentsOf(Array.from({ length: 9001 }, (_, n) => `S${n}`)) })).toThrow(
    '9000 instruments at most',
  );
});

const minute = (text: string): Date => new Date(`2026-11-20T${text}:00Z`);
const CANDLES = ['05:00', '05:01', '05:02'].map((text, n) => ({ start: minute(text), o: 1500 + n, h: 1502 + n, l: 1499 + n, c: 1501 + n, v: 100 }));

test('minutes of the past are those that begin in the stretch', async () => {
  kite.history('INFY', CANDLES);
  connect();
  expect(await line.minutes('INFY', minute('05:01'), minute('05:02'))).toEqual([
    { start: minute('05:01').getTime(), open: 1501, high: 1503, low: 1500, close: 1502, volume: 100 },
  ]);
  expect(kite.asked.at(-1)).toBe(`/instruments/historical/${kite.tokenOf('INFY')}/minute?from=2026-11-20+10%3A31%3A00&to=2026-11-20+10%3A32%3A00`);
});

test('history is asked for one request after another, and again where the broker was asked too often', async () => {
  kite.history('INFY', CANDLES);
  kite.tooMany = 1;
  connect();
  const both = await Promise.all([line.minutes('INFY', minute('05:00'), minute('05:01')), line.minutes('INFY', minute('05:01'), minute('05:02'))]);
  expect(both.map(([only]) => only!.open)).toEqual([1500, 1501]);
});

test('slow history is given up with a sentence', async () => {
  kite.historyDelay = 1000;
  connect();
  await expect(line.minutes('INFY', minute('05:00'), minute('05:01'))).rejects.toThrow('Kite did not answer within 0.2 seconds.');
  await expect(line.minutes('WIPRO', minute('05:00'), minute('05:01'))).rejects.toThrow('does not have WIPRO');
});
