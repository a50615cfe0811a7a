import type { readDemoSlots, readDemos, requestDemo } from '@vimarsh/shared/contract/booking/routes.ts';
import type { DemoBooking, DemoRequest, TimeSlot } from '@vimarsh/shared/contract/booking/types.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { buildAppointment, isAhead, startOf } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { DEMO_BOOKING } from '@vimarsh/shared/domain/constants.ts';
import type { Envelope } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';

type Answer<R extends typeof readDemos | typeof readDemoSlots | typeof requestDemo> = Envelope<Data<R>>;

interface Context {
  /** The caller's demos that are still to come, the next first. */
  demos: readonly DemoBooking[];
  /** The one that gets another time; null while a new one is booked. */
  moved: DemoBooking | null;
  /** The one that is asked about before it is cancelled. */
  doubted: DemoBooking | null;
  /** The chosen day and its slots; '' and none until then. */
  date: string;
  slots: readonly TimeSlot[];
  slot: string;
  /** What the confirmation tells of. */
  booked: DemoBooking | null;
  byMail: boolean;
}

type Events =
  | { type: 'PICK_DATE'; date: string }
  | { type: 'PICK_SLOT'; slot: string }
  | { type: 'EDIT' | 'CANCEL'; demo: DemoBooking }
  | { type: 'BOOK' | 'RETRY' | 'NEW' | 'KEEP' | 'YES' | 'RESCHEDULE' | 'DISMISS' };

const NO_DATE = { date: '', slots: [], slot: '' } as const;

/** Demos to come, the next first (S5-DEMO-07). */
const coming = (demos: readonly DemoBooking[], now: Date): DemoBooking[] =>
  demos.filter((demo) => demo.status === 'new' && isAhead(demo, now)).toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime());

/**
 * Booking a demo: a date, its slots, one of them, the confirmation; and moving or cancelling what was booked. A call that fails
 * leaves what was chosen as it was, but without the list of demos there is nothing to go on with: the dialog closes. The caller
 * provides the three actors.
 */
export const demoBookingMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    emitted: {} as { type: 'booked' | 'cancelled' | 'closed' },
  },
  actors: {
    readDemos: fromPromise<Answer<typeof readDemos>>(() => Promise.reject(new Error('`readDemos` was not provided'))),
    readSlots: fromPromise<Answer<typeof readDemoSlots>, { date: string }>(() => Promise.reject(new Error('`readSlots` was not provided'))),
    request: fromPromise<Answer<typeof requestDemo>, DemoRequest>(() => Promise.reject(new Error('`request` was not provided'))),
  },
  delays: { debounce: DEMO_BOOKING.debounceMs },
}).createMachine({
  id: 'demoBooking',
  context: { demos: [], moved: null, doubted: null, ...NO_DATE, booked: null, byMail: false },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'readDemos',
        onDone: [
          {
            guard: ({ event }) => event.output.status && event.output.data !== null,
            target: 'picking',
            actions: assign(({ event }) => ({ demos: coming(event.output.data!, new Date()), moved: null, ...NO_DATE })),
          },
          { target: 'closed' },
        ],
        onError: 'closed',
      },
    },
    picking: {
      initial: 'noDate',
      on: {
        PICK_DATE: { target: '.waiting', actions: assign(({ event }) => ({ ...NO_DATE, date: event.date })) },
        EDIT: { target: '.noDate', actions: assign(({ event }) => ({ ...NO_DATE, moved: event.demo })) },
        NEW: { target: '.noDate', actions: assign({ ...NO_DATE, moved: null }) },
        CANCEL: { target: 'doubting', actions: assign({ doubted: ({ event }) => event.demo }) },
      },
      states: {
        noDate: {},
        // Who tries one day after the other asks for the last one only (S5-DEMO-03).
        waiting: { after: { debounce: 'loadingSlots' } },
        loadingSlots: {
          invoke: {
            src: 'readSlots',
            input: ({ context: { date } }) => ({ date }),
            onDone: [
              {
                guard: ({ event }) => event.output.status && event.output.data !== null,
                target: 'choosing',
                actions: assign(({ event }) => ({ slots: event.output.data!, slot: '' })),
              },
              { target: 'noSlots' },
            ],
            onError: 'noSlots',
          },
        },
        noSlots: { on: { RETRY: 'loadingSlots' } },
        choosing: {
          on: {
            PICK_SLOT: {
              guard: ({ context: { slots }, event }) => slots.some(({ slot_time, is_available }) => is_available && slot_time === event.slot),
              actions: assign({ slot: ({ event }) => event.slot }),
            },
            BOOK: { guard: ({ context: { slot } }) => slot !== '', target: '#demoBooking.booking' },
          },
        },
        last: { type: 'history' },
      },
    },
    booking: {
      invoke: {
        src: 'request',
        input: ({ context }) => ({ appointment: buildAppointment(context), status: 'new' as const, id: context.moved?.id ?? null }),
        onDone: [
          {
            guard: ({ event }) => event.output.status && event.output.data !== null,
            target: 'booked',
            actions: [
              assign(({ context: { demos, date, slot }, event }) => {
                const { id, by_mail } = event.output.data!;
                const booked: DemoBooking = { id, date, slot, status: 'new' };
                return { booked, byMail: by_mail, moved: null, demos: coming([...demos.filter((demo) => demo.id !== id), booked], new Date()) };
              }),
              emit({ type: 'booked' }),
            ],
          },
          // Somebody was faster: what is free now stands there to choose from.
          { guard: ({ event }) => event.output.code === 'SLOT_TAKEN', target: 'picking.loadingSlots', actions: assign({ slot: '' }) },
          { guard: ({ event }) => event.output.code === 'DEMO_GONE', target: 'loading' },
          { target: 'picking.choosing' },
        ],
        onError: 'picking.choosing',
      },
    },
    booked: {
      on: {
        RESCHEDULE: { target: 'picking', actions: assign(({ context: { booked } }) => ({ ...NO_DATE, moved: booked, booked: null })) },
        DISMISS: 'closed',
      },
    },
    doubting: { on: { KEEP: 'picking.last', YES: 'cancelling' } },
    cancelling: {
      invoke: {
        src: 'request',
        input: ({ context: { doubted } }) => ({ appointment: buildAppointment(doubted!), status: 'cancel' as const, id: doubted!.id }),
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            // What is free has changed, so the slots are read anew with the next date.
            target: 'picking',
            actions: [
              assign(({ context: { demos, doubted, moved } }) => ({
                ...NO_DATE,
                demos: demos.filter(({ id }) => id !== doubted!.id),
                moved: moved?.id === doubted!.id ? null : moved,
              })),
              emit({ type: 'cancelled' }),
            ],
          },
          { guard: ({ event }) => event.output.code === 'DEMO_GONE', target: 'loading' },
          { target: 'picking.last' },
        ],
        onError: 'picking.last',
      },
    },
    closed: { type: 'final', entry: emit({ type: 'closed' }) },
  },
});
