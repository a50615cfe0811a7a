import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import type { Place } from '@vimarsh/shared/contract/plans/place-of-supply.ts';
import type { PlanOrder } from '@vimarsh/shared/contract/plans/types.ts';
import type { Envelope } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';

export type OrderAnswer = Envelope<PlanOrder>;

interface Context {
  agreed: boolean;
  /** Whether the plan is to renew by itself. */
  renews: boolean;
  /** State for the invoice; '' until it is chosen. */
  place: Place | '';
  /** It was pressed with one of the two still lacking, which is marked. */
  missing: boolean;
  /** Names the press: sent again after an answer that got lost, it is the same order. '' before the first. */
  key: string;
  /** What was wished for by it: another wish is another order. */
  wish: string;
  /** What stands beneath the button of the last press, which brought no order: the toast is gone after 3 s. */
  problem: string;
}
type Events =
  | { type: 'RENEW'; renews: boolean }
  | { type: 'AGREE'; agreed: boolean }
  | { type: 'PLACE'; place: Place | '' }
  | { type: 'PAY'; key: string; wish: string };

/** A press of which it is not known whether it made an order. */
const UNSURE = 'We don’t know whether the order was made. Nothing is charged by this: press again, and the same order opens.';

/**
 * From the offer to its order: editing → ordering → ordered. What follows is the order's own state, which the server keeps, so
 * this may end anywhere. The caller provides `order`.
 */
export const checkoutMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Pick<Context, 'place'> & Partial<Pick<Context, 'agreed' | 'renews'>>,
    events: {} as Events,
    emitted: {} as { type: 'ordered'; id: string } | { type: 'refused'; code: string },
  },
  actors: { order: fromPromise<OrderAnswer, { key: string; place: Place }>(() => Promise.reject(new Error('`order` was not provided'))) },
  guards: {
    complete: ({ context: { agreed, place } }) => agreed && place !== '',
  },
}).createMachine({
  id: 'checkout',
  context: ({ input: { place, agreed = false, renews = false } }) => ({ agreed, renews, place, missing: false, key: '', wish: '', problem: '' }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        RENEW: { actions: assign({ renews: ({ event }) => event.renews }) },
        AGREE: { actions: assign({ agreed: ({ event }) => event.agreed }) },
        PLACE: { actions: assign({ place: ({ event }) => event.place }) },
        PAY: [
          {
            guard: 'complete',
            target: 'ordering',
            actions: assign(({ context: { key, wish, place }, event }) => {
              const wished = `${event.wish} ${place}`;
              return { key: key !== '' && wish === wished ? key : event.key, wish: wished, missing: false, problem: '' };
            }),
          },
          { actions: assign({ missing: true }) },
        ],
      },
    },
    ordering: {
      invoke: {
        src: 'order',
        input: ({ context: { key, place } }) => ({ key, place: place as Place }),
        onDone: [
          {
            guard: ({ event }) => event.output.status && event.output.data !== null,
            target: 'ordered',
            actions: emit(({ event }) => ({ type: 'ordered' as const, id: event.output.data!.id })),
          },
          // Whether it arrived is not known: the next press asks for the same order.
          {
            guard: ({ event }) => !isCertain(event.output),
            target: 'editing',
            actions: [assign({ problem: UNSURE }), emit(({ event }) => ({ type: 'refused' as const, code: event.output.code! }))],
          },
          {
            target: 'editing',
            actions: [
              assign({ key: '', problem: ({ event }) => event.output.validation }),
              emit(({ event }) => ({ type: 'refused' as const, code: event.output.code ?? '' })),
            ],
          },
        ],
        onError: { target: 'editing', actions: assign({ problem: UNSURE }) },
      },
    },
    ordered: { type: 'final' },
  },
});
