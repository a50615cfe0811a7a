import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createRaw } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { brokerHttp } from './broker-http.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ask = (url: string, deadlineMs = 2_000) =>
  brokerHttp({ url, deadlineMs }).call({ method: 'POST', path: '/orders?key=hidden', headers: { authorization: 'token hidden' }, body: 'secret=hidden' });

describe('a call to a broker', () => {
  test('gives the JSON with its status, also of a refusal', async () => {
    const url = await serve((_request, response) => response.writeHead(400).end('{"status":"error"}'));
    expect(await ask(url)).toEqual({ kind: 'answered', status: 400, json: { status: 'error' } });
  });

  test.each<[string, string, RequestListener]>([
    ['HTML', 'status 502', (_request, response) => response.writeHead(502, { 'content-type': 'text/html' }).end('<html>down</html>')],
    ['half a body', 'broke off', (_request, response) => response.writeHead(200, { 'content-length': '40' }).write('{"a":', () => response.destroy())],
    ['a hang-up', 'broke', (request) => request.socket.destroy()],
    ['a reset', 'broke', (request) => request.socket.resetAndDestroy()],
    ['silence', 'in time', () => {}],
    ['half a body, and then silence', 'in time', (_request, response) => response.writeHead(200, { 'content-length': '40' }).write('{"a":')],
    ['too much', 'too long', (_request, response) => response.end(`"${'x'.repeat(70_000)}"`)],
    ['a redirect', 'broke', (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
  ])('that meets %s is lost', async (_fault, why, listener) => {
    let came = 0;
    const url = await serve((request, response) => {
      came += 1;
      request.resume();
      listener(request, response);
    });
    const reply = await ask(url, 300);
    expect(reply).toEqual({ kind: 'lost', why: expect.stringContaining(why) });
    expect(JSON.stringify(reply)).not.toMatch(/hidden|127\.0/);
    expect(came).toBe(1);
  });

  test('that makes no connection is not sent', async () => {
    const server = createRaw();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await ask(`http://127.0.0.1:${port}`)).toEqual({ kind: 'not_sent', why: 'the broker can’t be reached' });
    expect(await ask(`http://localhost:${port}`)).toMatchObject({ kind: 'not_sent' });
    expect(await ask('http://no-such-host.invalid')).toMatchObject({ kind: 'not_sent' });
  });

  test('whose peer speaks no TLS may have come through', async () => {
    const url = await serve((_request, response) => response.end());
    expect(await ask(url.replace('http:', 'https:'))).toMatchObject({ kind: 'lost' });
  });

  test.each<[string | undefined, number | null]>([
    [undefined, null],
    ['3', 3_000],
    ['86400', 600_000],
    ['soon', null],
  ])('is turned away with the time that the broker says (%s)', async (header, retry_ms) => {
    const url = await serve((_request, response) => response.writeHead(429, header === undefined ? {} : { 'retry-after': header }).end('{"a":1}'));
    expect(await ask(url)).toEqual({ kind: 'too_many', retry_ms, json: { a: 1 } });
  });
});
