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

/** Why, for the reader of the table. */
const WHY: Readonly<Record<string, string>> = {
  'queued SEND': 'the first of its room goes out',
  'queued DAY': 'a day old: nothing is sent by itself any more',
  'queued DISCARD': 'the person takes it back',
  'sending ACK': 'the server has kept it',
  'sending LATER': 'no answer, or a busy server: the same number again after a pause',
  'sending REFUSE': 'a refusal that will not pass by itself, with its sentence',
  'sending BLOCK': 'the guard of texts, with the server’s sentence',
  'stale RETRY': 'the person still wants it sent',
  'stale DISCARD': 'the person does not',
  'failed RETRY': 'the person tries again',
  'failed DISCARD': 'the person gives it up',
  'blocked DISCARD': 'the text goes back into the field, or away',
  'sent DELIVERED': 'the other’s page has received it',
  'sent SEEN': 'the other has seen it',
  'delivered SEEN': 'the other has seen it',
};

/** The table state × event → state, as the machine says it. */
function table(): string {
  const rows = Object.values(itemMachine.states).flatMap((state) =>
    [...state.transitions].flatMap(([event, transitions]) =>
      transitions.map(({ target }) => `| ${state.key} | ${event} | ${target?.map(({ key }) => key).join()} | ${WHY[`${state.key} ${event}`]} |`),
    ),
  );
  return ['| State | Event | Next | |', '|---|---|---|---|', ...rows].join('\n');
}

test('the README’s table is the machine’s', () => {
  expect(readFileSync(new URL('README.md', import.meta.url), 'utf8')).toContain(table());
});
