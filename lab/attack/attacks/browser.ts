import { AUTH_BYPASS, LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import type { Answered } from '../../../api/src/platform/testing/raw-requests.testing.ts';
import { type Attack, codeOf, type Target, VISITOR } from '../target.ts';

const EVIL = 'evil.example';
const HTML = { accept: 'text/html' };

const pagesOf = ({ accessKey }: Target): string[] => [
  '/',
  LOGIN,
  '/nothing/here',
  '/docs',
  '/openapi.json',
  '/healthz',
  '/robots.txt',
  '/nothing.php',
  '/media/partners/neem.svg',
  '/w/v1.js',
  '/sw.js',
  `/market-sentiment-widget/TCS?broker_access_key=${accessKey}`,
  '/market-sentiment-widget/TCS?broker_access_key=pk_live_nobody',
  '/socket.io/?EIO=4&transport=polling',
];

export const headers: Attack = {
  name: 'headers of every kind of answer',
  holds: 'nosniff and a policy that begins with nothing stand on every answer; no page of ours is framed by others; HSTS over https.',
  async run(target) {
    const broken: string[] = [];
    const calls = target.routes.map(({ method, path }) => ({ method, path: path.replaceAll(/:\w+/g, 'TCS'), headOnly: true }));
    const all = [...pagesOf(target).map((path) => ({ method: 'GET', path })), { method: 'PUT', path: '/' }, ...calls];
    for (const asked of all) {
      const { headers: told } = await target.ask({ ...asked, headers: HTML });
      const policy = String(told['content-security-policy'] ?? '');
      const what = `${asked.method} ${asked.path}`;
      if (told['x-content-type-options'] !== 'nosniff') broken.push(`${what}: no nosniff`);
      if (!policy.includes("default-src 'none'")) broken.push(`${what}: policy ${policy || 'none'}`);
      const page = String(told['content-type']).startsWith('text/html') && !asked.path.startsWith('/market-sentiment-widget');
      if (page && !policy.includes("frame-ancestors 'none'")) broken.push(`${what}: may be framed`);
      if (/unsafe-(eval|hashes)|script-src[^;]*unsafe-inline/.test(policy)) broken.push(`${what}: ${policy}`);
      if (target.base.startsWith('https:') && !told['strict-transport-security']) broken.push(`${what}: no HSTS`);
      if (told.server || told['x-powered-by']) broken.push(`${what}: names its software`);
    }
    const [frame] = [await target.ask({ path: `/market-sentiment-widget/TCS?broker_access_key=${target.accessKey}` })];
    if (target.accessKey && frame.status === 200 && /frame-ancestors[^;,]*\*/.test(String(frame.headers['content-security-policy'])))
      broken.push('a key’s frame stands on any site');
    return { tried: all.length, broken };
  },
};

/** What a page says of whose site it is. */
const siteOf = ({ body }: Answered): string => /"environment":(null|\{"\w+":"[^"]*")/.exec(body)?.[1] ?? body.slice(0, 60);

export const hosts: Attack = {
  name: 'Host and forwarded headers',
  holds: 'Only Host decides whose site it is; a foreign one is repeated in no page, redirect or message.',
  async run(target) {
    const broken: string[] = [];
    const plain = siteOf(await target.ask({ path: '/', headers: HTML }));
    const forwarded = [
      'x-forwarded-host',
      'x-original-host',
      'x-host',
      'x-forwarded-server',
      'x-http-host-override',
      'forwarded',
      'x-forwarded-for',
      'x-original-url',
    ];
    for (const name of forwarded)
      for (const value of ['neem.localhost', `host=neem.localhost`, EVIL]) {
        const answer = await target.ask({ path: '/', headers: { ...HTML, [name]: value } });
        if (siteOf(answer) !== plain) broken.push(`${name}: ${value} makes it another site`);
        if (answer.body.includes(EVIL) || JSON.stringify(answer.headers).includes(EVIL)) broken.push(`${name}: ${value} is repeated`);
      }
    const strange = [EVIL, `neem.localhost.${EVIL}`, `localhost@${EVIL}`, `${EVIL}:4000`, 'localhost:4000@evil', '127.0.0.1', `neem.localhost, ${EVIL}`];
    const asked = ['/', LOGIN, '/auth/v1/social/google', '/base/v1/demo', '/docs', '/openapi.json'];
    for (const host of strange)
      for (const path of asked) {
        const answer = await target.ask({ path, headers: { ...HTML, host } });
        if (answer.status >= 500) broken.push(`Host: ${host} on ${path}: ${answer.status}`);
        if (answer.body.includes(EVIL) || JSON.stringify(answer.headers).includes(EVIL)) broken.push(`Host: ${host} is repeated by ${path}`);
      }
    const absolute = await target.raw(`GET http://${EVIL}/ HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\nconnection: close\r\n\r\n`);
    if (absolute.includes(EVIL)) broken.push('an absolute address is repeated');
    return { tried: forwarded.length * 3 + strange.length * asked.length + 1, broken };
  },
};

export const origins: Attack = {
  name: 'origins of other sites',
  holds: 'No foreign page reads an answer with the browser’s cookies, and none but the widgets’ at all.',
  async run(target) {
    const broken: string[] = [];
    const foreign = [
      'null',
      'file://',
      `https://${EVIL}`,
      `http://localhost.${EVIL}`,
      `http://${EVIL}.localhost`,
      'http://xneem.localhost',
      'http://neem.localhost.',
      'http://neem.localhost@evil.example',
      'http://neem_localhost',
      'capacitor://localhost',
      'http://LOCALHOST.evil',
    ];
    let tried = 0;
    // The rule knows prefixes: one route of each will do for a quick look.
    const prefixes = new Map(target.routes.map((route) => [route.path.split('/', 3).join('/'), route]));
    for (const { method, path } of target.scale > 1 ? target.routes : prefixes.values())
      for (const origin of foreign)
        for (const preflight of [false, true]) {
          tried += 1;
          const ask = { method: preflight ? 'OPTIONS' : method, path: path.replaceAll(/:\w+/g, 'TCS'), headOnly: true };
          const { headers: told } = await target.ask({ ...ask, headers: { origin, ...(preflight && { 'access-control-request-method': method }) } });
          const allowed = told['access-control-allow-origin'];
          if (allowed && told['access-control-allow-credentials']) broken.push(`${method} ${path}: ${origin} reads with cookies`);
          if (allowed && !path.startsWith('/embed/')) broken.push(`${method} ${path}: ${origin} reads`);
        }
    return { tried, broken };
  },
};

export const forgery: Attack = {
  name: 'requests that another site makes a browser send',
  holds: 'A form or a plain request of another site changes nothing: calls take JSON and a bearer, no cookie opens one alone.',
  async run(target) {
    const victim = target.people.get('free investor');
    if (!victim) return { tried: 0, broken: [], note: 'no demo accounts' };
    const cookieOnly = { ...victim, bearer: '' };
    const broken: string[] = [];
    let tried = 0;
    const said = async (path: string, type: string, body: string): Promise<Answered> =>
      target.ask({ method: 'POST', path, body, headers: { origin: `https://${EVIL}`, 'sec-fetch-site': 'cross-site', 'content-type': type } }, cookieOnly);
    for (const { path, access, method } of target.routes) {
      if (method !== 'POST' || path.startsWith('/embed/')) continue;
      const url = path.replaceAll(/:\w+/g, 'x');
      for (const [type, body] of [
        ['text/plain', '{"username":"a@b.example","on":true}'],
        ['application/x-www-form-urlencoded', 'username=a&on=true'],
        ['multipart/form-data; boundary=x', '--x\r\ncontent-disposition: form-data; name="on"\r\n\r\ntrue\r\n--x--'],
        ...(access === 'open' || access === 'demo' ? [] : [['application/json', '{}'] as const]),
      ] as const) {
        tried += 1;
        const answer = await said(url, type, body);
        if (answer.status === 200 && JSON.parse(answer.body).status) broken.push(`${path} by ${type} from another site: done`);
        if (answer.headers['access-control-allow-credentials']) broken.push(`${path}: another site may read the answer`);
      }
    }
    const set = [(await target.ask({ path: '/auth/v1/social/google' })).headers['set-cookie'] ?? []].flat();
    for (const cookie of set)
      if (!/; HttpOnly/.test(cookie) || !/; SameSite=(Lax|Strict)/.test(cookie))
        broken.push(`cookie ${cookie.split('=')[0]}: ${cookie.split(';').slice(1).join(';')}`);
    return { tried: tried + set.length, broken };
  },
};

export const redirects: Attack = {
  name: 'open redirects',
  holds: 'No address sends a browser, or names in an answer as its next place, another site than ours that was not registered.',
  async run(target) {
    const broken: string[] = [];
    const places = [`https://${EVIL}`, `//${EVIL}`, `/\\${EVIL}`, `https:${EVIL}`, `\t//${EVIL}`, `https://localhost@${EVIL}`, `javascript:alert(1)//${EVIL}`];
    const names = 'next return_to redirect redirect_uri redirect_url url returnUrl continue state'.split(' ');
    const pages = ['/', LOGIN, AUTH_BYPASS, '/__google/authorize', '/__broker/40/login', '/hybrid/redirection'];
    const calls = target.routes.filter(({ method }) => method === 'GET').map(({ path }) => path.replaceAll(/:\w+/g, 'x'));
    let tried = 0;
    const look = async (path: string): Promise<void> => {
      tried += 1;
      const answer = await target.ask({ path, headers: HTML, ...(path.startsWith('/embed/v1/stream') && { headOnly: true }) });
      const to = String(answer.headers.location ?? '');
      if (answer.status >= 300 && answer.status < 400 && to.includes(EVIL)) broken.push(`${path} sends to ${to}`);
      const named = /"redirect(?:_url)?":"([^"]*)"/.exec(answer.body)?.[1] ?? '';
      if (named.startsWith('http') && URL.canParse(named) && new URL(named).host === EVIL) broken.push(`${path} names ${named}`);
      if (/<meta[^>]*refresh[^>]*evil|href="[^"]*evil\.example/.test(answer.body)) broken.push(`${path} links to it`);
    };
    for (const place of places) {
      const query = names.map((name) => `${name}=${encodeURIComponent(place)}`).join('&');
      for (const path of [...pages, ...calls]) await look(`${path}?${query}`);
      await look(`/${place.replaceAll(/[\t\\]/g, encodeURIComponent)}`);
      const posted = await target.ask({
        method: 'POST',
        path: '/__broker/40/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `return_to=${encodeURIComponent(place)}&client_id=a&password=b`,
      });
      if (String(posted.headers.location ?? '').includes(EVIL)) broken.push(`the demo’s broker sends to ${place}`);
    }
    await look(`//${EVIL}/%2e%2e`);
    return { tried, broken };
  },
};

