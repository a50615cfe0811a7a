import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface StandIn {
  url: string;
  /** What was sent to it, in order. */
  readonly asked: { path: string; headers: Record<string, unknown>; body: string }[];
  close(): Promise<void>;
}

/** A broker's server for one test: `answer` says status and body; null never answers. */
export async function standIn(answer: (body: string, path: string) => { status?: number; type?: string; body: string } | null): Promise<StandIn> {
  const asked: StandIn['asked'] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      asked.push({ path: request.url!, headers: request.headers, body });
      const given = answer(body, request.url!);
      if (given) response.writeHead(given.status ?? 200, { 'content-type': given.type ?? 'application/json' }).end(given.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
