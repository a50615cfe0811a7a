import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { recordedOption } from '@vimarsh/shared/domain/calls/options/shown-option.ts';
import { expect, test } from 'vitest';
import type { ChainedEvent } from '../../ledger/index.ts';
import { optionsKind } from './kind.ts';
import { project } from './projection.ts';
import type { OptionRow } from './tables.ts';

const event = (type: string, ts: string, payload: object): ChainedEvent =>
  ({ kind: 'options', call_id: 'call', expert_id: 'exp_01', actor: 'engine', type, ts, payload, hash: type }) as unknown as ChainedEvent;

const leg = { type: 'CE', expiry: '2026-12-29', lots: 1 };
const PUBLISH = event('publish', '2026-11-20T04:30:00.000Z', {
  stock: 'TCS',
  underlying_name: 'Tata Consultancy Services',
  underlying_type: 'stocks',
  outlook: 'bullish',
  strategy: 'BULL_CALL',
  legs: [
    { ...leg, side: 'buy', strike: 3000, mid: 120 },
    { ...leg, side: 'sell', strike: 3200, mid: 40 },
  ],
  lot_size: 175,
  net_premium: 80,
  max_profit: 21_000,
  max_loss: -14_000,
  breakevens: [3080],
  margin_est: 14_000,
  pop: 0.4,
  defined_risk: true,
  level_basis: 'pnl',
  target: 10_000,
  stop_loss: -8000,
  net_limit: null,
  settles: false,
  entry_until: '2026-11-25T10:10:00.000Z',
  expires_at: '2026-12-15T10:10:00.000Z',
  valid_till: '2026-12-15',
});
const FILL = event('entry_fill', '2026-11-20T04:31:00.000Z', {
  legs: [
    { price: 121, mid: 120 },
    { price: 39, mid: 40 },
  ],
  spot: 3010,
});
const SPLIT = event('corp_adjust', '2026-11-23T03:30:00.000Z', { action: 'split', ratio: 2, ex_date: '2026-11-23' });

/** The row after each event, and what it changed of the row before. */
function told(...events: readonly ChainedEvent[]): { row: OptionRow; changed: Set<string> }[] {
  let state: OptionState | null = null;
  let row: OptionRow | null = null;
  return events.map((each) => {
    const before: Record<string, unknown> = { ...row };
    state = applyOptionEvent(state, { call_id: 'call', type: each.type as 'publish', ts: each.ts as unknown as string, payload: each.payload as never });
    row = project(row, state, each) as OptionRow;
    const changed = Object.entries(row).filter(([column, value]) => JSON.stringify(value) !== JSON.stringify(before[column]));
    return { row, changed: new Set(changed.map(([column]) => column)) };
  });
}
const STALE = event('stale', '2026-11-20T05:00:00.000Z', { legs: [1] });
const WIDER = event('stale', '2026-11-20T05:15:00.000Z', { legs: [0, 1] });
const QUOTED = event('quoted', '2026-11-20T05:30:00.000Z', {});
const DECIDED = event('closing', '2026-11-20T06:00:00.000Z', { as: 'sl_hit', basis: 'level', mids: [70, 40], spot: 2950 });
const STOPPED = event('sl_hit', '2026-11-20T06:01:00.000Z', {
  basis: 'level',
  legs: [
    { price: 69, mid: 70 },
    { price: 41, mid: 40 },
  ],
  spot: 2949,
});
// 00:10 IST on Saturday.
const LOOK_BACK = event('post_mortem', '2026-11-20T18:40:00.000Z', { text: 'The stop-loss lay within a usual day.' });
const TIGHTER = event('tighten_sl', '2026-11-20T05:40:00.000Z', { stop_loss: -6000, from: -8000 });

test('a row tells which legs nobody quotes and since when, until all are quoted again or the call has ended', () => {
  const stale = told(PUBLISH, FILL, STALE, WIDER, QUOTED, STALE, DECIDED, STOPPED).map(({ row }) => (row.stale === null ? null : JSON.parse(row.stale)));
  const [low, high] = ['3000 CE of 2026-12-29', '3200 CE of 2026-12-29'];
  const since = '2026-11-20T05:00:00.000Z';
  expect(stale).toEqual([null, null, { since, legs: [high] }, { since, legs: [low, high] }, null, { since, legs: [high] }, { since, legs: [high] }, null]);
});

test('a look back is dated by its Indian day and changes nothing else', () => {
  const [, , , ended, after] = told(PUBLISH, FILL, DECIDED, STOPPED, LOOK_BACK);
  expect(ended!.row).toMatchObject({ status: 'sl_hit', ended_on: '2026-11-20', post_mortem_on: null });
  expect(after!.row.post_mortem_on).toBe('2026-11-21');
  expect([...after!.changed]).toEqual(['post_mortem_on']);
});

test('every column that an event after the publication changes is one that the record stores again', () => {
  const [, ...later] = [...told(PUBLISH, FILL, STALE, QUOTED, TIGHTER, DECIDED, STOPPED, LOOK_BACK), ...told(PUBLISH, FILL, SPLIT).slice(1)];
  const { changes } = optionsKind({} as never);
  const stored = new Set<string>(changes);
  expect(later.flatMap(({ changed }) => [...changed]).filter((column) => !stored.has(column))).toEqual([]);
  // And nothing stands there for nobody: what these events leave alone an expiry settles, or a split of a call with a limit divides.
  const seen = new Set(later.flatMap(({ changed }) => [...changed]));
  expect([...stored].filter((column) => !seen.has(column)).sort()).toEqual(['initial_stop_loss', 'net_limit', 'on_margin', 'settlement', 'target']);
});

test('after a split net premium and break-evens are told by the new share, as the legs are; ₹ of the whole call stay', () => {
  let row: OptionRow | null = null;
  let state = null;
  for (const each of [PUBLISH, FILL, SPLIT, SPLIT]) {
    state = applyOptionEvent(state, { call_id: 'call', type: each.type as 'publish', ts: each.ts as unknown as string, payload: each.payload as never });
    row = project(row, state, each) as OptionRow;
  }
  expect(row).toMatchObject({ net_premium: 40, breakevens: '[1540]', lot_size: 350, max_profit: 21_000, max_loss: -14_000, target: 10_000 });
  expect(JSON.parse(row!.legs)).toMatchObject([
    { strike: 1500, mid: 60, entry: 60.5 },
    { strike: 1600, mid: 20, entry: 19.5 },
  ]);
  // What a browser derives from the same events.
  const recorded = recordedOption([PUBLISH, FILL, SPLIT, SPLIT] as never);
  expect(recorded).toMatchObject({ net_premium: row!.net_premium, breakevens: JSON.parse(row!.breakevens), legs: JSON.parse(row!.legs) });
});
