import type { Access, Route } from '@vimarsh/shared/contract/route.ts';
import { CLIENT_EVENTS, SERVER_EVENTS, TOPICS } from '@vimarsh/shared/contract/socket/events.ts';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_NOW, demoPlace } from '../../demo-data.testing.ts';
import { DEMO_PASSWORD, demoSignIns } from '../../identity/demo/index.ts';
import { createServer } from '../../server.ts';
import { createLogger } from '../log/logging.ts';
import type { PlatformProcess } from '../platform.create.ts';
import { testConfig } from '../testing.ts';

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
  open: ['visitor', ...signedIn],
  demo: ['visitor', ...signedIn],
  demoAdmin: ['admin'],
  session: signedIn,
  expert: ['expert with documents pending', 'verified expert'],
  admin: ['admin'],
};

/** Whom the right behind a door refuses before it looks at the input. */
const REFUSED: Readonly<Record<string, readonly Person[]>> = {
  'GET /auth/v1/risk_profile': ['expert with documents pending', 'verified expert', 'admin'],
  'POST /base/v1/referral_code': ['expert with documents pending', 'verified expert', 'admin', 'customer of a partner without plans'],
};

let server: PlatformProcess;
let remove: () => Promise<void>;
const bearers = new Map<Person, string>();
let client = 0;
const nextAddress = () => `10.9.${(++client >> 8) & 255}.${client & 255}`;

beforeAll(async () => {
  const { DATA_DIR, ...copy } = await demoPlace('pglite');
  remove = copy.remove;
  server = await createServer(testConfig({ DATA_DIR, MARKET_NOW: DEMO_NOW }), createLogger('silent'), { place: copy.place });
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
      const isRefused = REFUSED[`${route.method} ${route.path}`]?.includes(person) ?? false;
      const wanted =
        (route.bearer === 'any' ? everybody : PASSES[route.access]).includes(person) && !isRefused
          ? 'passes'
          : NOBODY.includes(person)
            ? 'SESSION_ENDED'
            : 'FORBIDDEN';
      if (said !== wanted) wrong.push(`${route.method} ${route.path} (${route.access}) × ${person}: ${said}, not ${wanted}`);
      cells += 1;
    }
  }
  expect(wrong).toEqual([]);
  expect(cells).toBe(server.routes().length * everybody.length);
}, 120_000);

/**
 * Addresses that are no calls of the contract: pages, files, what watches the server, the demo's own broker with its page for orders, its
 * identity provider, brokers' messages and the way back from their pages. A document's file (`/media/kyc`) asks for the signature of its
 * short-lived link.
 */
const BESIDE = [
  'GET /.well-known/change-password',
  'GET /.well-known/security.txt',
  'GET /.well-known/vimarsh-ledger.json',
  'GET /.well-known/vimarsh-log/checkpoint',
  'GET /.well-known/vimarsh-log/head/:size',
  'GET /.well-known/vimarsh-log/tile/:level/*',
  'GET /.well-known/vimarsh-log/vkey',
  'GET /.well-known/vimarsh-prices/:symbol/:day/:file',
  'GET /__broker/:id/login',
  'GET /__google/.well-known/openid-configuration',
  'GET /__google/authorize',
  'GET /__google/keys',
  'GET /__outbox',
  'GET /__outbox.json',
  'GET /__pay/:order',
  'GET /__pay/mandates/:mandate',
  'GET /apple-touch-icon.png',
  'GET /docs',
  'GET /equity-insights/:first/:second',
  'GET /equity-insights/:first?',
  'GET /favicon.ico',
  'GET /fonts/*',
  'GET /healthz',
  'GET /icons/192-maskable.png',
  'GET /icons/192.png',
  'GET /icons/512-maskable.png',
  'GET /icons/512.png',
  'GET /manifest.webmanifest',
  'GET /market-sentiment-widget/:stock_code?',
  'GET /media/kyc/:id',
  'GET /media/partners/:file',
  'GET /media/people/:file',
  'GET /media/subscription-agreement.pdf',
  'GET /media/terms.pdf',
  'GET /metrics',
  'GET /openapi.json',
  'GET /options-insights/:first/:second',
  'GET /options-insights/:first?',
  'GET /readyz',
  'GET /releases/*',
  'GET /robots.txt',
  'GET /share.png',
  'GET /sw.js',
  'GET /trading/v1/returns/:broker',
  'GET /w/*',
  'POST /__broker/:id/login',
  'POST /__google/authorize',
  'POST /__google/token',
  'POST /__paper/basket',
  'POST /__paper/basket/decide',
  'POST /__pay/:order',
  'POST /__pay/mandates/:mandate',
  'POST /trading/v1/postbacks/:broker',
];

