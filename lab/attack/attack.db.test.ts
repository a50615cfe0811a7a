import { kycQueue } from '@vimarsh/shared/contract/profile/routes.ts';
import type { Route } from '@vimarsh/shared/contract/route.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { DEMO_NOW, demoPlace } from '../../api/src/demo-data.testing.ts';
import { storeEmbed } from '../../api/src/insights/embed-files.testing.ts';
import { createLogger } from '../../api/src/platform/log/logging.ts';
import type { PlatformProcess } from '../../api/src/platform/platform.create.ts';
import { testConfig } from '../../api/src/platform/testing.ts';
import { storePortal } from '../../api/src/portal/releases.testing.ts';
import { createServer } from '../../api/src/server.ts';
import { doors, othersIds } from './attacks/access.ts';
import { headers, origins, redirects } from './attacks/browser.ts';
import { files } from './attacks/files.ts';
import { fuzz, paths, wire } from './attacks/input.ts';
import { slow } from './attacks/load.ts';
import { enumeration, tokens } from './attacks/tokens.ts';
import { ATTACKS } from './attacks.ts';
import { type Attack, isLoopback, openTarget, type Target } from './target.ts';

/** Those that take seconds. The others (ids, files, fuzz, times, slow requests) have tests of their own; all are `npm run lab -- attack`. */
const QUICK = ATTACKS.filter((attack) => ![enumeration, othersIds, files, slow, fuzz].includes(attack));

let server: PlatformProcess;
let remove: () => Promise<void>;
let target: Target;
/** Safeties taken out on purpose, one at a time. */
let planted = '';
const surprises: string[] = [];

beforeAll(async () => {
  const { DATA_DIR, place, ...copy } = await demoPlace('pglite');
  remove = copy.remove;
  storePortal(DATA_DIR);
  storeEmbed(DATA_DIR);
  const log = createLogger('error', { write: (line) => void surprises.push(line) });
  server = await createServer(testConfig({ DATA_DIR, LOG_LEVEL: 'error', RATE_LIMIT: '3000', MARKET_NOW: DEMO_NOW }), log, { place });
  plantFaults();
  await server.start();
  target = await openTarget(`http://localhost:${await server.listen(0)}`, { seed: 7 });
}, 600_000);

test('every address of the contracts is tried, whatever its file is named', () => {
  const listed = new Set(target.routes.map(({ method, path }) => `${method} ${path}`));
  expect(listed).toContain('POST /plans/v1/bank_account');
  expect(listed).toContain('POST /admin/v1/refunds/paid');
  const served = server.addresses().filter((address) => /^(GET|POST) \/(plans|admin|auth)\/v1\//.test(address));
  expect(served.length).toBeGreaterThan(50);
  expect(served.filter((address) => !listed.has(address))).toEqual([]);
});
afterAll(async () => {
  await server.close();
  await remove();
});

function plantFaults(): void {
  server.app.addHook('onSend', async (request, reply) => {
    if (planted === 'guessing of types') reply.removeHeader('x-content-type-options');
    if (planted === 'any origin') reply.headers({ 'access-control-allow-origin': request.headers.origin ?? '*', 'access-control-allow-credentials': 'true' });
    if (planted === 'line breaks') reply.header('x-attack', 'yes');
    const place = new URLSearchParams(request.url.split('?')[1]).get('next');
    if (planted === 'any redirect' && place) reply.code(302).header('location', encodeURI(place));
  });
  server.app.addHook('onRequest', async (request, reply) => {
    if (planted === 'any path' && request.raw.url?.includes('passwd')) return reply.type('text/plain').send('root:x:0:0:root:/root');
    return undefined;
  });
}

test('what is attacked is this machine and no other', async () => {
  for (const url of ['http://localhost:1', 'http://127.0.0.2:1', 'http://[::1]:1']) expect(isLoopback(url)).toBe(true);
  for (const url of ['http://10.0.0.1', 'http://evil.example', 'http://127.0.0.1.evil.example', 'http://localhost.evil.example', 'nonsense'])
    expect(isLoopback(url)).toBe(false);
  await expect(openTarget('http://10.0.0.1')).rejects.toThrow('only loopback');
});

test.each(QUICK)('$name: $holds', { timeout: 300_000 }, async (attack) => {
  const { tried, broken } = await attack.run(target);
  expect(broken).toEqual([]);
  expect(tried).toBeGreaterThan(0);
  expect(surprises).toEqual([]);
});

test.each<[fault: string, attack: Attack]>([
  ['guessing of types', headers],
  ['any origin', origins],
  ['line breaks', wire],
  ['any redirect', redirects],
  ['any path', paths],
])('without its safety (%s) the attack says so', { timeout: 300_000 }, async (fault, attack) => {
  planted = fault;
  const { broken } = await attack.run(target);
  planted = '';
  expect(broken).not.toEqual([]);
});

test('a route without its guard is found', { timeout: 300_000 }, async () => {
  const route = kycQueue as { -readonly [K in keyof Route]: Route[K] };
  route.access = 'open';
  const { broken } = await doors.run(target);
  route.access = 'admin';
  expect(broken).toContainEqual(expect.stringContaining('GET /admin/v1/kyc_queue × visitor'));
});

test('an attack of an hour is still signed in, and what it finds shut is not shut by a bearer that ended', { timeout: 300_000 }, async () => {
  const person = target.people.get('free investor')!;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
  try {
    expect((await target.ask({ path: '/auth/v1/profile' }, person)).status).toBe(200);
    // The server takes the first one no more.
    expect((await target.ask({ path: '/auth/v1/profile', headers: { authorization: `Bearer ${person.bearer}` } })).status).toBe(401);
  } finally {
    vi.useRealTimers();
  }
});

test('bearers whose signature nobody checks are found', { timeout: 300_000 }, async () => {
  const person = target.people.get('free investor')!;
  server.authenticator(async (token) => {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    return { user_id: String(claims.sub), session_id: '', roles: [], is_admin: false, partner_key: '', expert_status: '' } as never;
  });
  const { broken } = await tokens.run({ ...target, people: new Map([[person.name, person]]) });
  expect(broken.length).toBeGreaterThan(10);
});

test('every attack says what has to hold, and has a name of its own', () => {
  expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
  for (const attack of QUICK) expect(ATTACKS).toContain(attack);
  for (const { holds } of ATTACKS) expect(holds).toMatch(/\.$/);
});
