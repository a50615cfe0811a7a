import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { brotliDecompressSync } from 'node:zlib';
import type { PublicView } from '@vimarsh/shared/contract/calls.contract.ts';
import type { MarketClock } from '@vimarsh/shared/contract/market.contract.ts';
import { ENVIRONMENTS } from '@vimarsh/shared/domain/environments.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatform, type TestPlatform } from '../platform/testing.ts';
import { createPortal } from './index.ts';

const DATA_DIR = mkdtempSync(`${tmpdir()}/portal-`);
const integrity = `sha384-${'A'.repeat(64)}`;
const publicView: PublicView = {
  closed: [],
  live_count: 3,
  closed_count: 5,
  experts: [],
  outcome: { target_hit: 1, sl_hit: 2, exited: 1, expired: 1 },
  perf_mode: 'demo',
  ledger: null,
  as_of: '2026-11-20T00:00:00.000Z',
};
const clock: MarketClock = {
  now: '2026-11-20T04:30:00.000Z',
  phase: 'continuous',
  trading_date: '2026-11-20',
  label: 'Open · closes 15:30',
  opens_at: null,
  closes_at: '2026-11-20T10:00:00.000Z',
  source: 'simulated',
  speed: 1,
  stale: false,
};
const partner = ENVIRONMENTS.find(({ primaryColor }) => primaryColor)!;
let server: TestPlatform;

/** A release with two files; `previous` stays out of the way. */
function release(name: string, files: Record<string, string>, paths: string[] = []): string {
  const id = `${name}@0.1.0+0123456789`;
  const dir = `${DATA_DIR}/releases/files/${name}/0123456789`;
  for (const part of [`${DATA_DIR}/releases/records`, `${DATA_DIR}/releases/channels`, dir]) mkdirSync(part, { recursive: true });
  for (const [file, content] of Object.entries(files)) writeFileSync(`${dir}/${file}`, content);
  const routes = paths.map((path) => ({ path, title: `Title of ${path}`, guard: 'open', page: 'p', layout: 'frame' }));
  const manifest = {
    name,
    owner: 't',
    routes,
    events: { emits: [], listens: [] },
    needs: { contract: 1, session: 1 },
    budget: { entry: 1, page: 1 },
  };
  const record = {
    id,
    name,
    version: '0.1.0',
    entry: `/releases/${name}/0123456789/entry.js`,
    integrity,
    manifest,
    preload: [],
    bytes: { entry: 1, total: 1 },
    commit: '',
    previous: null,
    built_at: '',
  };
  writeFileSync(`${DATA_DIR}/releases/records/${id}.json`, JSON.stringify(record));
  return id;
}

