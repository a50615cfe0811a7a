import { request } from 'node:http';

interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * `fetch`, for partners' hosts too: browsers know every name under `localhost`, machines often don't, and `fetch` sends no `Host` of
 * one's own. So the loopback is asked, and the partner's name goes with it.
 */
export function askHost(url: string, asked: Asked = {}): Promise<Response> {
  const { protocol, host, hostname, port, pathname, search } = new URL(url);
  if (protocol !== 'http:' || !hostname.endsWith('.localhost')) return fetch(url, asked);
  const { method = 'GET', headers = {}, body } = asked;
  return new Promise((resolve, reject) => {
    const sent = request({ host: 'localhost', port, path: pathname + search, method, headers: { ...headers, host } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const kept = Object.entries(answer.headersDistinct).flatMap(([name, values]) => (values ?? []).map((value): [string, string] => [name, value]));
        resolve(new Response(Buffer.concat(parts).toString(), { status: answer.statusCode!, headers: kept }));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
