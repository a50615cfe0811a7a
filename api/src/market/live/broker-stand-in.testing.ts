import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A price as a stand-in sends it; `at` in seconds since 1970. Prices ₹. */
export interface SentTick {
  readonly symbol: string;
  readonly price: number;
  readonly volume?: number;
  readonly open?: number;
  readonly high?: number;
  readonly low?: number;
  readonly close?: number;
  readonly at?: number;
}

export interface StandInCandle {
  readonly start: Date;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly v: number;
}

/** A broker for tests on loopback: the HTTP and the WebSocket that the stand-ins of all brokers share, with faults on demand. */
export abstract class BrokerStandIn {
  /** The access token it takes. */
  token = 'token-of-today';
  /** How long history takes to answer, ms. */
  historyDelay = 0;
  /** Answers 429 to so many requests of history. */
  tooMany = 0;
  /** No sign of life on connections while false, and no answer to one. */
  beats = true;
  readonly asked: string[] = [];
  readonly subscribed = new Set<string | number>();
  readonly batches: number[] = [];
  connections = 0;
  protected readonly symbols: readonly string[];
  readonly #candles = new Map<string, readonly StandInCandle[]>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true, autoPong: false });
  #beat: NodeJS.Timeout | undefined;

  constructor(symbols: readonly string[]) {
    this.symbols = symbols;
  }

  /** Whether a handshake is let in. */
  protected abstract admits(address: URL): boolean;
  protected abstract isSignedIn(request: IncomingMessage): boolean;
  /** Paths that anybody may ask for. */
  protected abstract isPublic(address: URL): boolean;
  protected abstract refusal(): { readonly status: number; readonly body: unknown };
  protected abstract sendBeat(client: WebSocket): void;
  protected abstract received(client: WebSocket, data: Buffer, binary: boolean): void;
  /** Answers whatever is no history. */
  protected abstract answer(address: URL, response: ServerResponse): void;
  /** The symbol and stretch of a request of history; null for another request. */
  protected abstract historyAsked(address: URL): { readonly symbol: string; readonly from: number; readonly to: number } | null;
  protected abstract historyOf(candles: readonly StandInCandle[]): unknown;
  protected welcome(_client: WebSocket): void {}

  async start(beatMs = 50): Promise<this> {
    this.#server.on('upgrade', (request, socket, head) => {
      // Nobody else hears what happens to it from here on, and an error without a listener fails a run in which every test passed.
      socket.on('error', () => undefined);
      if (!this.admits(new URL(request.url!, 'http://broker'))) {
        socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (client) => {
        this.connections++;
        client.on('error', () => undefined);
        client.on('ping', () => this.beats && client.pong());
        client.on('message', (data, binary) => this.received(client, data as Buffer, binary));
        this.welcome(client);
      });
    });
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#beat = setInterval(() => {
      if (this.beats) for (const client of this.#sockets.clients) this.sendBeat(client);
    }, beatMs);
    return this;
  }

  get httpUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get socketUrl(): string {
    return this.httpUrl.replace('http:', 'ws:');
  }

  raw(message: Uint8Array | string): void {
    for (const client of this.#sockets.clients) client.send(message);
  }

  history(symbol: string, candles: readonly StandInCandle[]): void {
    this.#candles.set(symbol, [...candles]);
  }

  /** Cuts all connections in the middle of whatever they were. */
  cut(): void {
    for (const client of this.#sockets.clients) client.terminate();
  }

  async close(): Promise<void> {
    clearInterval(this.#beat);
    this.cut();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url!, 'http://broker');
    this.asked.push(address.pathname + address.search);
    if (!this.isPublic(address) && !this.isSignedIn(request)) {
      const { status, body } = this.refusal();
      json(response, body, status);
      return;
    }
    const asked = this.historyAsked(address);
    if (!asked) {
      this.answer(address, response);
      return;
    }
    if (this.historyDelay > 0) await new Promise((resolve) => setTimeout(resolve, this.historyDelay));
    if (this.tooMany > 0) {
      this.tooMany--;
      json(response, { status: 'error' }, 429);
      return;
    }
    const candles = this.#candles.get(asked.symbol) ?? [];
    json(response, this.historyOf(candles.filter(({ start }) => start.getTime() >= asked.from && start.getTime() <= asked.to)));
  }
}

/** A minute's begin in IST, with its offset written as the broker does. */
export const istMinute = (at: Date, offset: string): string => `${new Date(at.getTime() + 19_800_000).toISOString().slice(0, 19)}${offset}`;

export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
