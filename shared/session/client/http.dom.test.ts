import { beforeEach, expect, test, vi } from 'vitest';
import { listCalls, readCall } from '../../contract/calls/routes.ts';
import { lookUpProfile, readProfile } from '../../contract/identity/routes.ts';
import { readClock } from '../../contract/market/routes.ts';
import { brokerList } from '../../contract/partners/routes.ts';
import { openStore } from '../core/storage.ts';
import { fakeServer, ok } from '../testing.ts';
import { createHttp } from './http.ts';

beforeEach(() => localStorage.clear());

function http() {
  const { adapter, sent } = fakeServer(() => ok(null));
  const client = createHttp(openStore(), 'https://chat.vimarsh.example', adapter);
  const send = async (route: Parameters<typeof client.send>[0]['route'], input: object = {}) => {
    await client.send({ route, input, signal: new AbortController().signal });
    return sent.at(-1)!;
  };
  return { send };
}

test('the bearer of local storage goes along; without one there is no header (S7-HTTP-01, S7-HTTP-A02)', async () => {
  const { send } = http();
  expect((await send(readClock)).headers).not.toHaveProperty('Authorization');
  localStorage.setItem('token', 'A');
  expect((await send(readClock)).headers.Authorization).toBe('Bearer A');
});

test('main client: own origin, credentials, JSON, five minutes (S7-HTTP-02, S7-HTTP-03, S7-HTTP-04, S7-HTTP-05, S9-LIM-06)', async () => {
  const { send } = http();
  const one = await send(lookUpProfile, { body: { profession: 'Analyst', email: 'a@b.co', mobile: '' } });
  expect(one).toMatchObject({ method: 'POST', url: '/auth/v1/profile', body: { profession: 'Analyst', email: 'a@b.co', mobile: '' } });
  expect(one.headers['Content-Type']).toBe('application/json');
  expect(one.config).toMatchObject({ withCredentials: true, timeout: 300_000 });
});

test('no cookie is read for a request', async () => {
  const read = vi.spyOn(document, 'cookie', 'get');
  const abort = new AbortController();
  const sent = createHttp(openStore(), '').send({ route: readClock, input: {}, signal: abort.signal });
  setTimeout(() => abort.abort());
  await expect(sent).rejects.toThrow();
  expect(read).not.toHaveBeenCalled();
});

test('GET has no body, a POST without payload an empty object (S7-PROFILE-03)', async () => {
  const { send } = http();
  expect(await send(readProfile)).toMatchObject({ method: 'GET', url: '/auth/v1/profile', body: undefined });
  expect(await send(brokerList)).toMatchObject({ method: 'POST', body: {} });
});

test('chat calls go to the chat API, with the same ceiling (S7-HTTP-06, S9-LIM-07, S7-HTTP-O03)', async () => {
  const { send } = http();
  const one = await send({ ...readClock, path: '/chat/v1/rooms' });
  expect(one.url).toBe('https://chat.vimarsh.example/chat/v1/rooms');
  expect(one.config).toMatchObject({ withCredentials: true, timeout: 300_000 });
});

test('uploads are multipart, with 30 seconds (S7-HTTP-07, S7-HTTP-08, S9-LIM-08)', async () => {
  const { send } = http();
  const body = new FormData();
  body.append('picture', new Blob(['x']), 'a.png');
  const one = await send({ ...lookUpProfile }, { body });
  expect(one.body).toBe(body);
  expect(one.config.timeout).toBe(30_000);
  expect(one.headers['Content-Type']).not.toBe('application/json');
});

test('path values are escaped, absent query values left out', async () => {
  const { send } = http();
  expect((await send(readCall, { params: { id: 'a/b?c' } })).url).toBe('/reco/v1/calls/a%2Fb%3Fc');
  expect((await send(listCalls, { query: { view: 'past', stock: 'M&M', sector: undefined } })).url).toBe('/reco/v1/calls?view=past&stock=M%26M');
});
