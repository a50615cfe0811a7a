import { expect, test } from 'vitest';
import { levelProblem, type Tightened } from './tighter-level.ts';

const moves = (times: number): Tightened['events'] =>
  Array.from({ length: times }, (_, at) => ({
    n: at + 3,
    type: 'tighten_sl',
    payload: {},
    actor: 'exp_01',
    ts: '2026-11-20T05:00:00.000Z',
    hash: 'd'.repeat(64),
  }));
const call = (overrides: Partial<Tightened> = {}): Tightened => ({
  level_basis: 'pnl',
  target: 3000,
  stop_loss: -2000,
  initial_stop_loss: -2000,
  events: [],
  ...overrides,
});
const falling = call({ level_basis: 'underlying', target: 24_000, stop_loss: 24_900, initial_stop_loss: 24_900 });
const received = call({ level_basis: 'premium', target: -40, stop_loss: -160, initial_stop_loss: -160 });

test.each([
  ['a smaller loss', call(), -1500, ''],
  ['a locked gain', call(), 500, ''],
  ['the same loss', call(), -2000, 'towards profit'],
  ['a larger loss', call(), -2500, 'towards profit'],
  ['a larger loss than that it was moved to', call({ stop_loss: -1000, events: moves(1) }), -1500, 'towards profit'],
  ['the target', call(), 3000, 'this side of the target'],
  ['no number', call(), Number.NaN, 'Enter a number'],
  ['a lower level where the call gains by a fall', falling, 24_800, ''],
  ['a higher one', falling, 24_950, 'towards profit'],
  ['beyond the target below', falling, 23_900, 'this side of the target'],
  ['less to pay back of a premium received', received, -120, ''],
  ['more to pay back', received, -180, 'towards profit'],
  ['a sixth move', call({ stop_loss: -1000, events: moves(5) }), -500, 'five times'],
  ['a fifth move', call({ stop_loss: -1000, events: moves(4) }), -500, ''],
] as const)('a stop-loss moved to %s', (_name, of, to, expected) => {
  const problem = levelProblem(of, to);
  if (expected === '') expect(problem).toBe('');
  else expect(problem).toContain(expected);
});
