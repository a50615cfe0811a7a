import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { instrumentsOf, type LineUnderTest, lineSuite } from '../line-suite.testing.ts';
import { readLists } from '../read-lists.ts';
import { KiteLine, type KiteOptions } from './kite-line.ts';
import { KiteStandIn, messageOf, packetOf } from './stand-in.testing.ts';

const KITE: LineUnderTest<KiteStandIn> = {
  name: 'Kite',
  standIn: (symbols) => new KiteStandIn(symbols),
  line: ({ apiKey }, options, address) => new KiteLine({ ...options, apiKey, httpUrl: address, socketUrl: address.replace('http:', 'ws:') }),
  longest: (kite) => messageOf(Array.from({ length: 6000 }, () => packetOf(kite.tokenOf('INFY'), { symbol: 'INFY', price: 1500 }))),
};

const stage = lineSuite(KITE);

test('nothing of a message that is cut in mid packet is used, and the connection is opened anew', async () => {
  stage.connect();
  await stage.open();
  const { broker: kite } = stage;
  const packets = ['INFY', 'TCS'].map((symbol) => packetOf(kite.tokenOf(symbol), { symbol, price: 1500 }));
  kite.raw(messageOf(packets).subarray(0, 300));
  await stage.lost('Kite sent a message that can’t be read.');
  await stage.open(2);
  expect([stage.ticks, stage.line.unreadable?.()]).toEqual([[], 1]);
});

test('a stand-in whose refusal meets a connection that was just reset leaves no error to whatever test runs then', async () => {
  const thrown: unknown[] = [];
  const note = (error: unknown): void => void thrown.push(error);
  process.on('uncaughtException', note);
  try {
    const { port } = new URL(stage.broker.httpUrl);
    for (let round = 0; round < 5; round++) {
      const socket = connect(Number(port), '127.0.0.1').on('error', () => undefined);
      socket.write('GET /?access_token=old HTTP/1.1\r\nhost: kite\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
      await once(socket, 'data');
      socket.resetAndDestroy();
      await wait(20);
    }
    expect(thrown).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
  }
});

test('what the broker says in words is handed on without key and token', async () => {
  stage.connect();
  await stage.open();
  stage.broker.raw(JSON.stringify({ type: 'error', data: `Invalid request of kite-key with ${stage.token}` }));
  stage.broker.raw(JSON.stringify({ type: 'order', data: { order_id: '1' } }));
  stage.broker.raw('no JSON');
  await vi.waitFor(() => expect(stage.words).toEqual(['Invalid request of … with …']));
  expect(stage.line.state().kind).toBe('open');
});

test('a price outside of the range that the same packet tells is passed on as one that can’t be, and 0 as none', async () => {
  stage.connect();
  await stage.open();
  stage.broker.send([
    { symbol: 'INFY', price: 1400, open: 1490, high: 1510, low: 1480 },
    { symbol: 'TCS', price: 0 },
    { symbol: 'TCS', price: 3900, open: 0, high: 0, low: 0 },
    { symbol: 'NIFTY', price: 24_000 },
  ]);
  await vi.waitFor(() =>
    expect(stage.ticks.map(({ symbol, garbled }) => [symbol, garbled ?? false])).toEqual([
      ['INFY', true],
      ['TCS', false],
      ['NIFTY', false],
    ]),
  );
});

test('a token in the words of the broker is left out however it is written, and so are addresses', async () => {
  const token = 'Ab+/=c d%9';
  stage.broker.token = token;
  stage.token = token;
  stage.connect({ timing: { wordsWithin: 0 } });
  await stage.open();
  const say = (data: string): void => stage.broker.raw(JSON.stringify({ type: 'error', data }));
  say(`Token ${token} of kite-key is over`);
  say(`Bad request ${new URLSearchParams({ access_token: token })}`);
  say(`Bad request ${encodeURIComponent(token).replaceAll(/%../g, (part) => part.toLowerCase())}`);
  say(`Bad request wss://ws.kite.trade?api_key=kite-key&access_token=${encodeURIComponent(token)}`);
  await vi.waitFor(() => expect(stage.words).toEqual(['Token … of … is over', 'Bad request access_token=…', 'Bad request …', 'Bad request …']));
});

test('20,000 texts of the broker are a few lines, and the number of the others', async () => {
  stage.connect({ timing: { wordsWithin: 400 } });
  await stage.open();
  for (let n = 0; n < 20_000; n++) stage.broker.raw(JSON.stringify({ type: 'message', data: `Notice ${n}` }));
  await vi.waitFor(() => expect(stage.words.at(-1)).toMatch(/^\d+ more texts$/), 10_000);
  expect(stage.words.slice(0, 3)).toEqual(['Notice 0', 'Notice 1', 'Notice 2']);
  expect(stage.words.length).toBeLessThan(60);
});

test('a list of Kite is read in another thread, and one of another form is refused in its words', async () => {
  const ours = instrumentsOf(['INFY']);
  const read = (text: string) => readLists<number>('Kite', new URL('./read-lists.worker.ts', import.meta.url), { lists: [Buffer.from(text)], ours });
  const head = 'instrument_token,exchange_token,tradingsymbol,instrument_type,segment';
  expect(await read(`${head}\n408065,1594,INFY,EQ,NSE`)).toEqual(new Map([['INFY', 408_065]]));
  await expect(read('a,b\n1,2')).rejects.toThrow('Kite’s list of instruments has other columns than those documented.');
  await expect(read(`${head}\n"`)).rejects.toThrow('Kite’s list of instruments can’t be read as CSV.');
});

test('more than one connection takes is spread over as many as are allowed, and more than those is refused', async () => {
  await stage.broker.close();
  const many = Array.from({ length: 3100 }, (_, n) => `S${n}`);
  await stage.stand(many);
  stage.connect({ instruments: instrumentsOf(many) });
  await stage.open(2, 3100);
  expect(stage.broker.asked.filter((path) => path === '/instruments/NSE').length, 'the list was read once').toBe(1);
  const tooMany = instrumentsOf(Array.from({ length: 9001 }, (_, n) => `S${n}`));
  expect(() => new KiteLine({ ...({} as KiteOptions), instruments: tooMany })).toThrow('9000 instruments at most');
});

test('minutes are asked for by the token of the day, in IST', async () => {
  stage.connect();
  await stage.line.minutes('INFY', new Date('2026-11-20T05:01:00Z'), new Date('2026-11-20T05:02:00Z'));
  expect(stage.broker.asked.at(-1)).toBe(
    `/instruments/historical/${stage.broker.tokenOf('INFY')}/minute?from=2026-11-20+10%3A31%3A00&to=2026-11-20+10%3A32%3A00`,
  );
});
