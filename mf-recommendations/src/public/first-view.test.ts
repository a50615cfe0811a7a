import { aCall, anExpert } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { publicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { expect, test } from 'vitest';
import { firstView } from './first-view.ts';

const view = {
  closed: [aCall({ status: 'target_hit' })],
  live_count: 40,
  closed_count: 300,
  experts: [anExpert()],
  outcome: { target_hit: 100, sl_hit: 160, exited: 20, expired: 20 },
  results: null,
  perf_mode: 'demo' as const,
  ledger: null,
  closed_until: '2026-11-19',
  comes_next: { ended_on: '2026-11-20', appears_on: '2026-11-23' },
  as_of: '2026-11-20T09:00:00.000Z',
};
const KEY = 'GET /reco/v1/public';

test('an answer of the right shape is used as it is', () => {
  expect(firstView({ [KEY]: { status: true, data: publicView.parse(view) } })).toEqual(view);
});
test.each([
  [{}],
  [{ [KEY]: null }],
  [{ [KEY]: { status: false, data: view } }],
  [{ [KEY]: { status: true, data: null } }],
  [{ [KEY]: { status: true, data: { ...view, closed: {} } } }],
  [{ [KEY]: { status: true, data: { ...view, closed: [{ id: 'x' }] } } }],
  [{ [KEY]: { status: true, data: { ...view, outcome: undefined } } }],
  [{ [KEY]: { status: true, data: { ...view, closed_until: undefined } } }],
])('anything else is requested from the server: %j', (first) => expect(firstView(first)).toBeNull());
