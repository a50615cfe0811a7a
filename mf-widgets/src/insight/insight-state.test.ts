import type { Query } from '@vimarsh/shared/kit/query/query.ts';
import { expect, test, vi } from 'vitest';
import { insightState } from './insight-state.ts';

type Data = { symbol: string };
const query = (more: Partial<Query<Data>>): Query<Data> => ({
  data: undefined,
  extras: undefined,
  error: null,
  loading: false,
  stale: false,
  asOf: null,
  refetch: vi.fn(),
  ...more,
});
const failed = (code: string) => ({ code, text: `told: ${code}`, requestId: '' });
const ofTcs = (given: Query<Data>) => insightState(given, (data) => data.symbol === 'TCS', 'NSE:TCS');

test('data are shown, old ones marked so; those of another subject are not shown under this name', () => {
  expect(ofTcs(query({ data: { symbol: 'TCS' } }))).toMatchObject({ kind: 'ready', stale: false });
  expect(ofTcs(query({ data: { symbol: 'TCS' }, error: failed('UNREACHABLE'), stale: true }))).toMatchObject({ kind: 'ready', stale: true });
  expect(ofTcs(query({ data: { symbol: 'INFY' }, stale: true }))).toEqual({ kind: 'loading' });
  expect(ofTcs(query({ loading: true }))).toEqual({ kind: 'loading' });
});

test('a final refusal says its reason and hides what came before; a passing failure can be tried again', () => {
  expect(ofTcs(query({ data: { symbol: 'TCS' }, error: failed('KEY_REVOKED') }))).toEqual({ kind: 'problem', text: 'told: KEY_REVOKED' });
  expect(ofTcs(query({ error: failed('NO_DERIVATIVES') }))).toEqual({ kind: 'problem', text: 'told: NO_DERIVATIVES' });
  expect(ofTcs(query({ error: failed('UNKNOWN_SYMBOL') }))).toEqual({ kind: 'problem', text: 'We don’t know “NSE:TCS”.' });
  const given = query({ error: failed('UNREACHABLE') });
  expect(ofTcs(given)).toEqual({ kind: 'problem', text: 'Could not load this insight.', retry: given.refetch });
});
