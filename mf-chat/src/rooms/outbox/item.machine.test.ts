import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ItemEvent, type ItemState, itemMachine, moveItem } from './item.machine.ts';

const EVENTS: readonly ItemEvent['type'][] = ['SEND', 'ACK', 'LATER', 'REFUSE', 'BLOCK', 'DAY', 'RETRY', 'DISCARD', 'DELIVERED', 'SEEN'];
const MOVES: Readonly<Record<ItemState, Readonly<Partial<Record<ItemEvent['type'], ItemState>>>>> = {
  queued: { SEND: 'sending', DAY: 'stale', DISCARD: 'gone' },
  sending: { ACK: 'sent', LATER: 'queued', REFUSE: 'failed', BLOCK: 'blocked' },
  stale: { RETRY: 'queued', DISCARD: 'gone' },
  failed: { RETRY: 'queued', DISCARD: 'gone' },
  blocked: { DISCARD: 'gone' },
  sent: { DELIVERED: 'delivered', SEEN: 'seen' },
  delivered: { SEEN: 'seen' },
  seen: {},
  gone: {},
};
const STATES = Object.keys(itemMachine.states) as ItemState[];

test.each(STATES.flatMap((state) => EVENTS.map((event) => [state, event] as const)))('%s, %s', (state, type) => {
  expect(moveItem(state, { type })).toBe(MOVES[state][type] ?? state);
});

/** The table state × event → state, as the machine says it. */
function table(): string {
  const rows = Object.values(itemMachine.states).flatMap((state) =>
    [...state.transitions].flatMap(([event, transitions]) =>
      transitions.map(({ target, description }) => `| ${state.key} | ${event} | ${target?.map(({ key }) => key).join()} | ${description} |`),
    ),
  );
  return ['| State | Event | Next | |', '|---|---|---|---|', ...rows].join('\n');
}

test('the README’s table is the machine’s', () => {
  expect(readFileSync(new URL('README.md', import.meta.url), 'utf8')).toContain(table());
});
