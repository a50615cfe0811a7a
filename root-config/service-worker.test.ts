import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { integrityOf } from '@vimarsh/shared/build/bundle/integrity.ts';
import { expect, test, vi } from 'vitest';

const source = readFileSync(new URL('./sw.js', import.meta.url), 'utf8');

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
  data?: { json(): object } | { files: object[]; good?: boolean };
  notification?: { close(): void; data: { url: string } };
}

type Answer = () => Promise<Response>;

function start(existing: string[] = [], network: (url: string, options?: RequestInit) => Promise<Response> = () => Promise.reject(new TypeError('offline'))) {
  const handlers: Record<string, (event: WorkerEvent) => void> = {};
  const shown: unknown[][] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  /** Addresses of the open windows. */
  const windows: string[] = [];
  const kept = new Set(existing);
  const claimed: string[] = [];
  /** What its cache holds, by path. */
  const files = new Map<string, Response>();
  const pathOf = (asked: string | { url: string }) => new URL(typeof asked === 'string' ? asked : asked.url, 'http://portal').pathname;
  const cache = {
    match: async (name: string) => files.get(name)?.clone(),
    put: async (name: string, answer: Response) => void files.set(name, answer),
    delete: async (asked: string | { url: string }) => files.delete(pathOf(asked)),
    keys: async () => [...files.keys()].map((path) => ({ url: `http://portal${path}` })),
  };
  runInNewContext(source, {
    self: {
      addEventListener: (name: string, handler: never) => (handlers[name] = handler),
      skipWaiting: async () => claimed.push('skip'),
      clients: {
        claim: async () => claimed.push('claim'),
        openWindow: async (url: string) => opened.push(url),
        matchAll: async () => windows.map((url) => ({ url, focus: async () => focused.push(url) })),
      },
      registration: { showNotification: async (...given: unknown[]) => shown.push(given) },
      location: { origin: 'http://portal' },
    },
    fetch: (asked: string | { url: string }, options?: RequestInit) =>
      network(new URL(typeof asked === 'string' ? asked : asked.url, 'http://portal').href, options),
    Response,
    Date: { now: () => Date.now(), parse: Date.parse },
    setTimeout,
    crypto,
    btoa,
    caches: { open: async () => cache, keys: async () => [...kept], delete: async (name: string) => kept.delete(name) },
    URL,
  });
  /** What the page gets, and the worker's own work after it. */
  const ask = async (path: string, request: object): Promise<Response> => {
    let answer: Promise<Response> | undefined;
    const work: Promise<unknown>[] = [];
    const event = {
      request: { url: `http://portal${path}`, method: 'GET', ...request },
      respondWith: (given: Promise<Response>) => (answer = given),
      waitUntil: (given: Promise<unknown>) => work.push(given),
    };
    (handlers as Record<string, (event: object) => void>).fetch!(event);
    const given = await answer!;
    await Promise.all(work);
    return given;
  };
  /** Whether the worker answers a request itself. */
  const answers = (request: { url: string; method: string; mode: string; destination: string }): boolean => {
    let own = false;
    const respondWith = (work: Promise<unknown>): void => {
      own = true;
      work.catch(() => undefined);
    };
    (handlers as Record<string, (event: object) => void>).fetch!({ request, respondWith, waitUntil: () => undefined });
    return own;
  };
  const fire = async (name: string, event: Omit<WorkerEvent, 'waitUntil'> = {}) => {
    const work: Promise<unknown>[] = [];
    handlers[name]!({ ...event, waitUntil: (promise) => work.push(promise) });
    await Promise.all(work);
  };
  return { kept, claimed, shown, opened, focused, windows, fire, answers, ask, files };
}

test('the service worker is version 1.0.4 (S9-LOOK-11, S9-LOOK-A02)', () => {
  expect(/const VERSION = '([^']+)'/.exec(source)?.[1]).toBe('1.0.4');
});

test('it takes over at once and drops every other cache: those of other versions, and the one that took whatever was answered', async () => {
  const { kept, claimed, fire } = start(['vimarsh-1.0.3', 'vimarsh-1.0.4', 'vimarsh-1.0.4-checked', 'other']);
  await fire('install');
  await fire('activate');
  expect([...kept]).toEqual(['vimarsh-1.0.4-checked']);
  expect(claimed).toEqual(['skip', 'claim']);
});

