import { Transformer } from '@napi-rs/image';
import { MITC_VERSION } from '@vimarsh/shared/domain/money/mitc.ts';
import { SERVED } from '@vimarsh/shared/domain/routing/served.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_NOW, demoPlace } from '../../demo-data.testing.ts';
import { DEMO_PASSWORD, demoSignIns } from '../../identity/demo/index.ts';
import { storeEmbed } from '../../insights/embed-files.testing.ts';
import { storePortal } from '../../portal/releases.testing.ts';
import { createServer } from '../../server.ts';
import { createLogger } from '../log/logging.ts';
import type { PlatformProcess } from '../platform.create.ts';
import { type Answered, type Asked, ask, raw } from '../testing/raw-requests.testing.ts';
import { METRICS, testConfig } from '../testing.ts';
import { GOVERNED, KINDS, type PageKind } from './security-headers.ts';

const PAGE = { accept: 'text/html' };
const JSON_BODY = { 'content-type': 'application/json' };
const pathOf = (url: string): string => url.slice(new URL(url).origin.length);

let server: PlatformProcess;
let remove: () => Promise<void>;
let base: string;
/** Where the demo's identity provider and a broker ask people, each for this portal. */
let payment = '';
let google: string;
let broker: string;
/** A person's picture, and a document with what its reviewer's browser sends. */
let picture: string;
let document: Asked;
let demo: { widget: { access_key: string } };
let client = 0;
const get = (asked: Asked | string): Promise<Answered> =>
  ask(base, { from: `127.0.7.${(client++ % 250) + 1}`, ...(typeof asked === 'string' ? { path: asked } : asked) });

beforeAll(async () => {
  const { DATA_DIR, place, ...copy } = await demoPlace('pglite');
  remove = copy.remove;
  storePortal(DATA_DIR);
  storeEmbed(DATA_DIR);
  server = await createServer(testConfig({ DATA_DIR, MARKET_NOW: DEMO_NOW }), createLogger('silent'), { place });
  await server.start();
  base = `http://127.0.0.1:${await server.listen(0)}`;
  demo = JSON.parse((await get('/base/v1/demo')).body).data;
  google = pathOf(JSON.parse((await get('/auth/v1/social/google')).body).data.redirect_url);
  const back = encodeURIComponent(new URLSearchParams(google.split('?')[1]).get('redirect_uri') ?? '');
  const brokers = Array.from({ length: 60 }, (_, id) => `/__broker/${id}/login?return_to=${back}`);
  for (const path of brokers) if (!broker && (await get(path)).status === 200) broker = path;
  picture = await upload(await signIn('expert with documents pending'));
  const buyer = { ...(await signIn('free investor')), ...JSON_BODY };
  const wish = { plan: 'Lite', days: 30, pay_paise: 199_00, method: 'card', mitc_version: MITC_VERSION, place: '27', key: 'headers' };
  payment = JSON.parse((await get({ method: 'POST', path: '/plans/v1/orders', headers: buyer, body: JSON.stringify(wish) })).body).data.payable.page;
  const admin = await signIn('admin');
  const { documents } = JSON.parse((await get({ path: '/admin/v1/kyc_queue', headers: admin })).body).data;
  document = { path: pathOf(new URL(documents[0].link, base).href), headers: admin };
}, 300_000);
afterAll(async () => {
  await server.close();
  await remove();
});

