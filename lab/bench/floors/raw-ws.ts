import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { serveOrders } from '../child.ts';

/**
 * The floor of live prices: `ws`, the same recorded changes once a second, and for each connection one message with those
 * of its symbols that changed. No protocol on top, no contract, no market behind it.
 */
export interface RawQuote {
  readonly symbol: string;
}
export interface RawBeat {
  readonly quotes: readonly RawQuote[];
  readonly ts: string;
}

serveOrders<{ first: RawBeat; beats: RawBeat[] }>(async ({ first, beats }) => {
  const all = new Map(first.quotes.map((quote) => [quote.symbol, quote]));
  const watches = new Map<WebSocket, { symbols: string[]; fresh: boolean }>();
  const server = new WebSocketServer({ port: 0, host: 'localhost', perMessageDeflate: false });
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { symbols } = JSON.parse(data.toString()) as { symbols: string[] };
      watches.set(socket, { symbols, fresh: true });
    });
    socket.on('close', () => watches.delete(socket));
  });
  await new Promise<void>((resolve) => server.on('listening', resolve));
  let at = 0;
  setInterval(() => {
    const { quotes, ts } = beats[at % beats.length]!;
    at += 1;
    const changed = new Map(quotes.map((quote) => [quote.symbol, quote]));
    for (const quote of quotes) all.set(quote.symbol, quote);
    for (const [socket, watch] of watches) {
      const from = watch.fresh ? all : changed;
      watch.fresh = false;
      const own = watch.symbols.flatMap((symbol) => from.get(symbol) ?? []);
      if (own.length > 0) socket.send(JSON.stringify({ quotes: own, ts }));
    }
  }, 1000);
  return { port: (server.address() as AddressInfo).port };
});