test('it stands in for pages, and leaves widgets in frames to the browser, which tells the server so', () => {
  const { answers } = start();
  const widget = { url: 'http://portal/equity-insights/TCS/pk_live_x', method: 'GET', mode: 'navigate' };
  expect(answers({ ...widget, destination: 'document' })).toBe(true);
  expect(answers({ ...widget, destination: 'iframe' })).toBe(false);
  expect(answers({ url: 'http://portal/market/v1/clock', method: 'GET', mode: 'cors', destination: '' })).toBe(false);
});

test.each([
  ['our own', { title: 'Vimarsh', body: 'A new call from an expert you follow.', url: '/past-recommendations?reco=1' }],
  ['Firebase’s, around ours', { from: '1', data: { title: 'Vimarsh', body: 'A new call from an expert you follow.', url: '/past-recommendations?reco=1' } }],
])('it shows a push message, %s, and opens its page (S9-LOOK-O02)', async (_whose, message) => {
  const { shown, opened, fire } = start();
  await fire('push', { data: { json: () => message } });
  const data = { url: '/past-recommendations?reco=1' };
  expect(shown).toEqual([['Vimarsh', { body: 'A new call from an expert you follow.', tag: `A new call from an expert you follow. ${data.url}`, data }]]);
  await fire('notificationclick', { notification: { close: () => undefined, data } });
  expect(opened).toEqual(['http://portal/past-recommendations?reco=1']);
});

test.each([
  ['https://evil.example/steal', 'http://portal/steal'],
  ['//evil.example/steal', 'http://portal/steal'],
  ['/.//evil.example', 'http://portal//evil.example'],
  ['http://', 'http://portal/'],
])('a press on a message opens this site only: %s', async (url, address) => {
  const { opened, fire } = start();
  await fire('notificationclick', { notification: { close: () => undefined, data: { url } } });
  expect(opened).toEqual([address]);
});

test('a press goes to the window that shows the page already', async () => {
  const { opened, focused, windows, fire } = start();
  windows.push('http://portal/', 'http://portal/past-recommendations?reco=1');
  await fire('notificationclick', { notification: { close: () => undefined, data: { url: '/past-recommendations?reco=1' } } });
  expect([opened, focused]).toEqual([[], ['http://portal/past-recommendations?reco=1']]);
});

test.each([
  ['empty', undefined],
  ['no JSON', { json: () => JSON.parse('{') }],
  ['null', { json: () => null as never }],
])('a message that is %s is shown as news, because a browser wants every one shown', async (_what, data) => {
  const { shown, fire } = start();
  await fire('push', data ? { data } : {});
  expect(shown).toMatchObject([['Vimarsh', { body: 'There is news for you.', data: { url: '/' } }]]);
});

const BOOT = '/releases/root-config/0123456789/boot.js';
const integrity = integrityOf('boot()');
const script = { mode: 'cors', destination: 'script', integrity };
const says = (text: string, init?: ResponseInit) => new Response(text, init);
/** Answers one after the other, the last one for ever; notes what was asked for. */
function inTurn(...answers: (string | Answer)[]) {
  const asked: [url: string, options?: RequestInit][] = [];
  const network = (url: string, options?: RequestInit): Promise<Response> => {
    const answer = answers[Math.min(asked.length, answers.length - 1)]!;
    asked.push(options ? [url, options] : [url]);
    return typeof answer === 'string' ? Promise.resolve(says(answer)) : answer();
  };
  return { asked, network };
}

test.each([
  ['HTML', '<!doctype html>'],
  ['another script', 'boot();tampered()'],
  ['the first half', 'boot'],
])('a file whose answer is %s is never kept, and is asked for past the browser’s own cache', async (_what, bad) => {
  const { asked, network } = inTurn(bad);
  const { ask, files } = start([], network);
  expect(await (await ask(BOOT, script)).text()).toBe(bad);
  expect(files.size).toBe(0);
  expect(asked).toEqual([[`http://portal${BOOT}`], [`http://portal${BOOT}`, { cache: 'reload' }]]);
});

