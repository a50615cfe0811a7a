import { assign, fromPromise, setup } from 'xstate';

/** How a try to get new tokens ended. `later`: the server did not say; the session lives on. */
export type RenewalOutcome = 'renewed' | 'later' | 'ended';

interface Context {
  /** When the access token was issued, epoch ms, and how long it lives, ms. */
  since: number;
  life: number;
  /** Tries in a row that brought nothing. */
  failures: number;
}

type Events = { type: 'TOKENS'; since: number; life: number } | { type: 'STALE' } | { type: 'WAKE' } | { type: 'SIGNED_OUT' };

/** A token is renewed after this part of its life, so no call meets a dead one. */
const RENEW_AT = 0.7;
const FIRST_RETRY_MS = 5000;
const LAST_RETRY_MS = 60_000;

const dueAt = ({ since, life }: Context): number => since + life * RENEW_AT;

/**
 * Keeps a session alive: signedOut → signedIn ⇄ refreshing, and `ended` when the server says it is over. The network
 * or a 5xx never ends a session. Nothing is renewed while nobody looks at the page, so idle time stays idle time.
 */
export const sessionMachine = setup({
  types: { context: {} as Context, events: {} as Events },
  actors: { refresh: fromPromise<RenewalOutcome>(() => Promise.reject(new Error('No way to refresh was given'))) },
  guards: {
    watched: () => document.visibilityState !== 'hidden',
    due: ({ context }) => Date.now() >= dueAt(context),
  },
  delays: {
    /** With a jitter of 5 %, so that tabs and users don't come all at once; with a growing pause after failures. */
    due: ({ context }) => {
      if (context.failures > 0) return Math.min(FIRST_RETRY_MS * 2 ** (context.failures - 1), LAST_RETRY_MS);
      return Math.max(0, dueAt(context) - Date.now() - Math.random() * context.life * 0.05);
    },
  },
}).createMachine({
  id: 'session',
  context: { since: 0, life: 0, failures: 0 },
  initial: 'signedOut',
  on: {
    SIGNED_OUT: '.signedOut',
    TOKENS: { target: '.signedIn', actions: assign(({ event }) => ({ since: event.since, life: event.life, failures: 0 })) },
  },
  states: {
    signedOut: {},
    signedIn: {
      after: { due: { guard: 'watched', target: 'refreshing' } },
      on: { STALE: 'refreshing', WAKE: { guard: 'due', target: 'refreshing' } },
    },
    refreshing: {
      on: {
        // Our own new tokens, or another tab's: the running try tells how it ended.
        TOKENS: { actions: assign(({ event }) => ({ since: event.since, life: event.life, failures: 0 })) },
      },
      invoke: {
        src: 'refresh',
        onDone: [
          {
            guard: ({ event }) => event.output === 'renewed',
            target: 'signedIn',
            // Just issued, so its life starts now, whatever a clock that is ahead makes of its time stamp.
            actions: assign({ failures: 0, since: () => Date.now() }),
          },
          { guard: ({ event }) => event.output === 'ended', target: 'ended' },
          { target: 'signedIn', actions: assign({ failures: ({ context }) => context.failures + 1 }) },
        ],
        onError: { target: 'signedIn', actions: assign({ failures: ({ context }) => context.failures + 1 }) },
      },
    },
    ended: {},
  },
});
