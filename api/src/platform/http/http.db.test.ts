import { connect } from 'node:net';
import { route } from '@vimarsh/shared/contract/route.ts';
import { id, text } from '@vimarsh/shared/contract/text.ts';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Caller } from '../platform.ts';
import { METRICS, openPlatform, type TestPlatform, withPlatform } from '../testing.ts';
import { Fail } from './fail.ts';

const note = z.object({ id: z.string(), words: z.string() });
const writeNote = route({
  method: 'POST',
  path: '/test/v1/notes/:id',
  summary: 'Write a note.',
  access: 'open',
  params: z.object({ id }),
  query: z.object({ lang: z.optional(z.enum(['en', 'hi'])) }),
  body: z.object({ words: text(50, 1), stars: z.number(), tags: z.optional(z.array(z.object({ name: text(10) }))), secret: z.optional(z.string()) }),
  data: note,
});
const readMine = route({ method: 'GET', path: '/test/v1/mine', summary: 'Mine.', access: 'session', data: note });
const readExpert = route({ method: 'GET', path: '/test/v1/expert', summary: 'Expert.', access: 'expert', data: note });
const readAdmin = route({ method: 'GET', path: '/test/v1/admin', summary: 'Admin.', access: 'admin', data: note });
const readDemo = route({ method: 'GET', path: '/test/v1/demo', summary: 'Demo.', access: 'demo', data: note });
const breakDown = route({
  method: 'GET',
  path: '/test/v1/break/:how',
  summary: 'Break.',
  access: 'open',
  params: z.object({ how: text(20) }),
  data: note,
});
const readOpen = route({ method: 'GET', path: '/test/v1/open', summary: 'Open.', access: 'open', data: note });
const renew = route({ method: 'GET', path: '/test/v1/renew', summary: 'Renew.', access: 'open', bearer: 'any', data: note });
const limited = route({ method: 'GET', path: '/test/v1/limited', summary: 'Limited.', access: 'open', data: note });

const investor: Caller = {
  user_id: 'usr_1',
  session_id: 'ses_1',
  roles: [],
  profession: 'Retail Investor',
  is_admin: false,
  partner_key: '',
  plan: null,
  promotional: false,
  kyc_gate: null,
  chat: false,
  publisher: false,
  expert_status: '',
};
const CALLERS: Record<string, Caller> = {
  investor,
  expert: { ...investor, user_id: 'exp_1', profession: 'Market Expert', expert_status: 'pending' },
  admin: { ...investor, user_id: 'usr_2', is_admin: true },
};
const A_NOTE = { id: 'a', words: 'w' };

function compose({ platform }: TestPlatform): void {
  platform.authenticator(async (token) => CALLERS[token] ?? null);
  platform.tenant((host) => (host.includes('alpha') ? ({ utm_source_str: 'alpha' } as never) : null));
  platform.origins((origin, path) => (origin === 'https://partner.example' && path.startsWith('/test/v1/mine') ? 'plain' : null));
  platform.on(writeNote, async ({ params, body }) => ({
    data: { id: params.id, words: body.words, password_hash: 'never' } as never,
    extra: { count: 3, leak: 'x' },
  }));
  for (const each of [readMine, readExpert, readAdmin, readDemo, readOpen, renew]) platform.on(each, async () => A_NOTE);
  platform.on(limited, async () => A_NOTE, { limit: { max: 2, perSeconds: 60 } });
  platform.on(breakDown, async ({ params }) => {
    if (params.how === 'throw') throw new Error('secret-detail');
    if (params.how === 'fail') throw new Fail('PUBLISH_RULE', { problems: [{ path: 'target', message: 'Below entry' }] });
    if (params.how === 'value') await sql`select ${'secret-detail'}::int`.execute(platform.db);
    if (params.how === 'contract') return { id: 1 } as never;
    if (params.how === 'away') throw Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
    return A_NOTE;
  });
}

/** All that comes back when these bytes are sent. */
const bare = (port: number, bytes: string): Promise<string> =>
  new Promise((done) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => done(answer));
    socket.on('close', () => done(answer));
  });

