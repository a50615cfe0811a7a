import { mkdtemp } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Access, Route } from '@vimarsh/shared/contract/route.ts';
import { CLIENT_ACCESS, CLIENT_EVENTS } from '@vimarsh/shared/contract/socket.contract.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoSignIns } from './identity/index.ts';
import { createLogger } from './platform/logging.ts';
import type { PlatformProcess } from './platform/platform.create.ts';
import { freshPlace, testConfig } from './platform/testing.ts';
import { createServer } from './server.ts';

/** Everybody who may stand at a door: by role, by plan, by partner. */
const PEOPLE = {
  visitor: { shows: null, host: 'localhost' },
  'forged bearer': { shows: null, host: 'localhost' },
  'free investor': { shows: 'free investor', host: 'localhost' },
  'Lite investor': { shows: 'Lite investor', host: 'localhost' },
  'Premium investor': { shows: 'Premium investor', host: 'localhost' },
  'promotional Premium': { shows: 'promotional Premium', host: 'localhost' },
  'Pro investor': { shows: 'Pro investor', host: 'localhost' },
  'chat user': { shows: 'chat user', host: 'localhost' },
  'expert with documents pending': { shows: 'expert with documents pending', host: 'localhost' },
  'verified expert': { shows: 'verified expert', host: 'localhost' },
  admin: { shows: 'admin', host: 'localhost' },
  'customer of a partner without plans': { shows: 'partner customer, broker without plans', host: 'neem.localhost' },
  'customer of a partner with plans': { shows: 'partner customer, broker with plans', host: 'garnet.localhost' },
  'customer on another partner’s site': { shows: 'partner customer, broker with plans', host: 'neem.localhost' },
  'admin on a partner’s site': { shows: 'admin', host: 'neem.localhost' },
} as const;
type Person = keyof typeof PEOPLE;

const NOBODY: readonly Person[] = ['visitor', 'forged bearer', 'customer on another partner’s site', 'admin on a partner’s site'];
const everybody = Object.keys(PEOPLE) as Person[];
const signedIn = everybody.filter((person) => !NOBODY.includes(person));

/** Who passes, spelled out once more and by hand: a change of the doors must be meant. */
const PASSES: Readonly<Record<Access, readonly Person[]>> = {
  open: everybody,
  demo: everybody,
  session: signedIn,
  expert: ['expert with documents pending', 'verified expert'],
  admin: ['admin'],
};

let server: PlatformProcess;
let remove: () => Promise<void>;
const bearers = new Map<Person, string>();
let client = 0;
const nextAddress = () => `10.9.${(++client >> 8) & 255}.${client & 255}`;

beforeAll(async () => {
  const fresh = await freshPlace('pglite');
  remove = fresh.remove;
  const config = testConfig({ DATA_DIR: await mkdtemp(join(tmpdir(), 'vimarsh-access-')), LOG_LEVEL: 'silent' });
  server = await createServer(config, createLogger('silent'), { place: fresh.place });
  await server.start();
  for (const person of everybody) bearers.set(person, await bearerOf(person));
}, 300_000);
afterAll(async () => {
  await server.close();
  await remove();
});

