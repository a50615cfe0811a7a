import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAT_STATUSES, type ChatStatus } from '../../contract/chat/types.ts';
import { moveRoom, type RoomEvent, roomMachine } from './room.machine.ts';

const EVENTS: readonly RoomEvent[] = [
  ...(['investor', 'expert'] as const).flatMap((by) => (['ASK', 'ACCEPT', 'DENY', 'CANCEL', 'CLOSE'] as const).map((type) => ({ type, by }) as RoomEvent)),
  { type: 'TIME' },
];
const nameOf = (event: RoomEvent): string => ('by' in event ? `${event.type} by ${event.by}` : event.type);

/** What each state takes, and from whom. Everything else is refused. */
const MOVES: Readonly<Record<ChatStatus, Readonly<Record<string, ChatStatus>>>> = {
  Requested: { 'ACCEPT by expert': 'Active', 'DENY by expert': 'Denied', 'CANCEL by investor': 'Cancelled', TIME: 'Expired' },
  Active: { 'CLOSE by investor': 'Closed', 'CLOSE by expert': 'Closed', TIME: 'Closed' },
  Denied: { 'ASK by investor': 'Requested' },
  Cancelled: { 'ASK by investor': 'Requested' },
  Expired: { 'ASK by investor': 'Requested' },
  Closed: { 'ASK by investor': 'Requested' },
};

test.each(CHAT_STATUSES.flatMap((status) => EVENTS.map((event) => [status, nameOf(event), event] as const)))('%s, %s', (status, name, event) => {
  expect(moveRoom(status, event)).toBe(MOVES[status][name] ?? null);
});

test('our own words of status_str are Requested, Active, Closed and how a request ended', () => {
  expect(Object.keys(roomMachine.states)).toEqual([...CHAT_STATUSES]);
});

/** The table state × event → state, as the machine says it. */
function table(): string {
  const rows = Object.values(roomMachine.states).flatMap((state) =>
    [...state.transitions].flatMap(([event, transitions]) =>
      transitions.map(({ target, guard, description }) => {
        const who = typeof guard === 'string' ? guard.replace('by', '').toLowerCase() : event === 'TIME' ? 'the clock' : 'either';
        return `| ${state.key} | ${event} | ${who} | ${target?.map(({ key }) => key).join()} | ${description} |`;
      }),
    ),
  );
  return ['| State | Event | By | Next | |', '|---|---|---|---|---|', ...rows].join('\n');
}

test('the README’s table is the machine’s', () => {
  expect(readFileSync(new URL('README.md', import.meta.url), 'utf8')).toContain(table());
});
