import { act, renderHook } from '@testing-library/react';
import type { Snapshot } from '@vimarsh/shared/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aClock } from '../../contract/market/clock.testing.ts';
import { readClock, readInstrument } from '../../contract/market/routes.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '../fake-host.tsx';
import { useSeen } from './seen.ts';
import { useSeenQuery } from './seen-query.ts';

const KEY = 'vimarsh.seen /market/v1/clock {}';
const CLOCK = aClock({ phase: 'closed', label: 'Closed', closes_at: null });
const AWAY = refuse(readClock, 'UNREACHABLE', 'No answer.');

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: Date.parse('2026-11-20T06:00:00.000Z') });
});
afterEach(() => vi.useRealTimers());

/** What the screen shows once the request has ended, its own tries included. */
async function shown(answer: NonNullable<FakeHostOptions['answers']>[number], who = '') {
  const user = { id: who } as unknown as Snapshot['user'];
  const { Wrapper } = fakeHost({ answers: [answer], ...(who && { snapshot: { signedIn: true, user } }) });
  const { result } = renderHook(() => useSeenQuery(readClock), { wrapper: Wrapper });
  await act(() => vi.advanceTimersByTimeAsync(9_000));
  return result.current;
}

test('where nothing answers, what was seen last stands with its time and is not current; an answer takes its place', async () => {
  expect(await shown(reply(readClock, CLOCK), 'usr_1')).toMatchObject({ stale: false, data: { label: 'Closed' } });
  vi.setSystemTime(Date.parse('2026-11-20T08:00:00.000Z'));
  expect(await shown(AWAY, 'usr_1')).toMatchObject({
    data: { label: 'Closed' },
    stale: true,
    asOf: '2026-11-20T06:00:00.000Z',
    error: { code: 'UNREACHABLE' },
  });
  expect(await shown(reply(readClock, { ...CLOCK, label: 'Open' }), 'usr_1')).toMatchObject({ data: { label: 'Open' }, stale: false, error: null });
});

test('a request that hangs shows it too', async () => {
  await shown(reply(readClock, CLOCK));
  expect(await shown(reply(readClock, () => new Promise(() => undefined)))).toMatchObject({ data: { label: 'Closed' }, stale: true, error: { code: 'LATE' } });
});

test('what a server refuses is never shown on', async () => {
  await shown(reply(readClock, CLOCK), 'usr_1');
  expect((await shown(refuse(readClock, 'FORBIDDEN', 'Not yours.'), 'usr_1')).data).toBeUndefined();
});

test('nobody sees what somebody else saw, or what this release can’t read', async () => {
  await shown(reply(readClock, CLOCK), 'usr_1');
  expect((await shown(AWAY, 'usr_2')).data).toBeUndefined();
  expect((await shown(AWAY)).data).toBeUndefined();
  const kept = JSON.parse(localStorage.getItem(KEY)!);
  for (const broken of [{ ...kept, data: { label: 7 } }, { data: kept.data }, 'text', null]) {
    localStorage.setItem(KEY, JSON.stringify(broken));
    expect((await shown(AWAY, 'usr_1')).data).toBeUndefined();
  }
});

test('of one route several answers are kept, each for its own input, and the oldest goes when there are too many', () => {
  const { Wrapper } = fakeHost();
  const of = (symbol: string) => renderHook(() => useSeen(readInstrument, { params: { symbol } }), { wrapper: Wrapper }).result.current;
  const symbols = Array.from({ length: 13 }, (_, at) => `S${at}`);
  for (const symbol of symbols) of(symbol).keep({ symbol } as never, '2026-11-20T06:00:00.000Z');
  const kept = symbols.filter((symbol) => localStorage.getItem(`vimarsh.seen /market/v1/instruments/:symbol {"params":{"symbol":"${symbol}"}}`));
  expect(kept).toEqual(symbols.slice(1));
});