beforeAll(async () => {
  server = await openPlatform({ database: 'pglite', settings: { DATA_DIR } });
  await createPortal(server.platform, {
    partners: { byHost: (host) => ENVIRONMENTS.find(({ utm_source_str }) => host.startsWith(`${utm_source_str}.`)) ?? null },
    calls: { publicView: async () => publicView },
    market: { clock: () => clock },
  });
  await server.platform.app.ready();
});
afterAll(async () => {
  await server.end();
  rmSync(DATA_DIR, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  server.platform.app.inject({ url, headers: { host: 'localhost', accept: 'text/html', ...headers } });
const dataOf = (html: string) => JSON.parse(/id="page">(.*?)<\/script>/s.exec(html)![1]!);

test('before anything is released the page says so and asks again', async () => {
  const answer = await get('/');
  expect(answer.statusCode).toBe(503);
  expect(answer.headers['retry-after']).toBe('2');
});

test('any path is the page: fresh nonce, policy, first data of / inside', async () => {
  const template =
    '<title>{{title}}</title><style nonce="{{nonce}}">{{theme}}</style><script nonce="{{nonce}}" src="{{boot.url}}"></script><script id="page">{{page}}</script>';
  const ids = [
    release('root-config', { 'index.html': template, 'entry.js': 'boot()', 'entry.js.br': 'BR', 'sw.js': 'worker()' }),
    release('shared', {}),
    release('mf-a', {}, ['/', '/a']),
  ];
  writeFileSync(
    `${DATA_DIR}/releases/channels/live.1.json`,
    JSON.stringify({ name: 'live', version: 1, releases: Object.fromEntries(ids.map((id) => [id.split('@')[0], id])), moved_at: '', reason: '' }),
  );

  const home = await get('/');
  expect(home.statusCode).toBe(200);
  expect(home.headers['cache-control']).toBe('no-store');
  const nonce = /script-src 'nonce-([^']+)'/.exec(String(home.headers['content-security-policy']))![1]!;
  expect(home.body.split(`nonce="${nonce}"`)).toHaveLength(3);
  expect(dataOf(home.body)).toMatchObject({
    brand: 'vimarsh',
    environment: null,
    market: 'simulated',
    first: { 'GET /market/v1/clock': { status: true, data: clock, at: expect.any(Number) }, 'GET /reco/v1/public': { status: true, data: publicView } },
  });

  const again = await get('/');
  expect(again.headers['content-security-policy']).not.toBe(home.headers['content-security-policy']);
  const unknown = await get('/no/such/page?x=1');
  expect(unknown.statusCode).toBe(200);
  expect(Object.keys(dataOf(unknown.body).first)).toEqual(['GET /market/v1/clock']);
});

test('a partner’s host gets its name, colours and the same releases', async () => {
  const main = dataOf((await get('/')).body);
  const { body } = await get('/', { host: `${partner.utm_source_str}.localhost` });
  const data = dataOf(body);
  expect(data.environment).toEqual(partner);
  expect(data.releases).toEqual(main.releases);
  expect(body).toContain(`Title of / · ${partner.title}`);
  expect(body).toMatch(/:root\{--accent:#[0-9a-f]{6}/);
});

test('the page is compressed for who can read it', async () => {
  const answer = await get('/', { 'accept-encoding': 'br, gzip' });
  expect(answer.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain('id="page"');
});

test('release files never change, so browsers keep them; nothing else is reachable', async () => {
  const file = await get('/releases/root-config/0123456789/entry.js', { 'accept-encoding': 'br' });
  expect([file.statusCode, file.body, file.headers['content-encoding'], file.headers['content-type']]).toEqual([
    200,
    'BR',
    'br',
    'text/javascript; charset=utf-8',
  ]);
  expect(file.headers['cache-control']).toContain('immutable');
  const plain = await get('/releases/root-config/0123456789/entry.js');
  expect([plain.body, plain.headers['content-encoding']]).toEqual(['boot()', undefined]);
  for (const path of ['nope.js', '../../../records/x.json', '..%2f..%2frecords', 'entry.js.br', 'index.html%00.js']) {
    const answer = await get(`/releases/root-config/0123456789/${path}`, { accept: '*/*' });
    expect(answer.statusCode, path).toBe(404);
    expect(answer.json().status, path).toBe(false);
  }
});

test('the service worker is the released one and is asked for anew each time', async () => {
  const answer = await get('/sw.js', { accept: '*/*' });
  expect([answer.body, answer.headers['cache-control']]).toEqual(['worker()', 'no-cache']);
  expect(answer.headers['content-security-policy'], 'or it could not fetch anything').toContain("connect-src 'self'");
});

test('an unknown API path stays an envelope, not a page', async () => {
  const answer = await get('/reco/v1/nothing', { accept: 'application/json' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ status: false, code: 'NOT_FOUND' });
});

test('who asks for anything gets the page, but not in place of a call or a file', async () => {
  const anything = { accept: '*/*' };
  expect((await get('/retail-side/faq', anything)).headers['content-type']).toContain('text/html');
  expect((await server.platform.app.inject({ method: 'HEAD', url: '/', headers: { host: 'localhost', ...anything } })).statusCode).toBe(200);
  for (const path of ['/reco/v1/nothing', '/favicon.ico']) expect((await get(path, anything)).statusCode, path).toBe(404);
});

test('the load beacon is counted by known modules only, and refused in another shape', async () => {
  const module = { name: 'mf-a', release: 'mf-a@0.1.0+0123456789', outcome: 'shown', retried: true, phase: 'mount', entry_ms: 10, module_ms: 20, shown_ms: 30 };
  const send = (payload: object) => server.platform.app.inject({ method: 'POST', url: '/base/v1/load-trace', payload, headers: { host: 'localhost' } });
  const answer = await send({ set: 's', modules: [module, { ...module, name: 'mf-unknown' }] });
  expect(answer.json()).toMatchObject({ status: true, data: { counted: 1 } });
  expect((await send({ set: 's', modules: [{ ...module, outcome: 'great' }] })).statusCode).toBe(400);
  const metrics = await server.platform.app.inject({ url: '/metrics', headers: { host: 'localhost' } });
  expect(metrics.body).toContain('vimarsh_module_loads_total{module="mf-a",outcome="shown",phase="mount",retried="true"} 1');
  expect(metrics.body).not.toContain('mf-unknown');
});