async function bearerOf(person: Person): Promise<string> {
  const { shows } = PEOPLE[person];
  if (shows === null) return person === 'visitor' ? '' : 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ1c3JfYWRtaW4ifQ.';
  const account = demoSignIns.find((each) => each.shows === shows)!;
  const answer = await server.app.inject({
    method: 'POST',
    url: '/auth/v1/sign_in',
    remoteAddress: nextAddress(),
    headers: { host: account.partner_key ? `${account.partner_key}.localhost` : 'localhost' },
    payload: { username: account.email, password: DEMO_PASSWORD, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' },
  });
  return answer.json().token_data.access_token;
}

/** What the door says. The input is empty, so that behind it nothing much happens. */
async function knock(route: Route, person: Person): Promise<'passes' | 'SESSION_ENDED' | 'FORBIDDEN'> {
  const bearer = bearers.get(person)!;
  const answer = await server.app.inject({
    method: route.method,
    url: route.path.replaceAll(/:\w+/g, 'x'),
    remoteAddress: nextAddress(),
    headers: { host: PEOPLE[person].host, ...(bearer && { authorization: `Bearer ${bearer}` }) },
    ...(route.method === 'POST' && { payload: {} }),
  });
  const { code } = answer.json();
  return (answer.statusCode === 401 && code === 'SESSION_ENDED') || (answer.statusCode === 403 && code === 'FORBIDDEN') ? code : 'passes';
}

test('every route × every kind of caller: who may pass does, nobody else (S5-SHOW-A03)', async () => {
  const wrong: string[] = [];
  let cells = 0;
  for (const route of server.routes()) {
    for (const person of everybody) {
      const said = await knock(route, person);
      const wanted = PASSES[route.access].includes(person) ? 'passes' : NOBODY.includes(person) ? 'SESSION_ENDED' : 'FORBIDDEN';
      if (said !== wanted) wrong.push(`${route.method} ${route.path} (${route.access}) × ${person}: ${said}, not ${wanted}`);
      cells += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(cells).toBe(server.routes().length * everybody.length);
}, 120_000);

/**
 * Addresses that are no calls of the contract: pages, files, what watches the server, the demo's own broker and identity
 * provider. A document's file (`/media/kyc`) asks for the signature of its short-lived link. `*` stands for all folders of
 * files (`/releases/*`, `/fonts/*`, `/w/*`), which Fastify prints as one.
 */
const BESIDE = [
  'GET *',
  'GET /.well-known/vimarsh-ledger.json',
  'GET /__broker/:id/login',
  'GET /__google/.well-known/openid-configuration',
  'GET /__google/authorize',
  'GET /__google/keys',
  'GET /__outbox',
  'GET /__outbox.json',
  'GET /docs',
  'GET /equity-insights',
  'GET /equity-insights/:first',
  'GET /equity-insights/:first/:second',
  'GET /healthz',
  'GET /market-sentiment-widget',
  'GET /market-sentiment-widget/:stock_code',
  'GET /media/kyc/:id',
  'GET /media/partners/:file',
  'GET /media/people/:file',
  'GET /metrics',
  'GET /openapi.json',
  'GET /options-insights',
  'GET /options-insights/:first',
  'GET /options-insights/:first/:second',
  'GET /readyz',
  'GET /sw.js',
  'POST /__broker/:id/login',
  'POST /__google/authorize',
  'POST /__google/token',
];

/** Every method and address the server knows, read from the tree that Fastify prints. */
function addresses(): string[] {
  const above: string[] = [];
  return server.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (indent === undefined || part === undefined) return [];
      above.splice(indent.length / 4, Number.POSITIVE_INFINITY, part);
      const known = (methods ?? '').split(', ').filter((method) => method !== '' && !['HEAD', 'OPTIONS'].includes(method));
      return known.map((method) => `${method} ${above.join('')}`);
    });
}

test('the server knows no address beside the matrix but these pages and files', () => {
  const inMatrix = new Set(server.routes().map(({ method, path }) => `${method} ${path}`));
  const all = addresses();
  for (const address of inMatrix) expect(all).toContain(address);
  expect(all.filter((address) => !inMatrix.has(address)).toSorted()).toEqual(BESIDE);
});

test('a route that does not say who may call it can’t be registered', () => {
  const { access: _gone, ...silent } = server.routes()[0]!;
  expect(() => server.on(silent as Route, async () => null as never)).toThrow('does not say who may call it');
});

test('every socket event × with and without a bearer: open ones pass, the others ask for a session', async () => {
  await server.listen(0);
  const { port } = server.app.server.address() as AddressInfo;
  const wrong: string[] = [];
  for (const token of ['', bearers.get('free investor')!]) {
    const socket = io(`http://localhost:${port}`, { transports: ['websocket'], auth: { token }, forceNew: true });
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
    for (const event of Object.keys(CLIENT_EVENTS) as (keyof typeof CLIENT_EVENTS)[]) {
      const ack = await socket.timeout(5000).emitWithAck(event, null);
      const passed = ack.code !== 'SESSION_ENDED';
      if (passed !== (CLIENT_ACCESS[event] === 'open' || token !== '')) wrong.push(`${event} ${token ? 'with' : 'without'} a bearer: ${ack.code}`);
    }
    socket.close();
  }
  expect(wrong).toEqual([]);
});