export const frames: Attack = {
  name: 'widget keys on sites they do not name',
  holds: 'A session is given to the origins of its key only, and its token opens nothing for another origin.',
  async run(target) {
    if (!target.accessKey) return { tried: 0, broken: [], note: 'no key of the demo' };
    const ask = (origin: string) => target.ask({ path: `/embed/v1/session?access_key=${target.accessKey}&subjects=market-sentiment:TCS`, headers: { origin } });
    const { headers: framed } = await target.ask({ path: `/market-sentiment-widget/TCS?broker_access_key=${target.accessKey}` });
    // The frame itself tells where it may stand.
    const listed = /frame-ancestors (http:\/\/localhost:\S+?)[ ;,]/.exec(String(framed['content-security-policy']))?.[1] ?? '';
    const own = await ask(listed);
    const broken: string[] = [];
    const foreign = [
      'null',
      `https://${EVIL}`,
      `${listed}0`,
      listed.replace('http:', 'https:'),
      listed.replace('localhost', 'x.localhost'),
      'http://localhost',
      '',
    ];
    for (const origin of foreign) {
      const answer = await ask(origin);
      if (answer.status === 200 && JSON.parse(answer.body).status) broken.push(`a session for ${origin || 'no origin'}`);
    }
    const token = own.status === 200 ? JSON.parse(own.body).data?.token : null;
    if (!token) return { tried: foreign.length, broken, note: 'the demo’s own page was refused, so its token was not tried' };
    for (const origin of foreign) {
      const answer = await target.ask({ path: '/embed/v1/sentiment/TCS', headers: { origin, authorization: `Bearer ${token}` } });
      if (answer.status === 200) broken.push(`a token of another origin opens for ${origin || 'no origin'}`);
    }
    const asBearer = await target.ask({ path: '/auth/v1/profile' }, { ...VISITOR, bearer: token });
    if (codeOf(asBearer) !== 'SESSION_ENDED') broken.push('a widget’s token opens an account');
    return { tried: foreign.length * 2 + 1, broken };
  },
};
