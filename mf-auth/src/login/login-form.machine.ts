import { assign, setup } from 'xstate';

/** What this site offers. While the answer is on its way nothing is hidden, because the server has the last word. */
export interface Offer {
  signUp: boolean;
  credentials: boolean;
  brokers: boolean;
}

interface Context extends Offer {
  /** A sign-up was asked for by the address; it opens as soon as it is known to be offered. */
  wantsSignUp: boolean;
}
type Events = { type: 'OFFER'; offer: Offer } | { type: 'SIGN_UP' } | { type: 'SIGN_IN' } | { type: 'BROKER' };

/** The three forms of the login screen and no other (S4-LOGIN-01). A form this site does not offer is never shown. */
export const loginFormMachine = setup({
  types: { context: {} as Context, events: {} as Events, input: {} as { wantsSignUp: boolean } },
  guards: {
    signUp: ({ context }) => context.signUp && context.credentials,
    brokers: ({ context }) => context.brokers,
    credentials: ({ context }) => context.credentials,
    noSignUp: ({ context }) => !context.signUp || !context.credentials,
    noBrokers: ({ context }) => !context.brokers && context.credentials,
    noCredentials: ({ context }) => !context.credentials,
  },
}).createMachine({
  id: 'loginForm',
  context: ({ input }) => ({ signUp: true, credentials: true, brokers: false, wantsSignUp: input.wantsSignUp }),
  initial: 'opening',
  on: { OFFER: { actions: assign(({ event }) => event.offer) } },
  states: {
    opening: { always: [{ guard: ({ context }) => context.wantsSignUp, target: 'signUp' }, { target: 'signIn' }] },
    signIn: {
      always: { guard: 'noCredentials', target: 'brokerLogin' },
      on: { SIGN_UP: { guard: 'signUp', target: 'signUp' }, BROKER: { guard: 'brokers', target: 'brokerLogin' } },
    },
    signUp: {
      always: { guard: 'noSignUp', target: 'signIn' },
      on: { SIGN_IN: 'signIn', BROKER: { guard: 'brokers', target: 'brokerLogin' } },
    },
    brokerLogin: {
      always: { guard: 'noBrokers', target: 'signIn' },
      on: { SIGN_IN: { guard: 'credentials', target: 'signIn' } },
    },
  },
});
