import { expect, test } from 'vitest';
import type { Realtime } from '../platform/platform.ts';
import type { Market, Quote } from './market.ts';
import { Watchers } from './watch.ts';

type Message = { quotes: Quote[]; ts: string };

/** Sockets that note what reaches them, over prices that the test moves. */
function open() {
  const prices = new Map<string, number>([
    ['TCS', 100],
    ['INFY', 200],
    ['M&M', 300],
  ]);
  const sockets = new Map<string, { slow: boolean; got: string[][]; close: () => void }>();
  let watch: (payload: { symbols: string[] }, connection: object) => unknown = () => undefined;
  let encoded = 0;
  const realtime = {
    onEvent: (_event: string, handler: typeof watch) => {
      watch = handler;
    },
    prepare: (_event: string, payload: Message) => {
      encoded += 1;
      return { text: JSON.stringify(payload.quotes.map(({ symbol, ltp }) => `${symbol} ${ltp}`)), options: { wsPreEncodedFrame: [] } };
    },
    broadcastVolatile(perSocket: (connection: object) => { text: string } | null) {
      for (const [id, socket] of sockets) {
        if (socket.slow) continue;
        const message = perSocket({ id });
        if (message) socket.got.push(JSON.parse(message.text));
      }
      return 0;
    },
  } as unknown as Realtime;
  const market = {
    instrument: (symbol: string) => (prices.has(symbol) ? {} : null),
    quote: (symbol: string) => ({ symbol, ltp: prices.get(symbol) }),
    now: () => new Date(0),
  } as unknown as Market;
  const watchers = new Watchers(realtime, market);
  return {
    prices,
    encoded: () => encoded,
    beat: () => watchers.flush(),
    connect(id: string, ...symbols: string[]) {
      const known = sockets.get(id) ?? { slow: false, got: [], close: () => undefined };
      sockets.set(id, known);
      const onClose = (work: () => void) => {
        known.close = () => {
          sockets.delete(id);
          work();
        };
      };
      const answer = watch({ symbols }, { id, onClose });
      return Object.assign(known, { answer });
    },
  };
}

test('first every price, then only those that moved, then nothing', () => {
  const { prices, beat, connect } = open();
  const one = connect('one', 'TCS', 'INFY', 'TCS', 'NOSUCH');
  expect(one.answer).toEqual({ watching: 2, unknown: ['NOSUCH'] });
  beat();
  prices.set('INFY', 201);
  beat();
  beat();
  expect(one.got).toEqual([['TCS 100', 'INFY 200'], ['INFY 201']]);
});

test('watchers of the same list share one message, encoded once; a newcomer first gets every price', () => {
  const { prices, encoded, beat, connect } = open();
  const early = [connect('a', 'TCS', 'INFY'), connect('b', 'TCS', 'INFY'), connect('c', 'TCS', 'INFY')];
  beat();
  expect(encoded()).toBe(1);
  const late = connect('d', 'TCS', 'INFY');
  prices.set('TCS', 101);
  beat();
  expect(encoded()).toBe(3);
  for (const { got } of early) expect(got).toEqual([['TCS 100', 'INFY 200'], ['TCS 101']]);
  expect(late.got).toEqual([['TCS 101', 'INFY 200']]);
});

test('a connection that can’t keep up skips messages, never prices', () => {
  const { prices, beat, connect } = open();
  const [quick, slow] = [connect('quick', 'TCS', 'INFY'), connect('slow', 'TCS', 'INFY')];
  beat();
  slow.slow = true;
  prices.set('TCS', 101);
  beat();
  slow.slow = false;
  prices.set('INFY', 201);
  beat();
  expect(quick.got).toEqual([['TCS 100', 'INFY 200'], ['TCS 101'], ['INFY 201']]);
  expect(slow.got).toEqual([
    ['TCS 100', 'INFY 200'],
    ['TCS 101', 'INFY 201'],
  ]);
});

test('what all watchers of a list missed is sent once they can receive again', () => {
  const { prices, beat, connect } = open();
  const alone = connect('alone', 'TCS', 'INFY');
  connect('other', 'M&M');
  beat();
  alone.slow = true;
  prices.set('TCS', 101);
  beat();
  alone.slow = false;
  beat();
  expect(alone.got.slice(1)).toEqual([['TCS 101']]);
});

test('a new list replaces the old one and starts with every price', () => {
  const { beat, connect } = open();
  const one = connect('one', 'TCS');
  beat();
  connect('one', 'M&M', 'TCS');
  beat();
  beat();
  expect(one.got).toEqual([['TCS 100'], ['M&M 300', 'TCS 100']]);
});

test('a list without watchers is forgotten; the next watcher starts with every price', () => {
  const { beat, connect } = open();
  const gone = connect('gone', 'TCS');
  beat();
  gone.close();
  beat();
  const next = connect('next', 'TCS');
  beat();
  expect(next.got).toEqual([['TCS 100']]);
});
