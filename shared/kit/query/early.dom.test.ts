import type { Session } from '@vimarsh/shared/session';
import { expect, test, vi } from 'vitest';
import { listCalls } from '../../contract/calls/routes.ts';
import { answeredEarly, askEarly, earlyAnswer } from './early.ts';

const who = { id: 'usr_1' };
const session = { snapshot: () => ({ user: who }), request: vi.fn(async () => ({ status: true, validation: '', redirect: '', data: null, extras: {} })) };
vi.mock('@vimarsh/shared/session', () => ({ connect: () => session }));
const api = session as unknown as Session;
const LIVE = { query: { view: 'live', limit: '20' } } as const;

test('what was asked for early is given once, to who asks for the same', async () => {
  void askEarly(listCalls, LIVE);
  expect(session.request).toHaveBeenCalledExactlyOnceWith(listCalls, LIVE, { quiet: true });
  expect(earlyAnswer(api, listCalls, { query: { view: 'past', limit: '20' } })).toBeUndefined();
  expect(await earlyAnswer(api, listCalls, LIVE)).toMatchObject({ status: true });
  expect(earlyAnswer(api, listCalls, LIVE)).toBeUndefined();
});

test('it is for the person who asked, and for five seconds', () => {
  vi.useFakeTimers();
  void askEarly(listCalls, LIVE);
  who.id = 'usr_2';
  expect(earlyAnswer(api, listCalls, LIVE)).toBeUndefined();
  who.id = 'usr_1';
  vi.advanceTimersByTime(5_000);
  expect(earlyAnswer(api, listCalls, LIVE)).toBeUndefined();
  vi.useRealTimers();
});

test('what has come can be had at once, as often as a page is drawn; what has not is left for who waits', async () => {
  const asking = askEarly(listCalls, LIVE);
  expect(answeredEarly(api, listCalls, LIVE)).toBeUndefined();
  await asking;
  for (let drawn = 0; drawn < 2; drawn += 1) expect(answeredEarly(api, listCalls, LIVE)).toMatchObject({ status: true });
});
