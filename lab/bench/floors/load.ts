import { setTimeout as wait } from 'node:timers/promises';
import { serveOrders } from '../child.ts';
import { openConnection, requestOf } from './connection.ts';

/** HTTP load from loopback: keep-alive connections that ask one after the other and read whole answers. */
export interface LoadOrder {
  readonly port: number;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
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

serveOrders<LoadOrder>(async ({ port, path, headers, connections, seconds, pause = 0 }) => {
  const request = requestOf(port, path, headers);
  const started = performance.now();
  const end = started + seconds * 1000;
  const taken: number[] = [];
  const askUntilEnd = async (): Promise<void> => {
    const connection = await openConnection(port);
    while (performance.now() < end) {
      const { head, ms } = await connection.ask(request);
      if (!head.startsWith('HTTP/1.1 200')) throw new Error(`not an answer to count: ${head.slice(0, 200)}`);
      taken.push(ms);
      if (pause > 0) await wait(pause);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, askUntilEnd));
  taken.sort((a, b) => a - b);
  const at = (share: number): number => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))]!;
  return { requests: taken.length, seconds: (performance.now() - started) / 1000, p50: at(0.5), p99: at(0.99) } satisfies LoadAnswer;
});
