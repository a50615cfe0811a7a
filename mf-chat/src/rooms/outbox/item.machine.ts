import { setup, transition } from 'xstate';

export type ItemEvent =
  | { readonly type: 'SEND' }
  | { readonly type: 'ACK' }
  | { readonly type: 'LATER' }
  | { readonly type: 'REFUSE' }
  | { readonly type: 'BLOCK' }
  | { readonly type: 'DAY' }
  | { readonly type: 'RETRY' }
  | { readonly type: 'DISCARD' }
  | { readonly type: 'DELIVERED' }
  | { readonly type: 'SEEN' };

/**
 * One message on its way. "Sent" means that the server has kept it. A try without an answer may have reached the server all the same:
 * the message goes back to the queue with the same `client_msg_id`, and the server answers the second time as the first.
 */
export const itemMachine = setup({ types: { events: {} as ItemEvent } }).createMachine({
  id: 'outboxItem',
  initial: 'queued',
  states: {
    queued: {
      on: {
        SEND: 'sending',
        DAY: 'stale',
        DISCARD: 'gone',
      },
    },
    sending: {
      on: {
        ACK: 'sent',
        LATER: 'queued',
        REFUSE: 'failed',
        BLOCK: 'blocked',
      },
    },
    stale: {
      on: {
        RETRY: 'queued',
        DISCARD: 'gone',
      },
    },
    failed: {
      on: {
        RETRY: 'queued',
        DISCARD: 'gone',
      },
    },
    blocked: { on: { DISCARD: 'gone' } },
    sent: {
      on: {
        DELIVERED: 'delivered',
        SEEN: 'seen',
      },
    },
    delivered: { on: { SEEN: 'seen' } },
    seen: {},
    gone: { type: 'final' },
  },
});

export type ItemState = 'queued' | 'sending' | 'stale' | 'failed' | 'blocked' | 'sent' | 'delivered' | 'seen' | 'gone';

/** The state after an event; the same one where the state does not take the event. */
export function moveItem(state: ItemState, event: ItemEvent): ItemState {
  return transition(itemMachine, itemMachine.resolveState({ value: state }), event)[0].value as ItemState;
}
