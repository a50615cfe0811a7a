import { route } from '@vimarsh/shared/contract/route.ts';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { takePerAddress } from '../../identity/address-limits.ts';
import { withPlatform } from '../testing.ts';

const whose = route({
  method: 'GET',
  path: '/test/v1/whose',
  summary: 'Whose site this is.',
  access: 'open',
  data: z.object({ host: z.string(), partner: z.string(), origin: z.string() }),
});

test('behind a trusted proxy Host alone decides whose site and whose origin it is; only address and scheme are forwarded', () =>
  withPlatform({ database: 'pglite', settings: { TRUST_PROXY: '127.0.0.1', PUBLIC_HOST: 'vimarsh.example' } }, async (platform) => {
    platform.tenant((host) => (host === 'alpha.vimarsh.example' ? ({ utm_source_str: 'alpha' } as never) : null));
    platform.on(whose, async (_input, { host, partner, origin }) => ({ host, partner: partner ? 'alpha' : '', origin }));
    await platform.start();
    const ask = async (headers: Record<string, string>) => {
      const answer = await platform.app.inject({ url: whose.path, headers: { host: 'vimarsh.example', 'x-forwarded-proto': 'https', ...headers } });
      return { ...(answer.json() as { data: object }).data, readableBy: answer.headers['access-control-allow-origin'] ?? null };
    };
    const main = { host: 'vimarsh.example', partner: '', origin: '', readableBy: null };
    expect(await ask({})).toEqual(main);
    for (const forwarded of ['alpha.vimarsh.example', 'vimarsh.example, alpha.vimarsh.example', 'alpha.vimarsh.example:443', '']) {
      expect(await ask({ 'x-forwarded-host': forwarded })).toEqual(main);
    }
    // An origin that calls itself ours by that header is still a stranger's.
    const foreign = { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' };
    expect(await ask(foreign)).toEqual({ ...main, origin: 'https://evil.example' });
    expect(await ask({ 'sec-fetch-site': 'same-origin', 'x-forwarded-host': 'evil.example' })).toEqual({ ...main, origin: 'https://vimarsh.example' });
    // What somebody on the network put into a page without TLS, and another program on the host, read nothing.
    for (const origin of ['http://vimarsh.example', 'http://alpha.vimarsh.example', 'https://vimarsh.example:8443', 'https://alpha.vimarsh.example:8443'])
      expect(await ask({ origin }), origin).toMatchObject({ readableBy: null });
    expect(await ask({ origin: 'https://alpha.vimarsh.example' })).toMatchObject({ readableBy: 'https://alpha.vimarsh.example' });
    // And a partner's host keeps its own origin.
    const own = { host: 'alpha.vimarsh.example', origin: 'https://alpha.vimarsh.example', 'x-forwarded-host': 'evil.example' };
    expect(await ask(own)).toEqual({ host: own.host, partner: 'alpha', origin: own.origin, readableBy: own.origin });
  }));

const PROXIED = { 'x-forwarded-for': '203.0.113.9' };

test.each([
  ['nobody is named', '', '10.0.0.7', 1],
  ['another is named', '10.0.0.1', '10.0.0.7', 1],
  ['it is named', '10.0.0.0/8', '10.0.0.7', 0],
])('a request through a proxy is said once in the log where TRUST_PROXY does not name it: %s', async (_, TRUST_PROXY, remoteAddress, times) => {
  const lines: { msg: string; setting?: string }[] = [];
  const log = { write: (line: string) => void lines.push(JSON.parse(line)) };
  await withPlatform({ database: 'pglite', settings: { TRUST_PROXY }, log }, async (platform) => {
    await platform.app.inject({ url: '/healthz', remoteAddress });
    for (let n = 0; n < 3; n += 1) await platform.app.inject({ url: '/healthz', headers: PROXIED, remoteAddress });
    await platform.app.inject({ url: '/healthz', headers: { forwarded: 'for=203.0.113.9' }, remoteAddress });
    const said = lines.filter(({ setting }) => setting === 'TRUST_PROXY');
    expect(said).toHaveLength(times);
    if (times)
      expect(said[0]!.msg).toMatch(/^A request carried X-Forwarded-For from an address that TRUST_PROXY does not name\. .* set TRUST_PROXY to its address/);
  });
});

const tried = route({ method: 'GET', path: '/test/v1/tried', summary: 'Counted.', access: 'open', data: z.object({ done: z.boolean() }) });

test('in the demo this machine’s own address is not counted, but for requests that came through a proxy that nobody named', async () => {
  await withPlatform({ database: 'pglite', settings: { DEMO: 'on' } }, async (platform) => {
    platform.on(tried, async (_, ctx) => {
      await takePerAddress(platform, 'tries', ctx, { max: 1, perSeconds: 60 });
      return { done: true };
    });
    const take = async (headers = {}) => (await platform.app.inject({ url: tried.path, headers, remoteAddress: '127.0.0.1' })).statusCode;
    const own = [await take(), await take(), await take()];
    const proxied = [await take(PROXIED), await take(PROXIED)];
    expect([own, proxied, await take()]).toEqual([[200, 200, 200], [200, 429], 200]);
  });
});
