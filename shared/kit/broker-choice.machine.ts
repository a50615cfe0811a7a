import { assign, emit, fromPromise, setup } from 'xstate';
import type { Envelope } from '../session/session.types.ts';

export type Way = Envelope<{ redirect_url: string }>;
type Events = { type: 'CHOOSE'; brokerId: number };

/**
 * Broker login: choosing → asking for the broker's address → leaving for it (S7-BROKER-03, -04). A refusal returns to the
 * choice. Leaving is final: another page opens.
 */
export const brokerChoiceMachine = setup({
  types: { context: {} as { brokerId: number | null }, events: {} as Events, emitted: {} as { type: 'leaving'; to: string; brokerId: number } },
  actors: { levelOne: fromPromise<Way, { brokerId: number }>(() => Promise.reject(new Error('`ask` was not provided'))) },
}).createMachine({
  id: 'brokerChoice',
  context: { brokerId: null },
  initial: 'choosing',
  states: {
    choosing: { on: { CHOOSE: { target: 'asking', actions: assign({ brokerId: ({ event }) => event.brokerId }) } } },
    asking: {
      invoke: {
        src: 'levelOne',
        input: ({ context }) => ({ brokerId: context.brokerId! }),
        onDone: [
          {
            guard: ({ event }) => event.output.data !== null,
            target: 'leaving',
            actions: emit(({ context, event }) => ({ type: 'leaving' as const, to: event.output.data!.redirect_url, brokerId: context.brokerId! })),
          },
          { target: 'choosing', actions: assign({ brokerId: null }) },
        ],
        onError: { target: 'choosing', actions: assign({ brokerId: null }) },
      },
    },
    // The tile stays busy until the page is left. The browser's Back finds the choice open again.
    leaving: { on: { CHOOSE: { target: 'asking', actions: assign({ brokerId: ({ event }) => event.brokerId }) } } },
  },
});
