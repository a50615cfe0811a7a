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
        SEND: { target: 'sending', description: 'the first of its room goes out' },
        DAY: { target: 'stale', description: 'a day old: nothing is sent by itself any more' },
        DISCARD: { target: 'gone', description: 'the person takes it back' },
      },
    },
    sending: {
      on: {
        ACK: { target: 'sent', description: 'the server has kept it' },
        LATER: { target: 'queued', description: 'no answer, or a busy server: the same number again after a pause' },
        REFUSE: { target: 'failed', description: 'a refusal that will not pass by itself, with its sentence' },
        BLOCK: { target: 'blocked', description: 'the guard of texts, with the server’s sentence' },
      },
    },
    stale: {
      on: {
        RETRY: { target: 'queued', description: 'the person still wants it sent' },
        DISCARD: { target: 'gone', description: 'the person does not' },
      },
    },
    failed: {
      on: {
        RETRY: { target: 'queued', description: 'the person tries again' },
        DISCARD: { target: 'gone', description: 'the person gives it up' },
      },
    },
    blocked: { on: { DISCARD: { target: 'gone', description: 'the text goes back into the field, or away' } } },
    sent: {
      on: {
        DELIVERED: { target: 'delivered', description: 'the other’s page has received it' },
        SEEN: { target: 'seen', description: 'the other has seen it' },
      },
    },
    delivered: { on: { SEEN: { target: 'seen', description: 'the other has seen it' } } },
    seen: {},
    gone: { type: 'final' },
  },
});

export type ItemState = 'queued' | 'sending' | 'stale' | 'failed' | 'blocked' | 'sent' | 'delivered' | 'seen' | 'gone';

/** The state after an event; the same one where the state does not take the event. */
export function moveItem(state: ItemState, event: ItemEvent): ItemState {
  return transition(itemMachine, itemMachine.resolveState({ value: state }), event)[0].value as ItemState;
}
