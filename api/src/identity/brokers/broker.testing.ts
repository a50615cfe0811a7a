import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Site } from '../site.testing.ts';

/** Signs in on a demo broker's page as a browser would; the address it is sent back to. */
export async function signInAtBroker(site: Site, redirect_url: string, client_id = 'AB1001', password = 'Vimarsh@2026'): Promise<URL> {
  const page = new URL(redirect_url);
  const answer = await site.platform.app.inject({
    method: 'POST',
    url: page.pathname,
    headers: { host: page.host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      return_to: page.searchParams.get('return_to')!,
      state: page.searchParams.get('state') ?? '',
      client_id,
      password,
    }).toString(),
  });
  if (answer.statusCode !== 303) throw new Error(`The broker's page answered ${answer.statusCode}`);
  return new URL(answer.headers.location!);
}

export const levelTwoBody = (broker_id: number, back: URL) => ({
  broker_id,
  token_id: back.searchParams.get('code') ?? back.searchParams.get('secure_token') ?? '',
  url: back.href,
  profession: 'RETAIL_INVESTOR',
});

export const beginAt = async (browser: Browser, broker_id: number): Promise<string> =>
  (await browser.get(`/auth/v1/level_one_auth_for_broker?broker_id=${broker_id}`)).body.data.redirect_url;

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