const POST = (payload: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }, url = '/test/v1/notes/n1'): InjectOptions => ({
  method: 'POST',
  url,
  payload: payload as never,
  headers,
});
const GOOD = { words: 'hello', stars: 4 };
const deep = `{"words":"a","stars":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;

describe('HTTP', () => {
  let test_: TestPlatform;
  let port: number;
  beforeAll(async () => {
    test_ = await openPlatform({ database: 'pglite' });
    compose(test_);
    await test_.platform.start();
    port = await test_.platform.listen(0);
  });
  afterAll(() => test_.end());
  const inject = (options: InjectOptions | string) => test_.platform.app.inject(options as InjectOptions);

  test('a good answer is the envelope, with nothing the contract does not name', async () => {
    const answer = await inject(POST({ ...GOOD, unknown: 1 }));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ status: true, validation: '', redirect: '', data: { id: 'n1', words: 'hello' }, count: 3 });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9A-Z]{26}$/);
  });

  test.each<[string, InjectOptions, number, string]>([
    ['malformed JSON', POST('{"words":'), 400, 'BAD_JSON'],
    ['not UTF-8', POST(Buffer.from([0x22, 0xff, 0xfe, 0x22])), 400, 'BAD_JSON'],
    ['a prototype key', POST('{"__proto__":{"admin":true},"words":"a","stars":1}'), 400, 'BAD_JSON'],
    ['no body', { method: 'POST', url: '/test/v1/notes/n1' }, 400, 'BAD_REQUEST'],
    ['an empty JSON body', POST(''), 400, 'BAD_REQUEST'],
    ['a body that is an array', POST('[]'), 400, 'BAD_REQUEST'],
    ['a body that is null', POST('null'), 400, 'BAD_REQUEST'],
    ['wrong types', POST({ words: 7, stars: 'four' }), 400, 'BAD_REQUEST'],
    ['a number beyond JSON', POST('{"words":"a","stars":1e999}'), 400, 'BAD_REQUEST'],
    ['U+0000 in a field', POST('{"words":"a\\u0000b","stars":1}'), 400, 'BAD_REQUEST'],
    ['U+0000 in a field without a text rule', POST('{"words":"a","stars":1,"secret":"a\\u0000"}'), 400, 'BAD_REQUEST'],
    ['U+0000 deep inside', POST('{"words":"a","stars":1,"tags":[{"name":"\\u0000"}]}'), 400, 'BAD_REQUEST'],
    ['a lone surrogate', POST('{"words":"\\ud800","stars":1}'), 400, 'BAD_REQUEST'],
    ['U+0000 in the path', POST(GOOD, undefined, '/test/v1/notes/a%00'), 400, 'BAD_REQUEST'],
    ['an unknown path that can’t be decoded', { url: '/test/v1/nothing/%E0%A4%A' }, 404, 'NOT_FOUND'],
    ['an id that can’t be decoded', POST(GOOD, undefined, '/test/v1/notes/%E0%A4%A'), 400, 'BAD_REQUEST'],
    ['a path parameter too long', { url: `/test/v1/break/${'a'.repeat(500)}` }, 404, 'NOT_FOUND'],
    ['an id with a slash', POST(GOOD, undefined, '/test/v1/notes/a%2Fb'), 400, 'BAD_REQUEST'],
    ['a query given twice', POST(GOOD, undefined, '/test/v1/notes/n1?lang=en&lang=hi'), 400, 'BAD_REQUEST'],
    ['nesting without end', POST(deep), 400, 'BAD_JSON'],
    ['more levels than any contract has', POST(`${'['.repeat(40)}${']'.repeat(40)}`), 400, 'BAD_JSON'],
    ['more values than any contract has', POST(`[${'0,'.repeat(10_000)}0]`), 400, 'BAD_JSON'],
    ['a prototype key deep inside', POST('{"words":"a","stars":1,"tags":[{"name":{"\\u005f_proto__":1}}]}'), 400, 'BAD_JSON'],
    ['too much data', POST(JSON.stringify({ words: 'x'.repeat(300_000) })), 413, 'TOO_LARGE'],
    ['another content type', POST('words=a', { 'content-type': 'application/x-www-form-urlencoded' }), 400, 'BAD_REQUEST'],
    ['a content type that is none', POST('{}', { 'content-type': '\u0001' }), 400, 'BAD_REQUEST'],
    ['an unknown path', { url: '/test/v1/nothing' }, 404, 'NOT_FOUND'],
    ['an unknown path that accepts HTML', { url: '/nothing', headers: { accept: 'text/html' } }, 404, 'NOT_FOUND'],
    ['the wrong method', { url: '/test/v1/notes/n1' }, 405, 'METHOD'],
    ['another wrong method', { method: 'DELETE', url: '/test/v1/mine' }, 405, 'METHOD'],
    ['a business rule', { url: '/test/v1/break/fail' }, 200, 'PUBLISH_RULE'],
    ['a value only the database refuses', { url: '/test/v1/break/value' }, 400, 'BAD_REQUEST'],
    ['a database that is away', { url: '/test/v1/break/away' }, 503, 'RETRY'],
  ])('%s gets a clear code', async (_what, request, http, code) => {
    const answer = await inject(request);
    const body = answer.json();
    expect([answer.statusCode, body.code]).toEqual([http, code]);
    expect(body).toMatchObject({ status: false, data: null, redirect: '', request_id: answer.headers['x-request-id'] ?? body.request_id });
    expect(body.validation.length).toBeGreaterThan(10);
    expect(answer.body).not.toContain('secret-detail');
  });

  test.each(['throw', 'contract'])('what breaks on our side (%s) is a 500 that tells nothing', async (how) => {
    const answer = await inject({ url: `/test/v1/break/${how}` });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'INTERNAL']);
    expect(answer.body).not.toContain('secret-detail');
  });

  test('every wrong field is named once, and no value comes back', async () => {
    const answer = await inject(
      POST({ words: 'x'.repeat(80), stars: 'secret-detail', tags: [{ name: 5 }] }, undefined, '/test/v1/notes/n1?lang=secret-detail'),
    );
    expect(answer.json().problems.map((problem: { path: string }) => problem.path)).toEqual(['lang', 'words', 'stars', 'tags.0.name']);
    expect(answer.body).not.toContain('secret-detail');
  });

  test('a protected call without a good bearer answers without status and with a redirect (S7-HTTP-18, S7-HTTP-O02)', async () => {
    for (const authorization of [undefined, 'Bearer forged', 'Basic abc', 'Bearer ', `Bearer ${'x'.repeat(5000)}`]) {
      const answer = await inject({ url: '/test/v1/mine', headers: authorization === undefined ? {} : { authorization } });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ status: false, code: 'SESSION_ENDED', redirect: '/login', validation: 'Please login again' });
    }
  });

  test('an open route answers visitors, and refuses a bearer that is no session’s: an old one must be renewed, not taken for a visitor', async () => {
    const ask = async (url: string, authorization?: string) => {
      const answer = await inject({ url, headers: authorization === undefined ? {} : { authorization } });
      return answer.json().code ?? answer.statusCode;
    };
    for (const visitor of [undefined, 'Basic abc', 'Bearer ']) expect([visitor, await ask('/test/v1/open', visitor)]).toEqual([visitor, 200]);
    expect(await ask('/test/v1/open', 'Bearer investor')).toBe(200);
    for (const old of ['Bearer forged', 'bearer forged', 'Bearer for\u00fcged', `Bearer ${'x'.repeat(5000)}`]) {
      expect([old, await ask('/test/v1/open', old)]).toEqual([old, 'SESSION_ENDED']);
      expect([old, await ask('/test/v1/renew', old)]).toEqual([old, 200]);
    }
  });

  test.each([
    ['/test/v1/mine', { nobody: 401, investor: 200, expert: 200, admin: 200 }],
    ['/test/v1/expert', { nobody: 401, investor: 403, expert: 200, admin: 403 }],
    ['/test/v1/admin', { nobody: 401, investor: 403, expert: 403, admin: 200 }],
    ['/test/v1/demo', { nobody: 200, forged: 401, investor: 200 }],
  ])('%s admits whom its contract names', async (url, expected) => {
    for (const [who, http] of Object.entries(expected)) {
      const answer = await inject({ url, headers: who === 'nobody' ? {} : { authorization: `Bearer ${who}` } });
      expect([who, answer.statusCode]).toEqual([who, http]);
    }
  });

  test('a limited route refuses per caller and says how long to wait', async () => {
    const ask = (headers = {}) => inject({ url: '/test/v1/limited', headers });
    expect([(await ask()).statusCode, (await ask()).statusCode]).toEqual([200, 200]);
    const refused = await ask();
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: 'RATE', retry_after: expect.any(Number) });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask({ authorization: 'Bearer investor' })).statusCode).toBe(200);
  });

  test.each([
    ['https://alpha.localhost:4000', '/test/v1/mine', 'credentials'],
    ['http://alpha.localhost:4000', '/test/v1/mine', 'credentials'],
    ['http://localhost:4000', '/test/v1/mine', 'credentials'],
    ['http://alpha.localhost:4001', '/test/v1/mine', null],
    ['http://localhost', '/test/v1/mine', null],
    ['http://localhost:9229', '/test/v1/mine', null],
    ['https://beta.localhost:4000', '/test/v1/mine', null],
    ['https://not-alpha.localhost', '/test/v1/mine', null],
    ['https://alpha.localhost.evil.example', '/test/v1/mine', null],
    ['https://evil.example', '/test/v1/mine', null],
    ['null', '/test/v1/mine', null],
    ['file://', '/test/v1/mine', null],
    ['https://partner.example', '/test/v1/mine', 'plain'],
    ['https://partner.example', '/test/v1/expert', null],
  ])('the origin %s on %s is granted %s, by exact echo (S7-HTTP-O01)', async (origin, url, granted) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const answer = await inject({
        method,
        url,
        headers: { host: 'localhost:4000', origin, ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }) },
      });
      expect(answer.headers['access-control-allow-origin']).toBe(granted ? origin : undefined);
      expect(answer.headers['access-control-allow-credentials']).toBe(granted === 'credentials' ? 'true' : undefined);
      expect(answer.headers.vary).toContain('Origin');
      if (method === 'OPTIONS') expect([answer.statusCode, answer.body]).toEqual([204, '']);
    }
  });

  test('every answer carries the security headers', async () => {
    for (const url of ['/test/v1/mine', '/nothing', '/docs', '/healthz', '/test/v1/break/throw']) {
      const { headers } = await inject({ url });
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'strict-origin-when-cross-origin' });
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    }
  });

  test('health, readiness and metrics answer; metrics know patterns and no ids', async () => {
    await inject(POST(GOOD, undefined, '/test/v1/notes/an-id-of-somebody'));
    expect((await inject('/healthz')).statusCode).toBe(200);
    expect((await inject('/readyz')).statusCode).toBe(200);
    const metrics = (await inject({ method: 'GET', url: '/metrics', headers: METRICS })).body;
    expect(metrics).toContain('http_request_duration_seconds_count{method="POST",route="/test/v1/notes/:id",status="200"}');
    expect(metrics).not.toContain('an-id-of-somebody');
  });

  test('OpenAPI 3.1 and the page describe every registered route but the admins’ (S7-HTTP-O04)', async () => {
    const document = (await inject('/openapi.json')).json();
    expect(document.openapi).toBe('3.1.0');
    const operation = document.paths['/test/v1/notes/{id}'].post;
    expect(operation).toMatchObject({ summary: 'Write a note.', 'x-access': 'open' });
    expect(operation.parameters.map((each: { name: string; in: string; required: boolean }) => [each.name, each.in, each.required])).toEqual([
      ['id', 'path', true],
      ['lang', 'query', false],
    ]);
    expect(operation.requestBody.content['application/json'].schema.required).toEqual(['words', 'stars']);
    expect(operation.responses['200'].content['application/json'].schema.properties.data).toBeDefined();
    const page = await inject('/docs');
    for (const each of test_.platform.routes()) {
      if (each.access === 'admin') {
        expect(document.paths[each.path], 'what only admins may call is not told').toBeUndefined();
        expect(page.body).not.toContain(each.path);
      } else expect(page.body).toContain(each.summary);
    }
    for (const url of ['/openapi.json', '/docs']) {
      const { headers, rawPayload } = await inject(url);
      expect(headers['content-length']).toBe(String(rawPayload.length));
      const again = await inject({ url, headers: { 'if-none-match': headers.etag } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
    expect(page.body).not.toMatch(/<script|onclick|https?:\/\//);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
  });

  test('what only a server of another kind could do gets a plain answer, and a missing host an envelope; sockets are upgraded', async () => {
    const ask = (...head: string[]) => bare(port, `${head.join('\r\n')}\r\nconnection: close\r\n\r\n`);
    const h2c = ['upgrade: h2c', 'http2-settings: AAMAAABkAAQAoAAAAAIAAAAA', 'connection: upgrade, http2-settings'];
    expect(await ask('GET /healthz HTTP/1.1', 'host: x', ...h2c)).toMatch(/^HTTP\/1.1 200 .*"status":true/s);
    expect(await ask('GET /healthz HTTP/1.1', 'host: x', 'upgrade: websocket', 'connection: upgrade')).toMatch(/^HTTP\/1.1 200 /);
    expect(await ask('GET /nowhere HTTP/1.1', 'host: x', 'upgrade: TLS/1.0', 'connection: upgrade')).toMatch(/^HTTP\/1.1 404 .*"code":"NOT_FOUND"/s);
    const body = JSON.stringify(GOOD);
    const sent = ['POST /test/v1/notes/n1 HTTP/1.1', 'host: x', 'content-type: application/json', `content-length: ${body.length}`];
    expect(await bare(port, `${[...sent, ...h2c].join('\r\n')}\r\n\r\n${body}`)).toMatch(/^HTTP\/1.1 200 /);
    expect(await bare(port, `${[...sent, 'expect: a-miracle'].join('\r\n')}\r\n\r\n${body}`)).toMatch(/^HTTP\/1.1 200 .*x-content-type-options/s);

    const hostless = await ask('GET /healthz HTTP/1.1');
    expect(hostless).toMatch(/^HTTP\/1.1 400 .*"code":"BAD_REQUEST"/s);
    expect(hostless).toMatch(/x-content-type-options: nosniff/);
    expect(await ask('GET /healthz HTTP/1.0'), 'which knows no host').toMatch(/^HTTP\/1.1 200 /);

    const key = ['sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version: 13'];
    const socket = ['GET /socket.io/?EIO=4&transport=websocket HTTP/1.1', 'host: x', 'upgrade: WebSocket', 'connection: upgrade', ...key];
    expect(await bare(port, `${socket.join('\r\n')}\r\n\r\n`)).toMatch(/^HTTP\/1.1 101 /);
  });

  const SOCKET = ['upgrade: websocket', 'connection: upgrade', 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version: 13'];
  const PLACES: [place: string, line: string, own: string[], good: string][] = [
    ['a call', 'GET /healthz', [], '200'],
    ['the polling of a socket', 'GET /socket.io/?EIO=4&transport=polling', [], '200'],
    ['the handshake of a socket', 'GET /socket.io/?EIO=4&transport=websocket', SOCKET, '101'],
  ];
  const asked = (line: string, host: string[], own: string[]) =>
    bare(port, `${[`${line} HTTP/1.1`, ...host, ...own, 'connection: close'].join('\r\n')}\r\n\r\n`);

  test.each(PLACES)('%s must name one host (RFC 9112, 3.2)', async (_place, line, own, good) => {
    for (const host of ['neem.localhost', 'NEEM.localhost:4000', 'localhost.', '127.0.0.1:80', '[::1]:4000', 'a_b.localhost', 'localhost:'])
      expect(await asked(line, [`Host: ${host}`], own), host).toMatch(new RegExp(`^HTTP/1.1 ${good} `));
    const wrong = [
      '',
      'a, b',
      'localhost, neem.localhost',
      'user@neem.localhost',
      'user:x@neem.localhost',
      'neem..localhost',
      '.localhost',
      '.',
      'local host',
      'localhost/',
      'localhost:4000:4000',
      'localhost:x',
      'localhost:999999',
      'http://localhost',
      'localhost?',
      '[::1',
      '::1',
      'नीम.localhost',
      `${'a'.repeat(64)}.localhost`,
      `${'a.'.repeat(200)}x`,
    ];
    for (const lines of [...wrong.map((host) => [`Host: ${host}`]), [], ['Host: localhost', 'Host: neem.localhost'], ['host: localhost', 'HOST: localhost']])
      expect(await asked(line, lines, own), lines.join()).toMatch(
        /^HTTP\/1.1 400 .*x-content-type-options: nosniff.*"validation":"The request must name one host.".*"code":"BAD_REQUEST"/s,
      );
  });

  test('a request line with the whole address must name the host of the header (RFC 9112, 3.2.2)', async () => {
    expect(await asked('GET http://Localhost:4000/healthz', ['Host: localhost:4000'], [])).toMatch(/^HTTP\/1.1 200 /);
    for (const [whole, host] of [
      ['http://neem.localhost:4000', 'localhost:4000'],
      ['http://localhost:4001', 'localhost:4000'],
      ['http://user@localhost', 'localhost'],
      ['https://', 'localhost'],
    ])
      expect(await asked(`GET ${whole}/healthz`, [`Host: ${host}`], []), whole).toMatch(/^HTTP\/1.1 400 .*must name one host/s);
    expect(await bare(port, 'GET http://localhost/healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });

  test('bytes that are no HTTP get the envelope and leave the server standing', async () => {
    const raw = (bytes: string) => bare(port, bytes);
    expect(await raw('NONSENSE\r\n\r\n')).toMatch(/^HTTP\/1.1 400 .*"code":"BAD_REQUEST"/s);
    expect(await raw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`)).toMatch(/^HTTP\/1.1 431 .*"code":"TOO_LARGE"/s);
    expect((await inject('/healthz')).statusCode).toBe(200);
  });
});

