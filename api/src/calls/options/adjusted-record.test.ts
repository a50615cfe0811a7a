import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AdjustingAction } from '@vimarsh/shared/domain/calls/corp-adjust.ts';
import type { RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { consequenceOf } from '@vimarsh/shared/domain/calls/options/actions.ts';
import { applyOptionEvent, type OptionState, type OptionStateEvent } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { recordedOption } from '@vimarsh/shared/domain/calls/options/shown-option.ts';
import { expect, test } from 'vitest';
import { python } from '../../platform/testing/python.testing.ts';

const VERIFIER = fileURLToPath(new URL('../../../../e2e/record', import.meta.url));
const VECTORS = new URL('../../../../docs/record-vectors.json', import.meta.url);
const CHECK = `
import json, sys
sys.path.insert(0, sys.argv[1])
sys.dont_write_bytecode = True
import verify
for events in json.load(sys.stdin):
    call = verify.derive_option(events)
    legs = [[leg['strike'], leg['mid'], leg['entry']] for leg in call['legs']]
    print(json.dumps([list(verify.decisions_wrong(events)), legs, call['lot_size'], call['target'], call['stop_loss']]))
`;

/** The worked example of the format, up to its entry and its tightened stop-loss: a spread at 24,000 and 24,200, with levels and legs as asked. */
function published({
  level_basis,
  target,
  stop_loss,
  future = false,
}: {
  level_basis: string;
  target: number;
  stop_loss: number;
  future?: boolean;
}): RecordedEvent[] {
  const { option } = JSON.parse(readFileSync(VECTORS, 'utf8')) as { option: { events: { canonical: string; hash: string }[] } };
  const [first, fill] = option.events.slice(0, 2).map(({ canonical, hash }) => ({ ...JSON.parse(canonical), hash }));
  const legs = first.payload.legs.map((leg: object, at: number) => (future && at === 0 ? { ...leg, type: 'FUT', strike: 0, entry: 24_010, mid: 24_010 } : leg));
  const filled = fill.payload.legs.map((leg: object, at: number) => (future && at === 0 ? { mid: 24_012, price: 24_013 } : leg));
  return [
    { ...first, payload: { ...first.payload, legs, level_basis, target, stop_loss, net_limit: null } },
    { ...fill, payload: { ...fill.payload, legs: filled, ...(future && { net_premium: -99 }) } },
  ];
}

function adjusted(events: readonly RecordedEvent[], change: { actions: readonly AdjustingAction[]; amount: number; ratio: number }): RecordedEvent[] {
  const state = events.reduce<OptionState | null>((one, event) => applyOptionEvent(one, event as unknown as OptionStateEvent), null)!;
  const action = { type: 'adjustment', day: '2026-11-23', rights: null, ...change } as const;
  const made = consequenceOf(action, state, '2026-11-23T03:30:00.000Z').events;
  expect(made).toHaveLength(1);
  return [...events, ...made.map((event) => ({ actor: 'engine', hash: 'f'.repeat(64), ...event }) as unknown as RecordedEvent)];
}

const PAID = { actions: ['special_dividend'], amount: 480, ratio: 1 } as const;
const RIGHT = { actions: ['rights'], amount: 0, ratio: 1.03145 } as const;
const BOTH = { actions: ['split', 'special_dividend'], amount: 480, ratio: 5 } as const;

test.each([
  // 24,000 − 480 and 24,200 − 480; what was paid for the options stays.
  ['a special dividend, levels of profit', { level_basis: 'pnl', target: 5000, stop_loss: -2500 }, PAID, [23_520, 23_720], 65, 5000],
  ['a special dividend, levels on the underlying', { level_basis: 'underlying', target: 24_500, stop_loss: 23_800 }, PAID, [23_520, 23_720], 65, 24_020],
  ['a special dividend, levels of premium', { level_basis: 'premium', target: 180, stop_loss: 60 }, PAID, [23_520, 23_720], 65, 180],
  // A future falls by the amount: 24,013 − 480; it has no strike.
  ['a special dividend with a future among the legs', { level_basis: 'pnl', target: 5000, stop_loss: -2500, future: true }, PAID, [0, 23_720], 65, 5000],
  // 24,000 / 1.03145 = 23,268.21…, by ticks of five paise; 65 · 1.03145 = 67.04.
  ['a right', { level_basis: 'premium', target: 180, stop_loss: 60 }, RIGHT, [23_268.2, 23_462.1], 67, 174.51],
  // (24,000 − 480) / 5 = 4,704; (24,200 − 480) / 5 = 4,744; 65 · 5.
  ['a split and a special dividend', { level_basis: 'underlying', target: 24_500, stop_loss: 23_800 }, BOTH, [4704, 4744], 325, 4804],
] as const)('%s: the verifier in Python gets what the server gets', (_, terms, change, strikes, lot, target) => {
  const events = adjusted(published(terms), change);
  const own = recordedOption(events);
  expect([own.legs.map(({ strike }) => strike), own.lot_size, own.target]).toEqual([strikes, lot, target]);
  const answer = spawnSync(python(), ['-c', CHECK, VERIFIER], { input: JSON.stringify([events]), encoding: 'utf8' });
  expect(answer.stderr).toBe('');
  expect(JSON.parse(answer.stdout)).toEqual([[], own.legs.map(({ strike, mid, entry }) => [strike, mid, entry]), own.lot_size, own.target, own.stop_loss]);
});