test('the server knows no address beside the matrix but these pages and files', () => {
  const inMatrix = new Set(server.routes().map(({ method, path }) => `${method} ${path}`));
  const all = server.addresses();
  for (const address of inMatrix) expect(all).toContain(address);
  expect(all.filter((address) => !inMatrix.has(address)).toSorted()).toEqual(BESIDE);
});

test('beside the matrix nobody’s bearer opens or closes anything, and a document’s file opens to no bearer at all', async () => {
  const wrong: string[] = [];
  for (const address of BESIDE) {
    const [method = '', pattern = ''] = address.split(' ');
    const url = pattern.replaceAll(/:\w+\??|\*/g, 'x');
    const knockAs = async (person: Person) => {
      const bearer = bearers.get(person)!;
      const headers = { host: 'localhost', accept: 'text/html', ...(bearer && { authorization: `Bearer ${bearer}` }) };
      return (await server.app.inject({ method: method as 'GET', url, remoteAddress: nextAddress(), headers })).statusCode;
    };
    const visitors = await knockAs('visitor');
    if (visitors >= 500 && visitors !== 503) wrong.push(`${address}: ${visitors}`);
    if (pattern.startsWith('/media/kyc') && visitors < 400) wrong.push(`${address} opens without a signature`);
    for (const person of everybody) {
      const said = await knockAs(person);
      if (said !== visitors) wrong.push(`${address} × ${person}: ${said}, a visitor gets ${visitors}`);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

test('what is answered from memory, in front of all doors, belongs to routes whose door is open', () => {
  const open = server.routes().flatMap(({ path, access }) => (access === 'open' ? [path.replace(/:.*/, ''), `${path}?`] : []));
  expect(server.quick.prefixes().length).toBeGreaterThan(0);
  for (const prefix of server.quick.prefixes()) expect(open).toContain(prefix);
});

test('a route that does not say who may call it can’t be registered', () => {
  const { access: _gone, ...silent } = server.routes()[0]!;
  expect(() => server.on(silent as Route, async () => null as never)).toThrow('does not say who may call it');
});

/** Who may send what over a socket, spelled out by hand once more; a new event must be entered here. */
const EVENTS: Readonly<Record<string, 'open' | 'session'>> = {
  'market:watch': 'open',
  'session:auth': 'open',
  // The topic that they name says whether it is open.
  'room:join': 'open',
  'room:leave': 'open',
};
/**
 * What a socket may hear. Quotes go to who watches them, news of a topic's room to whom its feature lets in, the others to all
 * sockets of a user or a session, which only a bearer joins.
 */
const HEARD = ['call:changed', 'market:quotes', 'notice:new', 'room:ended', 'room:reload', 'session:ended'];

test('every socket event × every kind of caller: who may send it does, nobody else, and nobody comes in on a bearer that is not theirs here', async () => {
  expect(Object.fromEntries(TOPICS.flatMap(({ client, access }) => Object.keys(client).map((event) => [event, access])))).toEqual(EVENTS);
  expect(Object.keys(CLIENT_EVENTS).toSorted()).toEqual(Object.keys(EVENTS).toSorted());
  expect(Object.keys(SERVER_EVENTS).toSorted()).toEqual(HEARD);
  const port = await server.listen(0);
  const wrong: string[] = [];
  for (const person of everybody) {
    const token = bearers.get(person)!;
    const socket = io(`http://localhost:${port}`, {
      transports: ['websocket'],
      auth: { token },
      forceNew: true,
      reconnection: false,
      extraHeaders: { host: `${PEOPLE[person].host}:${port}` },
    });
    const met = await new Promise<string>((resolve) =>
      socket
        .once('connect', () => resolve('in'))
        .once('connect_error', (error) => resolve((error as { data?: { code?: string } }).data?.code ?? error.message)),
    );
    const wanted = person !== 'visitor' && NOBODY.includes(person) ? 'SESSION_ENDED' : 'in';
    if (met !== wanted) wrong.push(`${person} is met with ${met}, not ${wanted}`);
    for (const [event, access] of met === 'in' ? Object.entries(EVENTS) : []) {
      const { code } = await socket.timeout(5000).emitWithAck(event, null);
      // The input is none, so that an open door says that it is wrong.
      const said = access === 'open' || signedIn.includes(person) ? 'BAD_REQUEST' : 'SESSION_ENDED';
      if (code !== said) wrong.push(`${event} × ${person}: ${code}, not ${said}`);
    }
    socket.close();
  }
  expect(wrong).toEqual([]);
});

test('an event that does not say who may send it can’t be handled', () => {
  expect(() => server.realtime.onEvent('chat:say' as 'market:watch', () => undefined)).toThrow('does not say who may send it');
});
