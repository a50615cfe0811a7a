import { expect, test } from 'vitest';
import { applyEvent, type CallState, isSettled, type StateEvent } from './call-state.ts';

const event = (type: StateEvent['type'], payload: object): StateEvent => ({
  call_id: 'call',
  type,
  ts: '2026-05-06T12:00:00.000Z',
  payload: payload as StateEvent['payload'],
});
const PUBLISH = event('publish', {
  ...{ stock: 'ITC', call_type: 'Buy', term: 'shortTerm', entry_mode: 'market', entry_low: 800, entry_high: 800, target: 880, stop_loss: 760 },
  ...{ entry_until: '2026-05-29T10:00:00.000Z', expires_at: '2026-06-05T10:00:00.000Z' },
});
const doubt = (cause: 'no_trade' | 'missing_day' | 'price_step', day: string) => ({ cause, day, before: null, opened: null });
const after = (...events: StateEvent[]): CallState => events.reduce<CallState | null>(applyEvent, null)!;

test('who let a call go on without a trade has seen no price of that day: one that steps is in doubt', () => {
  const state = after(
    PUBLISH,
    event('not_judgeable', doubt('no_trade', '2026-05-06')),
    event('correction', { decision: 'go_on', ...doubt('no_trade', '2026-05-06') }),
  );
  expect(isSettled(state, doubt('no_trade', '2026-05-06'))).toBe(true);
  expect(isSettled(state, doubt('price_step', '2026-05-06'))).toBe(false);
});

test('a day without a trade that a missing one took the place of is not asked for again once the wait is over, and is before', () => {
  const waiting = [PUBLISH, event('not_judgeable', doubt('no_trade', '2026-05-06')), event('not_judgeable', doubt('missing_day', '2026-05-07'))];
  expect(isSettled(after(...waiting), doubt('no_trade', '2026-05-06'))).toBe(false);
  const free = after(...waiting, event('judgeable', { day: '2026-05-07' }));
  expect(isSettled(free, doubt('no_trade', '2026-05-06'))).toBe(true);
  expect(free).not.toHaveProperty('untraded_before');
});
