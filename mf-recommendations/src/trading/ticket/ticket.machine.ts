import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { BasketTicket, BrokerPage, Order, TicketCheck, TicketRemark, TicketSubject } from '@vimarsh/shared/contract/trading/types.ts';
import { assign, fromPromise, setup } from 'xstate';
import { type LegProblems, readTicketForm, type TicketLegForm } from './ticket-form.ts';

/** One wish to trade, as it is sent. The key is the same however often it is sent. */
export interface Wish {
  readonly key: string;
  readonly ticket: BasketTicket;
  readonly agreed: string[];
}
export interface Placed {
  readonly orders: Order[];
  readonly page: BrokerPage | null;
}

export interface TicketInput {
  form: readonly TicketLegForm[];
  subjects: readonly TicketSubject[];
  check: TicketCheck | null;
  /** A wish of before whose answer never came: the ticket opens frozen on it. */
  wish: Wish | null;
  newKey: () => string;
}

export interface TicketContext extends Omit<TicketInput, 'wish'> {
  wish: Wish | null;
  problems: readonly LegProblems[];
  /** Codes of `ask` remarks that its owner has agreed to. */
  agreed: readonly string[];
  /** How often a review was turned back: each time the eye is led to the reason. */
  refusals: number;
  failure: string;
  placed: Placed | null;
}

export type TicketEvent =
  | { type: 'edit'; leg: number; patch: Partial<TicketLegForm> }
  | { type: 'drop'; leg: number }
  | { type: 'agree'; code: string; yes: boolean }
  | { type: 'review' }
  | { type: 'back' }
  | { type: 'place' }
  | { type: 'ask' }
  | { type: 'forget' }
  | { type: 'heard'; orders: readonly Order[] }
  | { type: 'again' };

const UNCHECKED = 'The ticket could not be checked. Nothing was sent. Try again.';

/** Remarks of one weight that stand in the way: what is agreed to does not. */
export const standing = (check: TicketCheck | null, weight: TicketRemark['weight'], agreed: readonly string[] = []): TicketRemark[] =>
  (check?.remarks ?? []).filter((remark) => remark.weight === weight && !agreed.includes(remark.code));

/** Nobody can say what became of it, and its owner has not looked at the broker yet. */
export const isOpenQuestion = ({ state, looked_at }: Pick<Order, 'state' | 'looked_at'>): boolean =>
  (state === 'unknown' || state === 'sent') && looked_at === null;

const turnedBack = ({ context }: { context: TicketContext }) => context.refusals + 1;

/**
 * A ticket from filling it in to the order: filling → checking → ready → confirm → placing, and then what the server says: placed, refused,
 * asks, the session over, or nobody knows. Two answers can be lost. `lost`: ours did not come, so the same wish with the same key is asked for
 * again and can't become a second order. `unknown`: the broker’s did not come, so the ticket stays frozen until the broker’s own book tells.
 * Nothing leads to `placing` but a press on what was confirmed.
 */
