import { setup, transition } from 'xstate';
import type { ChatStatus } from '../../contract/chat/types.ts';

export type ChatMember = 'investor' | 'expert';

export type RoomEvent =
  | { readonly type: 'ASK' | 'CANCEL'; readonly by: ChatMember }
  | { readonly type: 'ACCEPT' | 'DENY'; readonly by: ChatMember }
  | { readonly type: 'CLOSE'; readonly by: ChatMember }
  | { readonly type: 'TIME' };

const ask = {
  ASK: { target: 'Requested', guard: 'byInvestor', description: 'a new request in the same room; a limit of plans, and a day after the end' },
} as const;

/**
 * What becomes of a room (product B.2). An investor and an expert have one room, whatever number of requests it has seen, so what was
 * written stays in one place. Limits, reasons and times are asked beside it.
 */
export const roomMachine = setup({
  types: { events: {} as RoomEvent },
  guards: {
    byInvestor: ({ event }) => 'by' in event && event.by === 'investor',
    byExpert: ({ event }) => 'by' in event && event.by === 'expert',
  },
}).createMachine({
  id: 'chatRoom',
  initial: 'Requested',
  states: {
    Requested: {
      on: {
        ACCEPT: { target: 'Active', guard: 'byExpert', description: 'the room takes messages' },
        DENY: { target: 'Denied', guard: 'byExpert', description: 'with a reason' },
        CANCEL: { target: 'Cancelled', guard: 'byInvestor', description: 'the request is taken back' },
        TIME: { target: 'Expired', description: 'nobody decided for 24 hours, or an account is gone' },
      },
    },
    Active: {
      on: {
        CLOSE: { target: 'Closed', description: 'by either member, with a reason' },
        TIME: { target: 'Closed', description: 'open for 30 days, two days without a plan, or an account that is gone' },
      },
    },
    Denied: { on: ask },
    Cancelled: { on: ask },
    Expired: { on: ask },
    Closed: { on: ask },
  },
});

/** The state after an event; null where the room refuses it. */
export function moveRoom(status: ChatStatus, event: RoomEvent): ChatStatus | null {
  const before = roomMachine.resolveState({ value: status });
  return before.can(event) ? (transition(roomMachine, before, event)[0].value as ChatStatus) : null;
}
