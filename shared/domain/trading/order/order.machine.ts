import { setup, transition } from 'xstate';
import { type OrderState, TRADING_ORDER_STATES } from '../../../contract/trading/types.ts';

/** The states a broker's book can name, in our words. `open` without a fill, `partial` with some. */
export const BROKER_STATES = ['pending', 'open', 'partial', 'complete', 'cancelled', 'rejected', 'expired'] as const;
export type BrokerState = (typeof BROKER_STATES)[number];

/**
 * What can happen to an order. The broker speaks by SAYS_…: in an answer, a postback or its book. `fresh`: its book, read from a moment after
 * the last thing we knew; only that may take back what was said before, since other words come late, twice and in any order.
 */
export type OrderEvent =
  | { readonly type: 'SEND' | 'SHOW_PAGE' | 'ACCEPTED' | 'REFUSED' | 'LOST' | 'NOT_SENT' | 'ABSENT' }
  | { readonly type: `SAYS_${Uppercase<BrokerState>}`; readonly fresh: boolean };
export type OrderEventType = OrderEvent['type'];

export const saying = (state: BrokerState, fresh: boolean): OrderEvent => ({ type: `SAYS_${state.toUpperCase() as Uppercase<BrokerState>}`, fresh });

const isFresh = { guard: 'fresh' } as const;

/** Every word of the broker counts: nothing it said before stands against it. */
const takesEveryWord = {
  SAYS_PENDING: { target: 'pending', description: 'the broker has it, the exchange has not confirmed it' },
  SAYS_OPEN: { target: 'open', description: 'it stands in the market' },
  SAYS_PARTIAL: { target: 'partial', description: 'some of it is filled' },
  SAYS_COMPLETE: { target: 'complete', description: 'all of it is filled' },
  SAYS_CANCELLED: { target: 'cancelled', description: 'the broker ended it' },
  SAYS_REJECTED: { target: 'rejected', description: 'the broker’s word, and nobody else’s' },
  SAYS_EXPIRED: { target: 'expired', description: 'its validity is over' },
} as const;

/** An end of which the broker may think again: a fill always counts, anything else only by a book that was read afterwards. */
const overUnlessBookSays = {
  SAYS_COMPLETE: { target: 'complete', description: 'a fill that was on its way when it ended' },
  SAYS_PENDING: { target: 'pending', ...isFresh, description: 'the book read afterwards has it alive' },
  SAYS_OPEN: { target: 'open', ...isFresh, description: 'the book read afterwards has it alive' },
  SAYS_PARTIAL: { target: 'partial', ...isFresh, description: 'the book read afterwards has it alive' },
  SAYS_CANCELLED: { target: 'cancelled', ...isFresh, description: 'the book read afterwards ends it so' },
  SAYS_REJECTED: { target: 'rejected', ...isFresh, description: 'the book read afterwards ends it so' },
  SAYS_EXPIRED: { target: 'expired', ...isFresh, description: 'the book read afterwards ends it so' },
} as const;

const { SAYS_COMPLETE: _, ...aliveIfBookSays } = overUnlessBookSays;

/**
 * What becomes of an order (product B.2). Two laws: `rejected` has one way in, the broker's own word; and whoever is `unknown` stays so until
 * the broker tells, or its final book of the day lacks it.
 */
export const orderMachine = setup({
  types: { events: {} as OrderEvent },
  guards: { fresh: ({ event }) => 'fresh' in event && event.fresh },
}).createMachine({
  id: 'order',
  initial: 'confirmed',
  states: {
    confirmed: {
      on: {
        SEND: { target: 'sent', description: 'written down before a byte leaves' },
        SHOW_PAGE: { target: 'at_broker', description: 'its owner goes on to the broker’s own page' },
        NOT_SENT: { target: 'not_sent', description: 'nothing left us: a refusal of ours, or a process that ended before' },
        ...takesEveryWord,
      },
    },
    at_broker: {
      on: {
        ABSENT: { target: 'not_sent', description: 'its owner did not confirm it: the final book lacks it' },
        ...takesEveryWord,
      },
    },
    sent: {
      on: {
        ACCEPTED: { target: 'pending', description: 'a receipt with the broker’s id is no fill' },
        REFUSED: { target: 'rejected', description: 'the broker’s answer says no, in its own words' },
        LOST: { target: 'unknown', description: 'time-out, 5xx, a broken answer, a lost session, a process that ended' },
        NOT_SENT: { target: 'not_sent', description: 'no connection was made' },
        ...takesEveryWord,
      },
    },
    unknown: {
      on: {
        ACCEPTED: { target: 'pending', description: 'the answer came after all, or it was found by its id' },
        ABSENT: { target: 'not_received', description: 'the final book of the day lacks it' },
        ...takesEveryWord,
      },
    },
    pending: {
      on: takesEveryWord,
    },
    open: {
      on: {
        ...takesEveryWord,
        SAYS_PENDING: { target: 'pending', ...isFresh, description: 'a change waits at the exchange; a late word of before does not count' },
      },
    },
    partial: {
      on: {
        ...takesEveryWord,
        SAYS_PENDING: { target: 'pending', ...isFresh, description: 'a change waits at the exchange; a late word of before does not count' },
        SAYS_OPEN: undefined,
      },
    },
    // Filled by the quantity we knew: it may have been raised meanwhile. What is filled as a whole, a book calls nothing else.
    complete: { on: aliveIfBookSays },
    rejected: { on: overUnlessBookSays },
    cancelled: { on: overUnlessBookSays },
    expired: { on: overUnlessBookSays },
    not_sent: { on: takesEveryWord },
    not_received: { on: takesEveryWord },
  },
});

/** Where each event leads from each state, read from the machine once: histories of a hundred thousand orders ask it millions of times. */
const TARGETS: ReadonlyMap<string, OrderState> = new Map(
  TRADING_ORDER_STATES.flatMap((state) =>
    orderEvents().flatMap((event) => {
      const before = orderMachine.resolveState({ value: state });
      return before.can(event) ? [[keyOf(state, event), transition(orderMachine, before, event)[0].value as OrderState] as const] : [];
    }),
  ),
);

function keyOf(state: OrderState, event: OrderEvent): string {
  return `${state} ${event.type}${'fresh' in event && event.fresh ? ' fresh' : ''}`;
}

/** Every event there is. */
export function orderEvents(): OrderEvent[] {
  const plain = (['SEND', 'SHOW_PAGE', 'ACCEPTED', 'REFUSED', 'LOST', 'NOT_SENT', 'ABSENT'] as const).map((type) => ({ type }));
  return [...plain, ...BROKER_STATES.flatMap((state) => [saying(state, false), saying(state, true)])];
}

/** The state after an event; null where it says nothing to that state. */
export const nextOrderState = (state: OrderState, event: OrderEvent): OrderState | null => TARGETS.get(keyOf(state, event)) ?? null;

/** Rows of the published table: state, event, next state, why. */
export function orderTable(): { readonly state: OrderState; readonly event: string; readonly to: OrderState; readonly why: string }[] {
  return TRADING_ORDER_STATES.flatMap((state) => {
    const { on } = orderMachine.config.states![state] as { on?: Record<string, { target: OrderState; guard?: string; description: string } | undefined> };
    return Object.entries(on ?? {}).flatMap(([event, move]) =>
      move ? [{ state, event: move.guard ? `${event}, book read afterwards` : event, to: move.target, why: move.description }] : [],
    );
  });
}