/** What a request of a demo account carries: its bearer and its browser's cookie. */
async function signIn(shows: string): Promise<Record<string, string>> {
  const { email } = demoSignIns.find((each) => each.shows === shows)!;
  const body = JSON.stringify({ username: email, password: DEMO_PASSWORD, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR' });
  const answer = await get({ method: 'POST', path: '/auth/v1/sign_in', headers: JSON_BODY, body });
  return { authorization: `Bearer ${JSON.parse(answer.body).token_data.access_token}`, cookie: String(answer.headers['set-cookie']).split(';')[0]! };
}

/** Sends a picture and a document of somebody; gives the address of the picture. */
async function upload(headers: Record<string, string>): Promise<string> {
  const form = new FormData();
  const png = await Transformer.fromRgbaPixels(new Uint8Array(4 * 40 * 30).fill(180), 40, 30).png();
  for (const name of ['picture', 'pan_card']) form.set(name, new File([new Uint8Array(png)], 'a.png'));
  const sent = new Request('http://x/', { method: 'POST', body: form });
  const answer = await get({
    method: 'POST',
    path: '/auth/v1/profile_update',
    headers: { ...headers, 'content-type': sent.headers.get('content-type')! },
    body: Buffer.from(await sent.arrayBuffer()),
  });
  return /\/media\/people\/\w+\.jpg/.exec(answer.body)![0];
}

/** What browsers are told, with what is another each time replaced. */
function toldBy({ headers }: Answered): Record<string, string> {
  const governed = GOVERNED.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])] as const]));
  const told = Object.fromEntries(governed);
  const policy = told['content-security-policy'];
  if (policy)
    told['content-security-policy'] = policy
      .replaceAll(/'nonce-[^']+'/g, "'nonce-N'")
      .replace(/'sha256-[^']+'/, "'sha256-S'")
      .replace(/(form-action 'self') http[^ ;]+/, '$1 TO')
      .replace(/(report-uri) [^,;]+/, '$1 U')
      .replace(/frame-ancestors (?!'none'|\*)[^,;]+/, 'frame-ancestors A');
  return told;
}
const rowOf: { [K in PageKind]: () => Record<string, string> } = {
  data: KINDS.data,
  'short data': KINDS['short data'],
  page: () => KINDS.page({ nonce: 'N' }),
  words: () => KINDS.words({ style: 'S' }),
  'form elsewhere': () => KINDS['form elsewhere']({ style: 'S', to: 'TO' }),
  frame: () => KINDS.frame({ nonce: 'N', ancestors: ['A'], reportTo: { group: 'vimarsh', uri: 'U' } }),
  file: KINDS.file,
  worker: KINDS.worker,
  embed: KINDS.embed,
  logo: KINDS.logo,
  picture: KINDS.picture,
  document: KINDS.document,
};

/** Every address beside the contract's routes: how it answers well, and as what kind. A new address must be entered here. */
const BESIDE = (): Record<string, [kind: PageKind, asked: Asked | string, status?: number]> => ({
  'GET /.well-known/change-password': ['data', '/.well-known/change-password', 302],
  'GET /.well-known/security.txt': ['data', '/.well-known/security.txt'],
  'GET /apple-touch-icon.png': ['logo', '/apple-touch-icon.png'],
  'GET /icons/192-maskable.png': ['logo', '/icons/192-maskable.png'],
  'GET /icons/192.png': ['logo', '/icons/192.png'],
  'GET /icons/512-maskable.png': ['logo', '/icons/512-maskable.png'],
  'GET /icons/512.png': ['logo', '/icons/512.png'],
  'GET /manifest.webmanifest': ['data', '/manifest.webmanifest'],
  'GET /share.png': ['logo', '/share.png'],
  'GET /.well-known/vimarsh-ledger.json': ['data', '/.well-known/vimarsh-ledger.json'],
  'GET /.well-known/vimarsh-log/checkpoint': ['data', '/.well-known/vimarsh-log/checkpoint'],
  'GET /.well-known/vimarsh-log/head/:size': ['data', '/.well-known/vimarsh-log/head/1', 404],
  'GET /.well-known/vimarsh-log/tile/:level/*': ['data', '/.well-known/vimarsh-log/tile/0/000'],
  'GET /.well-known/vimarsh-log/vkey': ['data', '/.well-known/vimarsh-log/vkey'],
  'GET /.well-known/vimarsh-prices/:symbol/:day/:file': ['data', '/.well-known/vimarsh-prices/TCS/2026-11-18/5.json'],
  'GET /__broker/:id/login': ['form elsewhere', broker],
  'GET /__google/.well-known/openid-configuration': ['data', '/__google/.well-known/openid-configuration'],
  'GET /__google/authorize': ['form elsewhere', google],
  'GET /__google/keys': ['data', '/__google/keys'],
  'GET /__outbox': ['words', '/__outbox'],
  'GET /__outbox.json': ['data', '/__outbox.json'],
  'GET /__pay/:order': ['words', payment],
  'GET /__pay/mandates/:mandate': ['data', '/__pay/mandates/unknown', 404],
  'GET /trading/v1/returns/:broker': ['data', '/trading/v1/returns/45?basket=b&status=success', 303],
  'GET /docs': ['words', '/docs'],
  'GET /equity-insights/:first/:second': ['frame', `/equity-insights/TCS/${demo.widget.access_key}`],
  'GET /equity-insights/:first?': ['frame', `/equity-insights/${demo.widget.access_key}`],
  'GET /favicon.ico': ['data', '/favicon.ico'],
  'GET /fonts/*': ['file', '/fonts/a.woff2'],
  'GET /healthz': ['data', '/healthz'],
  'GET /market-sentiment-widget/:stock_code?': ['frame', `/market-sentiment-widget/TCS?broker_access_key=${demo.widget.access_key}`],
  'GET /media/kyc/:id': ['document', document],
  'GET /media/partners/:file': ['logo', '/media/partners/neem.svg'],
  'GET /media/subscription-agreement.pdf': ['document', '/media/subscription-agreement.pdf'],
  'GET /media/terms.pdf': ['document', '/media/terms.pdf'],
  'GET /media/people/:file': ['picture', picture],
  'GET /metrics': ['data', { path: '/metrics', headers: METRICS }],
  'GET /openapi.json': ['data', '/openapi.json'],
  'GET /options-insights/:first/:second': ['frame', `/options-insights/NIFTY/${demo.widget.access_key}`],
  'GET /options-insights/:first?': ['frame', `/options-insights/${demo.widget.access_key}`],
  'GET /readyz': ['data', '/readyz'],
  'GET /releases/*': ['file', '/releases/root-config/0123456789/entry.js'],
  'GET /robots.txt': ['data', '/robots.txt'],
  'GET /sw.js': ['worker', '/sw.js'],
  'GET /w/*': ['embed', '/w/v1.js'],
  'POST /__broker/:id/login': ['data', { method: 'POST', path: '/__broker/40/login' }, 400],
  'POST /__google/authorize': ['data', { method: 'POST', path: '/__google/authorize' }, 400],
  'POST /__paper/basket': ['data', { method: 'POST', path: '/__paper/basket' }, 400],
  'POST /__paper/basket/decide': ['data', { method: 'POST', path: '/__paper/basket/decide' }, 400],
  'POST /__pay/:order': ['data', { method: 'POST', path: payment }, 400],
  'POST /__pay/mandates/:mandate': ['data', { method: 'POST', path: '/__pay/mandates/unknown' }, 404],
  'POST /trading/v1/postbacks/:broker': ['data', { method: 'POST', path: '/trading/v1/postbacks/45', headers: JSON_BODY, body: '{}' }, 403],
  'POST /__google/token': ['data', { method: 'POST', path: '/__google/token' }, 401],
});