test('a 503 is handed on and never kept; the next answer that has its hash is, whatever query it was asked for under', async () => {
  const { asked, network } = inTurn(async () => says('busy', { status: 503 }), 'boot()');
  const { ask, files } = start([], network);
  expect((await ask(BOOT, script)).status).toBe(503);
  expect(files.size).toBe(0);
  expect(await (await ask(`${BOOT}?retry=1`, script)).text()).toBe('boot()');
  expect([...files.keys()]).toEqual([BOOT]);
  expect(await (await ask(BOOT, script)).text()).toBe('boot()');
  expect(asked).toHaveLength(2);
});

test('a broken copy in the browser’s own cache is passed by', async () => {
  const { ask, files } = start([], inTurn('<!doctype html>', 'boot()').network);
  expect(await (await ask(BOOT, script)).text()).toBe('boot()');
  expect([...files.keys()]).toEqual([BOOT]);
});

test('a copy that has lost its hash heals: it is dropped and asked for again', async () => {
  const { ask, files } = start([], inTurn('boot()').network);
  files.set(BOOT, says('<!doctype html>'));
  expect(await (await ask(BOOT, script)).text()).toBe('boot()');
  expect(await files.get(BOOT)!.clone().text()).toBe('boot()');
});

test('a font has the first digits of its hash in its address', async () => {
  const digits = createHash('sha256').update('font').digest('hex').slice(0, 8);
  const { ask, files } = start([], inTurn('font').network);
  await ask(`/fonts/roboto-latin.woff2?${digits}`, { mode: 'cors', destination: 'font' });
  await ask('/fonts/other.woff2?00000000', { mode: 'cors', destination: 'font' });
  expect([...files.keys()]).toEqual(['/fonts/roboto-latin.woff2']);
});

const ahead = { mode: 'cors', destination: 'script', integrity: '' };

test('what the page’s own HTML asks for comes without a hash: it is kept when the page names it, and answered without the network', async () => {
  const { asked, network } = inTurn('boot()');
  const { ask, files, fire } = start([], network);
  expect(await (await ask(BOOT, ahead)).text()).toBe('boot()');
  expect(files.size).toBe(0);
  await fire('message', { data: { files: [{ url: BOOT, integrity }] } });
  await fire('message', { data: { files: [{ url: BOOT, integrity }] } });
  expect(await (await ask(BOOT, ahead)).text()).toBe('boot()');
  expect(asked).toHaveLength(2);
});

test('of what the page names nothing is kept that has another hash or is no released file', async () => {
  const { ask, files, fire } = start([], inTurn('<!doctype html>').network);
  await fire('message', {
    data: {
      files: [
        { url: BOOT, integrity },
        { url: '/market/v1/clock', integrity: integrityOf('<!doctype html>') },
      ],
    },
  });
  expect(files.size).toBe(0);
  expect(await (await ask(BOOT, ahead)).text()).toBe('<!doctype html>');
});

test('a broken copy answers nobody, also not who says no hash', async () => {
  const { ask, files, fire } = start([], inTurn('boot()').network);
  await fire('message', { data: { files: [{ url: BOOT, integrity }] } });
  for (const headers of [{ 'x-promised': integrity }, undefined]) {
    files.set(BOOT, says('<!doctype html>', headers && { headers }));
    expect(await (await ask(BOOT, ahead)).text()).toBe('boot()');
  }
});

const visit = { mode: 'navigate', destination: 'document' };
const HOME = '<!doctype html><script type="application/json" id="vimarsh-page">{"brand":""}</script></html>\n';
const ours =
  (text: string, status = 200): Answer =>
  async () =>
    says(text, { status, headers: { 'x-request-id': '1' } });

test('offline after one visit these are our words, and the way back', async () => {
  const answer = await start().ask('/login', visit);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  const html = await answer.text();
  expect(html).toMatch(/You are offline[\s\S]*Nothing you saved is affected[\s\S]*Try again/);
  // It opens by itself, also when the connection was back before these words stood and nothing tells of it any more.
  const reload = vi.fn();
  const listeners = new Map<string, () => void>();
  const navigator = { onLine: false };
  vi.useFakeTimers();
  new Function('addEventListener', 'location', 'navigator', /<script>(.*)<\/script>/.exec(html)![1]!)(
    (event: string, listener: () => void) => listeners.set(event, listener),
    { reload },
    navigator,
  );
  vi.advanceTimersByTime(10_000);
  expect(reload).not.toHaveBeenCalled();
  listeners.get('online')!();
  expect(reload).toHaveBeenCalledTimes(1);
  navigator.onLine = true;
  vi.advanceTimersByTime(5000);
  expect(reload).toHaveBeenCalledTimes(2);
  vi.useRealTimers();
});