test('who hangs up in the middle of a body writes nothing into the log', async () => {
  const lines: string[] = [];
  await withPlatform({ database: 'pglite', log: { write: (line: string) => void (/"level":(50|60)/.test(line) && lines.push(line)) } }, async (platform) => {
    let asked = 0;
    let answered = 0;
    platform.app.addHook('preParsing', async () => {
      asked += 1;
    });
    platform.app.addHook('onSend', async () => {
      answered += 1;
    });
    platform.on(writeNote, async () => A_NOTE);
    await platform.start();
    const port = await platform.listen(0);
    const socket = connect(port, '127.0.0.1');
    socket.write('POST /test/v1/notes/n1 HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{');
    await expect.poll(() => asked, { timeout: 30_000 }).toBe(1);
    socket.destroy();
    await expect.poll(() => answered, { timeout: 30_000 }).toBe(1);
  });
  expect(lines).toEqual([]);
});

test.each<Record<string, string>>([{}, { NODE_ENV: 'production' }, { DEMO: 'on' }])(
  'metrics are told to whoever brings the token, from nowhere else and to nobody without one (%o)',
  async (settings) => {
    const inNetworks = ['127.0.0.1', '::1', '10.1.2.3', '203.0.113.9'];
    await withPlatform({ database: 'pglite', settings: { ...settings, METRICS_TOKEN: 'a-token-of-the-one-who-watches' } }, async ({ app }) => {
      const read = async (remoteAddress: string, authorization?: string) =>
        (await app.inject({ url: '/metrics', remoteAddress, headers: { ...(authorization && { authorization }) } })).statusCode;
      for (const address of inNetworks) {
        expect(await read(address, 'Bearer a-token-of-the-one-who-watches')).toBe(200);
        for (const wrong of [undefined, 'Bearer', 'Bearer undefined', 'Bearer a-token-of-the-one-who-watche', 'a-token-of-the-one-who-watches'])
          expect(await read(address, wrong)).toBe(404);
      }
    });
    await withPlatform({ database: 'pglite', settings: { ...settings, METRICS_TOKEN: '' } }, async ({ app }) => {
      for (const remoteAddress of inNetworks)
        for (const authorization of ['', 'Bearer ', 'Bearer undefined', METRICS.authorization])
          expect((await app.inject({ url: '/metrics', remoteAddress, headers: { authorization } })).statusCode).toBe(404);
    });
  },
);

