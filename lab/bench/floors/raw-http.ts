import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveOrders } from '../child.ts';

/** What the floor answers: `headers` are names and values in turn, without those that Node writes itself. */
export interface RawHttpOrder {
  readonly headers: readonly string[];
  readonly body: string;
  /** Told to clients in `keep-alive`, seconds. */
  readonly keepAlive: number;
}

/** The floor of an answer from memory: `node:http`, one handler, the headers and one buffer made before. Answers its port. */
serveOrders<RawHttpOrder>(async ({ headers, body, keepAlive }) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, headers as string[]);
    response.end(bytes);
  });
  server.keepAliveTimeout = keepAlive * 1000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port };
});
