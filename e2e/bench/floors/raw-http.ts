import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveOrders } from '../child.ts';

/** The floor of an answer from memory: `node:http`, one handler, one buffer. Order: the bytes; answer: the port. */
serveOrders<{ body: string }>(async ({ body }) => {
  const bytes = Buffer.from(body);
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
    response.end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port };
});