test('the home page that was seen whole stands in when the server can’t be reached, not one that was cut', async () => {
  for (const [seen, text] of [
    [HOME, HOME],
    [HOME.slice(0, -20), 'offline'],
    ['<!doctype html><title>Sign in to the Wi-Fi</title></html>', 'offline'],
  ] as const) {
    const { ask } = start([], inTurn(ours(seen), () => Promise.reject(new TypeError('offline'))).network);
    await ask('/', visit);
    expect(await (await ask('/login', visit)).text()).toContain(text);
  }
});

test('who never opens the home page has the frame offline all the same: any other screen keeps it, once an hour', async () => {
  let online = true;
  const asked: string[] = [];
  const { ask } = start([], async (url) => {
    asked.push(new URL(url).pathname);
    if (!online) throw new TypeError('offline');
    return says(url.endsWith('/') ? HOME : '<!doctype html><p>calls</p></html>', { headers: { date: new Date().toUTCString() } });
  });
  await ask('/past-recommendations', visit);
  await ask('/past-recommendations', visit);
  expect(asked).toEqual(['/past-recommendations', '/', '/past-recommendations']);
  vi.useFakeTimers({ now: Date.now() + 3_601_000, toFake: ['Date'] });
  await ask('/past-recommendations', visit);
  vi.useRealTimers();
  expect(asked.slice(3)).toEqual(['/past-recommendations', '/']);
  online = false;
  expect(await (await ask('/past-recommendations', visit)).text()).toBe(HOME);
});

test('a preview is never the home page that is kept: who leaves it, or opens another tab, would be in it again', async () => {
  const preview = HOME.replace('""', '"Preview"');
  const { ask } = start([], inTurn(ours(HOME), ours(preview), () => Promise.reject(new TypeError('offline'))).network);
  await ask('/?utm_source=mail', visit);
  await ask('/?release=mf-auth@pr-1', visit);
  expect(await (await ask('/', visit)).text()).toBe(HOME);
});

test('files that go to make room for others leave the kept home page where it is', async () => {
  const { ask, files } = start([], (url) => (url === 'http://portal/' ? ours(HOME)() : Promise.resolve(says('boot()'))));
  await ask('/', visit);
  const names = Array.from({ length: 200 }, (_, at) => `/releases/mf-x/${at}/a.js`);
  for (const name of names) await ask(name, script);
  expect([...files.keys()]).toEqual(['/', ...names.slice(50)]);
});

test('the root-config and shared that a page stood with make no room for others: a broken release needs them', async () => {
  const { ask, files, fire } = start([], () => Promise.resolve(says('boot()')));
  const good = ['/releases/root-config/0123456789/boot.js', '/releases/shared/0123456789/entry.js'];
  for (const name of good) await ask(name, script);
  const named = [...good, '/releases/mf-x/0/a.js'].map((url) => ({ url, integrity }));
  await fire('message', { data: { files: named, good: true } });
  // A page that does not stand says nothing of what is good.
  await fire('message', { data: { files: [{ url: '/releases/shared/9999999999/entry.js', integrity }], good: false } });
  for (let at = 0; at < 200; at += 1) await ask(`/releases/mf-x/${at}/b.js`, script);
  expect(good.map((name) => files.has(name))).toEqual([true, true]);
  expect(files.has('/releases/shared/9999999999/entry.js')).toBe(false);
});

test('what stands before our server and answers for it gives way to the kept page; our own 503 is shown', async () => {
  const { ask } = start([], inTurn(ours(HOME), async () => says('bad gateway', { status: 502 }), ours('being prepared', 503)).network);
  await ask('/', visit);
  expect(await (await ask('/login', visit)).text()).toBe(HOME);
  expect(await (await ask('/login', visit)).text()).toBe('being prepared');
});

test('a visit nobody answers gets the kept page after eight seconds', async () => {
  vi.useFakeTimers();
  const { ask } = start([], inTurn(ours(HOME), () => new Promise(() => undefined)).network);
  await ask('/', visit);
  const answer = ask('/login', visit);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await (await answer).text()).toBe(HOME);
  vi.useRealTimers();
});