test('every address of the server answers with exactly the headers of its kind', async () => {
  const beside = BESIDE();
  const routes = server.routes().map(({ method, path }) => `${method} ${path}`);
  expect(server.addresses().filter((address) => !routes.includes(address) && !(address in beside))).toEqual([]);
  const wrong: string[] = [];
  const compare = async (what: string, kind: PageKind, asked: Asked | string, status?: number): Promise<void> => {
    const answer = await get(asked);
    if (status !== undefined && answer.status !== status) wrong.push(`${what}: ${answer.status}, not ${status}: ${answer.body.slice(0, 200)}`);
    const [told, row] = [toldBy(answer), rowOf[kind]()];
    if (JSON.stringify(Object.entries(told).toSorted()) !== JSON.stringify(Object.entries(row).toSorted()))
      wrong.push(`${what} (${kind}): ${JSON.stringify(told)}`);
  };
  for (const [address, [kind, asked, status]] of Object.entries(beside)) await compare(address, kind, asked, status ?? 200);
  for (const { method, path } of server.routes()) {
    const asked = { method, path: path.replaceAll(/:\w+/g, 'TCS'), headOnly: true };
    await compare(`${method} ${path}`, 'data', method === 'POST' ? { ...asked, headers: JSON_BODY, body: '{}' } : asked);
  }
  expect(wrong).toEqual([]);
}, 120_000);

/** What says of no two answers the same: of the time, of the request, of what the server counts. */
const OF_THE_MOMENT = ['date', 'x-request-id', 'set-cookie', 'etag', 'content-security-policy'];

test('HEAD answers with the headers of GET, whatever it asks for and in whichever packing (RFC 9110, 9.3.2)', async () => {
  const listed = Object.entries(BESIDE()).flatMap(([address, [, asked]]) =>
    address.startsWith('GET ') ? [typeof asked === 'string' ? { path: asked } : asked] : [],
  );
  const calls = server.routes().flatMap(({ method, path }) => (method === 'GET' ? [{ path: path.replaceAll(/:\w+/g, 'TCS') }] : []));
  const pages = ['/', '/stocks/TCS', '/nothing/here'].map((path) => ({ path, headers: PAGE }));
  const missing = [{ path: '/releases/root-config/0123456789/none.js' }, { path: '/fonts/none.woff2' }, { path: '/w/none.js' }];
  const wrong: string[] = [];
  for (const asked of [...listed, ...calls, ...pages, ...missing] as Asked[]) {
    for (const packing of ['br', 'gzip', 'identity']) {
      const headOf = async (method: string) => {
        const { status, headers } = await get({ ...asked, method, headOnly: true, headers: { ...asked.headers, 'accept-encoding': packing } });
        // A page has another nonce each time, so it never packs to the same length.
        const varying = asked.headers === PAGE && packing !== 'identity' ? [...OF_THE_MOMENT, 'content-length'] : OF_THE_MOMENT;
        return [status, ...Object.entries(headers).filter(([name]) => !varying.includes(name))].toString();
      };
      if (asked.path === '/metrics') continue;
      const [whole, head] = [await headOf('GET'), await headOf('HEAD')];
      if (head !== whole) wrong.push(`${asked.path} ${packing}: ${head} instead of ${whole}`);
    }
  }
  expect(wrong).toEqual([]);
}, 240_000);