test('in production demo routes and the outbox do not exist', async () => {
  await withPlatform({ database: 'pglite', settings: { NODE_ENV: 'production' } }, async (platform) => {
    platform.on(readDemo, async () => A_NOTE);
    for (const url of ['/test/v1/demo', '/__outbox', '/__outbox.json']) expect((await platform.app.inject({ url })).statusCode).toBe(404);
    expect((await platform.app.inject({ url: '/openapi.json' })).json().paths).toEqual({});
    expect((await platform.app.inject({ url: '/healthz' })).headers['strict-transport-security']).toContain('max-age');
    await expect(platform.outbox.send(platform.db, { channel: 'sms', to: '1', text: 'x' })).rejects.toMatchObject({ code: 'RETRY' });
  });
});

test('the general ceiling counts per address', async () => {
  await withPlatform({ database: 'pglite', settings: { RATE_LIMIT: '5' } }, async (platform) => {
    platform.on(readDemo, async () => A_NOTE);
    const ask = (remoteAddress: string) => platform.app.inject({ url: '/test/v1/demo', remoteAddress }).then((answer) => answer.statusCode);
    for (let i = 0; i < 5; i += 1) expect(await ask('203.0.113.1')).toBe(200);
    expect(await ask('203.0.113.1')).toBe(429);
    expect(await ask('203.0.113.2')).toBe(200);
  });
});