export const ticketMachine = setup({
  types: { context: {} as TicketContext, events: {} as TicketEvent, input: {} as TicketInput },
  actors: {
    check: fromPromise<Answer<TicketCheck>, { ticket: BasketTicket }>(() => Promise.reject(new Error('not provided'))),
    place: fromPromise<Answer<Placed>, { wish: Wish }>(() => Promise.reject(new Error('not provided'))),
  },
  guards: {
    readable: ({ context }) => readTicketForm(context.form, context.subjects).ticket !== null,
    hasWish: ({ context }) => context.wish !== null,
    checked: ({ context }) => context.check !== null,
    manyLegs: ({ context }) => context.form.length > 1,
  },
  actions: {
    take: assign({
      form: ({ context, event }) =>
        event.type === 'edit' ? context.form.map((leg, at) => (at === event.leg ? { ...leg, ...event.patch } : leg)) : context.form,
      problems: [],
      failure: '',
    }),
    leaveOut: assign(({ context, event }) => {
      const others = <T>(all: readonly T[]): T[] => all.filter((_, at) => event.type !== 'drop' || at !== event.leg);
      return { form: others(context.form), subjects: others(context.subjects), check: null, problems: [], failure: '' };
    }),
    agree: assign({
      agreed: ({ context, event }) => {
        if (event.type !== 'agree') return context.agreed;
        const others = context.agreed.filter((code) => code !== event.code);
        return event.yes ? [...others, event.code] : others;
      },
      failure: '',
    }),
    showUnreadable: assign({ problems: ({ context }) => readTicketForm(context.form, context.subjects).problems, refusals: turnedBack }),
    wishIt: assign({
      wish: ({ context }) => ({ key: context.newKey(), ticket: readTicketForm(context.form, context.subjects).ticket!, agreed: [...context.agreed] }),
    }),
    hear: assign({
      placed: ({ context, event }) => {
        if (event.type !== 'heard' || !context.placed) return context.placed;
        const news = new Map(event.orders.map((order) => [order.id, order]));
        return { ...context.placed, orders: context.placed.orders.map((order) => news.get(order.id) ?? order) };
      },
    }),
  },
  delays: { afterTyping: 400 },
}).createMachine({
  id: 'ticket',
  context: ({ input }) => ({ ...input, problems: [], agreed: [], refusals: 0, failure: '', placed: null }),
  initial: 'opening',
  states: {
    opening: {
      always: [
        // An earlier answer never came.
        { guard: 'hasWish', target: 'lost' },
        { guard: 'checked', target: 'ready' },
        // A draft has no check yet.
        { target: 'filling' },
      ],
    },
    filling: {
      on: {
        edit: { target: 'filling', actions: 'take', reenter: true },
        drop: { guard: 'manyLegs', target: 'filling', actions: 'leaveOut', reenter: true },
        agree: { actions: 'agree' },
        review: [{ guard: 'readable', target: 'reviewing' }, { actions: 'showUnreadable' }],
      },
      after: { afterTyping: [{ guard: 'readable', target: 'checking' }, { actions: assign({ check: null }) }] },
    },
    checking: {
      on: {
        edit: { target: 'filling', actions: 'take' },
        drop: { guard: 'manyLegs', target: 'filling', actions: 'leaveOut' },
        agree: { actions: 'agree' },
        review: 'reviewing',
      },
      invoke: {
        src: 'check',
        input: ({ context }) => ({ ticket: readTicketForm(context.form, context.subjects).ticket! }),
        onDone: {
          target: 'ready',
          actions: assign(({ event: { output } }) => (output.data ? { check: output.data, failure: '' } : { failure: output.validation || UNCHECKED })),
        },
        onError: { target: 'ready', actions: assign({ failure: UNCHECKED }) },
      },
    },
    ready: {
      on: {
        edit: { target: 'filling', actions: 'take' },
        drop: { guard: 'manyLegs', target: 'filling', actions: 'leaveOut' },
        agree: { actions: 'agree' },
        review: [{ guard: 'readable', target: 'reviewing' }, { actions: 'showUnreadable' }],
      },
    },
    // Prices move, so it is checked again on the way to the confirmation.
    reviewing: {
      on: { edit: { target: 'filling', actions: 'take' } },
      invoke: {
        src: 'check',
        input: ({ context }) => ({ ticket: readTicketForm(context.form, context.subjects).ticket! }),
        onDone: [
          {
            guard: ({ event }) => event.output.data === null,
            target: 'ready',
            actions: assign({ failure: ({ event }) => event.output.validation || UNCHECKED, refusals: turnedBack }),
          },
          {
            guard: ({ event }) => standing(event.output.data, 'stop').length > 0,
            target: 'ready',
            actions: assign({ check: ({ event }) => event.output.data, refusals: turnedBack }),
          },
          {
            guard: ({ context, event }) => standing(event.output.data, 'ask', context.agreed).length > 0,
            target: 'asks',
            actions: assign({ check: ({ event }) => event.output.data, refusals: turnedBack }),
          },
          { target: 'confirm', actions: [assign({ check: ({ event }) => event.output.data, failure: '' }), 'wishIt'] },
        ],
        onError: { target: 'ready', actions: assign({ failure: UNCHECKED, refusals: turnedBack }) },
      },
    },
    asks: {
      on: {
        edit: { target: 'filling', actions: 'take' },
        drop: { guard: 'manyLegs', target: 'filling', actions: 'leaveOut' },
        agree: { actions: 'agree' },
        review: 'reviewing',
      },
    },
    confirm: {
      on: {
        place: 'placing',
        back: { target: 'ready', actions: assign({ wish: null }) },
      },
    },
    placing: {
      invoke: {
        src: 'place',
        input: ({ context }) => ({ wish: context.wish! }),
        onDone: [
          {
            guard: ({ event: { output } }) => output.status && (output.data?.orders ?? []).some(isOpenQuestion),
            target: 'unknown',
            actions: assign({ placed: ({ event }) => event.output.data, failure: '' }),
          },
          {
            guard: ({ event: { output } }) => output.status && output.data !== null,
            target: 'placed',
            actions: assign({ placed: ({ event }) => event.output.data, failure: '' }),
          },
          {
            guard: ({ event }) => event.output.code === 'BROKER_SESSION',
            target: 'sessionOver',
            actions: assign({ failure: ({ event }) => event.output.validation }),
          },
          {
            guard: ({ event }) => event.output.code === 'ORDER_ASKS',
            target: 'reviewing',
            actions: assign({ wish: null, failure: ({ event }) => event.output.validation }),
          },
          {
            target: 'refused',
            actions: assign({ wish: null, failure: ({ event }) => event.output.validation, refusals: turnedBack }),
          },
        ],
        onError: 'lost',
      },
    },
    lost: {
      on: {
        ask: 'placing',
        // Its owner has looked: whatever came of it stands in the orders.
        forget: { target: 'filling', actions: assign({ wish: null, check: null }) },
      },
    },
    unknown: {
      on: {
        heard: [
          {
            guard: ({ context, event }) => {
              const news = new Map(event.orders.map((order) => [order.id, order]));
              return !context.placed!.orders.some((order) => isOpenQuestion(news.get(order.id) ?? order));
            },
            target: 'placed',
            actions: 'hear',
          },
          { actions: 'hear' },
        ],
      },
    },
    placed: {
      on: {
        heard: { actions: 'hear' },
        again: { target: 'filling', actions: assign({ wish: null, placed: null, check: null, agreed: [], failure: '' }) },
      },
    },
    refused: {
      on: {
        edit: { target: 'filling', actions: 'take' },
        drop: { guard: 'manyLegs', target: 'filling', actions: 'leaveOut' },
        agree: { actions: 'agree' },
        review: 'reviewing',
      },
    },
    sessionOver: {
      on: {
        edit: { target: 'filling', actions: 'take' },
        review: 'reviewing',
      },
    },
  },
});
