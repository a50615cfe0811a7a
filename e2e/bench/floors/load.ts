import { connect } from 'node:net';
import { serveOrders } from '../child.ts';

/**
 * HTTP load from loopback: keep-alive connections that ask one after the other and read whole answers. Written on bare
 * sockets, because an HTTP client costs several times what the server under test does and would be measured instead.
 */
export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** Requests of each connection after which it ends sooner. */
  readonly most?: number;
  /** Between an answer and the next request, ms; without it there is none. */
  readonly pause?: number;
}
export interface LoadAnswer {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
}

serveOrders<LoadOrder>(async ({ port, path, headers, connections, seconds, pause = 0, most = Number.POSITIVE_INFINITY }) => {
  const lines = Object.entries({ host: `localhost:${port}`, connection: 'keep-alive', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  const started = performance.now();
  const end = started + seconds * 1000;
  const taken: number[] = [];
  await Promise.all(Array.from({ length: connections }, () => ask(port, request, { end, pause, most }, taken)));
  taken.sort((a, b) => a - b);
  const at = (share: number): number => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))]!;
  return { requests: taken.length, seconds: (performance.now() - started) / 1000, p50: at(0.5), p99: at(0.99) } satisfies LoadAnswer;
});

const HEAD_END = Buffer.from('\r\n\r\n');

interface Pace {
  readonly end: number;
  readonly pause: number;
  readonly most: number;
}

function ask(port: number, request: Buffer, { end, pause, most }: Pace, taken: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: 'localhost', noDelay: true });
    let sent = 0;
    let left = most;
    let rest: Buffer = Buffer.alloc(0);
    const next = (): void => {
      sent = performance.now();
      left -= 1;
      if (sent >= end || left < 0) {
        socket.destroy();
        resolve();
      } else socket.write(request);
    };
    socket.on('connect', next);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
    socket.on('data', (chunk) => {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const head = rest.indexOf(HEAD_END);
      if (head < 0) return;
      const text = rest.toString('latin1', 0, head);
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
      if (!text.startsWith('HTTP/1.1 200') || Number.isNaN(length)) {
        reject(new Error(`not an answer to count: ${text.slice(0, 200)}`));
        socket.destroy();
        return;
      }
      if (rest.length < head + 4 + length) return;
      rest = Buffer.alloc(0);
      taken.push(performance.now() - sent);
      if (pause > 0) setTimeout(next, pause);
      else next();
    });
  });
}