/**
 * First parts that the server shares with screens: at the insights it answers only who brings a key, and hands everyone else to the portal; the calls
 * of `/chat/v1/` stand beside the screen of chats, whose address the specification fixes.
 */
const WITH_SCREENS = ['equity-insights', 'options-insights', 'chat', 'trading'];

test('no screen can be made where the server answers itself: the list of its first parts is what it registers', () => {
  const registered = server.addresses().map((address) => address.split('/')[1]!);
  const own = [...new Set([...registered, 'socket.io'])].filter((part) => !WITH_SCREENS.includes(part));
  expect([...SERVED].toSorted()).toEqual(own.toSorted());
});

test('what is answered beside the routes has its kind too', async () => {
  const { access_key } = demo.widget;
  const origin = 'http://localhost:4001';
  const session = await get({ path: `/embed/v1/session?access_key=${access_key}&subjects=market-sentiment:RELIANCE`, headers: { origin } });
  const { token } = JSON.parse(session.body).data;
  const bearer = { origin, authorization: `Bearer ${token}` };
  const sentiment = { path: '/embed/v1/sentiment/RELIANCE', headers: bearer };
  const etag = String((await get(sentiment)).headers.etag);
  const kinds: [what: string, kind: PageKind, asked: Asked | string, status: number][] = [
    ['the portal', 'page', { path: '/', headers: PAGE }, 200],
    ['a page of the portal nobody has', 'page', { path: '/nothing/here', headers: PAGE }, 404],
    ['a page inside of a partner’s site', 'page', { path: '/', headers: { ...PAGE, host: 'neem.localhost' } }, 200],
    ['a page that has moved', 'data', { path: '/dealers/expert-side/faq', headers: PAGE }, 301],
    ['a call nobody has', 'data', '/nothing/v1/here', 404],
    ['another method', 'data', { method: 'DELETE', path: '/healthz' }, 404],
    ['a file that is not there', 'data', '/releases/root-config/0123456789/none.js', 404],
    ['a worker that is not there', 'data', '/fonts/none.woff2', 404],
    ['a preflight', 'data', { method: 'OPTIONS', path: '/healthz', headers: { origin, 'access-control-request-method': 'GET' } }, 204],
    ['a path that can’t be decoded', 'data', { path: '/%E0%A4%A', headers: { accept: 'application/json' } }, 404],
    ['a refused frame', 'frame', '/market-sentiment-widget/TCS?broker_access_key=pk_live_nobody', 403],
    [
      'a stream',
      'data',
      { path: `/embed/v1/stream?watch=${encodeURIComponent(`${token}~market-sentiment:RELIANCE`)}`, headers: { origin }, headOnly: true },
      200,
    ],
    ['an answer from memory', 'short data', sentiment, 200],
    ['an answer from memory that has not changed', 'short data', { ...sentiment, headers: { ...bearer, 'if-none-match': etag } }, 304],
    ['polling of a socket', 'short data', '/socket.io/?EIO=4&transport=polling', 200],
    ['a refused socket', 'short data', '/socket.io/?EIO=9&transport=none', 400],
  ];
  const wrong: string[] = [];
  for (const [what, kind, asked, status] of kinds) {
    const answer = await get(asked);
    const [told, row] = [toldBy(answer), rowOf[kind]()];
    if (kind === 'frame') row['content-security-policy'] = KINDS.frame({ nonce: 'N', ancestors: ['*'] })['content-security-policy'];
    if (answer.status !== status) wrong.push(`${what}: ${answer.status}, not ${status}`);
    if (JSON.stringify(Object.entries(told).toSorted()) !== JSON.stringify(Object.entries(row).toSorted()))
      wrong.push(`${what} (${kind}): ${JSON.stringify(told)}`);
  }
  for (const bytes of ['NONSENSE\r\n\r\n', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`]) {
    const answer = await raw(base, bytes);
    for (const [name, value] of Object.entries(KINDS['short data']()))
      if (!answer.includes(`${name}: ${value}\r\n`)) wrong.push(`on a bare socket: no ${name}`);
  }
  expect(wrong).toEqual([]);
}, 120_000);