test('another IPv6 address of the same network, or IPv4 written as IPv6, is no way around the ceiling', async () => {
  await withPlatform({ database: 'pglite', settings: { RATE_LIMIT: '5' } }, async (platform) => {
    platform.on(readDemo, async () => A_NOTE);
    const ask = (remoteAddress: string) => platform.app.inject({ url: '/test/v1/demo', remoteAddress }).then((answer) => answer.statusCode);
    for (let i = 1; i <= 5; i += 1) expect(await ask(`2001:db8:7:1::${i}`)).toBe(200);
    expect(await ask('2001:db8:7:1:ffff::6')).toBe(429);
    expect(await ask('2001:db8:7:2::1')).toBe(200);
    for (let i = 1; i <= 5; i += 1) expect(await ask('203.0.113.1')).toBe(200);
    expect(await ask('::ffff:203.0.113.1')).toBe(429);
  });
});

test('what lies under /media has the ceiling too, per address, and does not use up that of calls', async () => {
  await withPlatform({ database: 'pglite', settings: { RATE_LIMIT: '5' } }, async (platform) => {
    platform.on(readDemo, async () => A_NOTE);
    platform.app.get('/media/test/:file', async () => 'a picture');
    const ask = (url: string, remoteAddress = '203.0.113.1') => platform.app.inject({ url, remoteAddress });
    // However the address is written: the router reads all of these as one.
    for (const url of ['/media/test/1', '/media/test/2', '/%6dedia/test/3', '/media/test/4?a', '/media/test/5']) expect((await ask(url)).statusCode).toBe(200);
    const refused = await ask('/%6dedia/test/6');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json()).toMatchObject({ status: false, code: 'RATE' });
    expect((await ask('/media/test/1', '203.0.113.2')).statusCode).toBe(200);
    expect((await ask('/test/v1/demo')).statusCode).toBe(200);
  });
});

