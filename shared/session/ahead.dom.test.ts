import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listCalls } from '../contract/calls/routes.ts';
import { readClock } from '../contract/market/routes.ts';
import { takeAhead } from './ahead.ts';
import { createHttp } from './client/http.ts';
import { openStore } from './core/storage.ts';
import { fakeServer, ok } from './testing.ts';

const ROWS = '/reco/v1/calls?view=live&limit=20';
const LIVE = { query: { view: 'live', limit: '20' } };
const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  localStorage.setItem('token', 'A');
  vi.stubGlobal('fetch', asked);
  asked.mockImplementation(async () => Response.json({ status: true, data: 'ahead' }));
});
afterEach(() => {
  void takeAhead(ROWS, 'A', AbortSignal.timeout(60_000));
  asked.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** The same as the page's own script does. */
function askAhead(url: string, token: string): void {
  const giveUp = new AbortController();
  const answer = fetch(url, { headers: { Authorization: `Bearer ${token}` }, signal: giveUp.signal })
    .then(async (response) => ({ status: response.status, data: await response.json() }))
    .catch(() => null);
  Object.assign(globalThis, { vimarsh_ahead: { url, token, answer, giveUp } });
}

function client() {
  const { adapter, sent } = fakeServer(() => ok('asked now'));
  const http = createHttp(openStore(), '', adapter);
  const send = (route: Parameters<typeof http.send>[0]['route'], input: object = {}, signal = new AbortController().signal) =>
    http.send({ route, input, signal });
  return { send, sent };
}

test('who asks for what was sent ahead gets its answer, once, and with the bearer that would have been sent', async () => {
  const { send, sent } = client();
  askAhead(ROWS, 'A');
  expect(asked.mock.calls).toEqual([[ROWS, expect.objectContaining({ headers: { Authorization: 'Bearer A' } })]]);
  expect(await send(listCalls, LIVE)).toEqual({ status: 200, data: { status: true, data: 'ahead' } });
  expect(sent).toEqual([]);
  await send(listCalls, LIVE);
  expect(sent.map(({ url }) => url)).toEqual([ROWS]);
});

test('a refusal is an answer, too: the session renews its token by it', async () => {
  asked.mockImplementation(async () => Response.json({ status: false, code: 'SESSION_ENDED' }, { status: 401 }));
  askAhead(ROWS, 'A');
  expect(await client().send(listCalls, LIVE)).toMatchObject({ status: 401 });
});

test.each([
  ['another request', () => client().send(readClock)],
  ['the same with other words', () => client().send(listCalls, { query: { view: 'past', limit: '20' } })],
  [
    'another person’s',
    () => {
      localStorage.setItem('token', 'B');
      return client().send(listCalls, LIVE);
    },
  ],
])('%s is sent as ever', async (_, send) => {
  askAhead(ROWS, 'A');
  expect(await send()).toMatchObject({ data: expect.objectContaining({ data: 'asked now' }) });
  expect(takeAhead(ROWS, 'A', AbortSignal.timeout(60_000))).toBeDefined();
});

test.each([
  ['nothing came', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ['what came can’t be read', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
])('where %s, the request is sent', async (_, answer) => {
  asked.mockImplementation(answer);
  askAhead(ROWS, 'A');
  const { send, sent } = client();
  expect(await send(listCalls, LIVE)).toMatchObject({ data: expect.objectContaining({ data: 'asked now' }) });
  expect(sent).toHaveLength(1);
});

const hangs: typeof fetch = (_, init) => new Promise((_, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)));

test('who cancels what it asked for cancels what was sent ahead for it (S8-ERR-03)', async () => {
  asked.mockImplementation(hangs);
  askAhead(ROWS, 'A');
  const leaving = new AbortController();
  const answer = client().send(listCalls, LIVE, leaving.signal);
  leaving.abort();
  await answer.catch(() => undefined);
  expect(asked.mock.calls[0]![1]!.signal!.aborted).toBe(true);
});
