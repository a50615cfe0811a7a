import type { PlanOrder } from '@vimarsh/shared/contract/plans/types.ts';
import type { Envelope } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';

export type OrderAnswer = Envelope<PlanOrder>;

interface Context {
  agreed: boolean;
  /** The press without the terms, which is marked. */
  missing: boolean;
  /** Names the press: sent again after an answer that got lost, it is the same order. '' before the first. */
  key: string;
}
type Events = { type: 'AGREE'; agreed: boolean } | { type: 'PAY'; key: string };

/**
 * From the offer to its order: editing → ordering → ordered. What follows is the order's own state, which the server keeps, so
 * this may end anywhere. The caller provides `order`.
 */
export const checkoutMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    emitted: {} as { type: 'ordered'; id: string } | { type: 'refused'; code: string },
  },
  actors: { order: fromPromise<OrderAnswer, { key: string }>(() => Promise.reject(new Error('`order` was not provided'))) },
  guards: {
    agreed: ({ context }) => context.agreed,
  },
}).createMachine({
  id: 'checkout',
  context: { agreed: false, missing: false, key: '' },
  initial: 'editing',
  states: {
    editing: {
      on: {
        AGREE: { actions: assign({ agreed: ({ event }) => event.agreed, missing: false }) },
        PAY: [
          { guard: 'agreed', target: 'ordering', actions: assign({ key: ({ context, event }) => context.key || event.key }) },
          { actions: assign({ missing: true }) },
        ],
      },
    },
    ordering: {
      invoke: {
        src: 'order',
        input: ({ context: { key } }) => ({ key }),
        onDone: [
          {
            guard: ({ event }) => event.output.status && event.output.data !== null,
            target: 'ordered',
            actions: emit(({ event }) => ({ type: 'ordered' as const, id: event.output.data!.id })),
          },
          // Whether it arrived is not known: the next press asks for the same order.
          { guard: ({ event }) => event.output.code === 'UNREACHABLE', target: 'editing', actions: emit({ type: 'refused' as const, code: 'UNREACHABLE' }) },
          {
            target: 'editing',
            actions: [assign({ key: '' }), emit(({ event }) => ({ type: 'refused' as const, code: event.output.code ?? '' }))],
          },
        ],
        onError: { target: 'editing' },
      },
    },
    ordered: { type: 'final' },
  },
});