test('pages, descriptions and what is not there have a ceiling of their own per address; whether the node lives may always be asked', async () => {
  await withPlatform({ database: 'pglite', settings: { RATE_LIMIT: '5' } }, async (platform) => {
    platform.on(readDemo, async () => A_NOTE);
    platform.app.get('/releases/*', async () => 'a file');
    const ask = (url: string, remoteAddress = '203.0.113.1') => platform.app.inject({ url, remoteAddress }).then((answer) => answer.statusCode);
    for (const url of ['/openapi.json', '/docs', '/docs?again']) expect(await ask(url)).toBe(200);
    for (const url of ['/nothing', '/nothing/else']) expect(await ask(url)).toBe(404);
    for (const url of ['/openapi.json', '/docs', '/nothing', '/%64ocs']) expect(await ask(url)).toBe(429);
    for (let count = 0; count < 8; count += 1) for (const url of ['/healthz', '/releases/a.js']) expect(await ask(url)).toBe(200);
    expect(await ask('/docs', '203.0.113.2')).toBe(200);
    expect(await ask('/test/v1/demo')).toBe(200);
  });
});

test('demo messages are read at /__outbox, by recipient', async () => {
  await withPlatform({ database: 'pglite' }, async (platform) => {
    await platform.transaction(async (tx) => {
      await platform.outbox.send(tx, { channel: 'sms', to: '+919000000001', text: 'Your OTP is 123456' });
      await platform.outbox.send(tx, { channel: 'mail', to: 'b@mail.example', subject: 'Hello <b>', text: '<script>alert(1)</script>' });
    });
    const all = (await platform.app.inject('/__outbox.json')).json();
    expect(all.data.map((row: { to: string }) => row.to)).toEqual(['b@mail.example', '+919000000001']);
    const one = (await platform.app.inject('/__outbox.json?to=%2B919000000001')).json();
    expect(one.data).toMatchObject([{ channel: 'sms', text: 'Your OTP is 123456' }]);
    const page = await platform.app.inject('/__outbox');
    expect(page.body).toContain('&lt;script&gt;');
    expect(page.body).not.toContain('<script>');
    await platform
      .transaction(async (tx) => {
        await platform.outbox.send(tx, { channel: 'sms', to: '+919000000002', text: 'x' });
        throw new Error('rolled back');
      })
      .catch(() => {});
    expect((await platform.app.inject('/__outbox.json?to=%2B919000000002')).json().data).toEqual([]);
  });
});
