import { assign, setup } from 'xstate';

/** What this site offers. Until the answer arrives nothing is hidden, because the server has the last word. */
export interface Offer {
  signUp: boolean;
  credentials: boolean;
  brokers: boolean;
}

interface Context extends Offer {
  /** The address asked for the sign-up. It opens once the site is known to offer it. */
  wantsSignUp: boolean;
}
type Events = { type: 'OFFER'; offer: Offer } | { type: 'SIGN_UP' } | { type: 'SIGN_IN' } | { type: 'BROKER' };

/** The login screen has exactly these three forms (S4-LOGIN-01). A form this site does not offer is never shown. */
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
