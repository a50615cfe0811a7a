import { describe, expect, test } from 'vitest';
import { aCall } from '../../contract/calls/call.testing.ts';
import { entryText, outcome, railOf, shownResult, spokenCall } from './call.view.ts';

const exitAt = (price: number) => ({ price, ts: '2026-11-19T05:00:00.000Z', reason: '' });

describe('result', () => {
  test.each([
    [3190.5, 1.22, { percent: '+6.10%', multiple: '1.22 R', word: 'Gain' }],
    [2904.9, -1, { percent: '−3.42%', multiple: '−1.00 R', word: 'Loss' }],
    [3007.5, 0.1, { percent: '0.00%', multiple: '0.10 R', word: 'No change' }],
    [3003, 0.04, { percent: '−0.15%', multiple: '0.04 R', word: 'Loss' }],
  ])('ended at %d, it is told after costs and the same way whichever its sign', (price, r_multiple, expected) => {
    expect(shownResult(aCall({ status: 'exited', exit: exitAt(price), r_multiple }))).toEqual(expected);
  });
  test('within a day a call has earned its costs sooner', () =>
    expect(shownResult(aCall({ status: 'exited', term: 'intraday', exit: exitAt(3003), r_multiple: 0.1 }))?.word).toBe('Gain'));
  test('it is what a follower got, not the price on record', () =>
    expect(shownResult(aCall({ status: 'exited', exit: exitAt(3150), follower: { entry: 3020, exit: 3140 } }))?.percent).toBe('+3.72%'));
  test('an open call has none, even if a figure came with it', () => expect(shownResult(aCall({ status: 'active', realised_return: 4 }))).toBeNull());
  test('a lapsed call has none', () => expect(shownResult(aCall({ status: 'lapsed' }))).toBeNull());
});

test.each([
  ['target_hit', 'Target reached', 'gain'],
  ['sl_hit', 'Stop-loss reached', 'loss'],
  ['exited', 'Exited early', 'neutral'],
  ['expired', 'Expired', 'neutral'],
  ['lapsed', 'Entry not triggered', 'neutral'],
  ['cancelled', 'Cancelled', 'neutral'],
  ['suspended_open', 'Frozen', 'warn'],
  ['awaiting_entry', 'Waiting for entry', 'neutral'],
] as const)('outcome chip of %s is "%s"', (status, label, tone) => expect(outcome(aCall({ status }))).toEqual({ label, tone }));
test('a call that prices can’t judge says so first, and draws no price between its levels', () => {
  const not_judgeable = { cause: 'missing_day' as const, day: '2026-04-28', before: null, opened: null };
  expect(outcome(aCall({ status: 'active', not_judgeable }))).toEqual({ label: 'Not judgeable', tone: 'warn' });
  expect(spokenCall(aCall({ stock: 'TCS', status: 'active', not_judgeable }))).toMatch(/: Not judgeable$/);
});
test('a stop-loss moved into profit ends without red', () => {
  const raised = aCall({
    status: 'sl_hit',
    entry_fill: { price: 1000, ts: '' },
    exit: { price: 1030, ts: '', reason: '' },
    follower: null,
    realised_return: 3,
  });
  expect(outcome(raised)).toEqual({ label: 'Closed at a raised stop', tone: 'gain' });
  expect(outcome({ ...raised, call_type: 'Sell', exit: { price: 970, ts: '', reason: '' } }).label).toBe('Closed at a lowered stop');
  // A gain below its costs is a loss.
  expect(railOf({ ...raised, stop_loss: 1030, initial_stop_loss: 950, target_price: 1100 }, null)).toMatchObject({ stop: 950, raised: 1030 });
  expect(outcome({ ...raised, exit: { price: 1002, ts: '', reason: '' } })).toEqual({ label: 'Stop-loss reached', tone: 'loss' });
});
test.each([
  ['open', aCall({ stop_loss: 2950 }), 2950, false],
  ['open, stop-loss moved past the entry', aCall({ stop_loss: 3010 }), 3010, false],
  ['ended', aCall({ status: 'sl_hit' }), 2925, false],
  ['ended, stop-loss moved before', aCall({ stop_loss: 2950, status: 'sl_hit' }), 2925, true],
  ['open Sell, stop-loss moved past the entry', aCall({ call_type: 'Sell', initial_stop_loss: 3100, stop_loss: 2990 }), 2990, false],
])('the rail names the stop-loss in force, or says that it is the published one: %s', (_, call, stop, published) =>
  expect(railOf(call, null)).toMatchObject({ stop, published }),
);

test('the rail runs from where the call was entered, and from the published range until then', () => {
  const range = aCall({ price: 915, entry_low: 910.95, entry_high: 919.05, stop_loss: 880, target_price: 960 });
  expect(railOf({ ...range, entry_fill: null }, 920)).toMatchObject({ entry: 915, entered: false, entryText: '₹910.95–919.05', price: 920 });
  const filled = { ...range, entry_fill: { price: 919.05, ts: '2026-11-18T05:02:00.000Z' } };
  expect(railOf(filled, 920)).toMatchObject({ entry: 919.05, entered: true, entryText: '₹919.05' });
});

test('an entry range shows both ends', () => {
  expect(entryText({ entry_low: 1452, entry_high: 1452 })).toBe('₹1,452.00');
  expect(entryText({ entry_low: 1440, entry_high: 1460 })).toBe('₹1,440.00–1,460.00');
});

test('the accessible name of a row is one sentence: side, stock, term, expert, state and result, each once', () => {
  expect(spokenCall(aCall({ stock: 'TCS', status: 'sl_hit', exit: exitAt(2904.9), realised_return: -3.17, r_multiple: -1 }))).toBe(
    'Buy TCS, Short term, by Ananya Rao-Kulkarni: Stop-loss reached, Loss −3.42%',
  );
});
