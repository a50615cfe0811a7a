import type { googleIdentity } from '@vimarsh/shared/contract/social/types.ts';
import type { Envelope, LoginAnswer } from '@vimarsh/shared/session';
import { emit, fromPromise, setup } from 'xstate';
import type * as z from 'zod/mini';

export type Identity = z.output<typeof googleIdentity>;

/** Back from Google: confirming the identity → signingIn → signedIn, or refused, which shows the login again. */
export const googleReturnMachine = setup({
  types: {
    context: {} as { url: string },
    input: {} as { url: string },
    emitted: {} as { type: 'signedIn'; answer: LoginAnswer } | { type: 'refused' },
  },
  actors: {
    confirm: fromPromise<Envelope<Identity>, { url: string }>(() => Promise.reject(new Error('`confirm` was not provided'))),
    signIn: fromPromise<LoginAnswer, Identity>(() => Promise.reject(new Error('`signIn` was not provided'))),
  },
}).createMachine({
  id: 'googleReturn',
  context: ({ input }) => input,
  initial: 'confirming',
  states: {
    confirming: {
      invoke: {
        src: 'confirm',
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output.data !== null, target: 'signingIn' },
          { target: 'refused', actions: emit({ type: 'refused' as const }) },
        ],
        onError: { target: 'refused', actions: emit({ type: 'refused' as const }) },
      },
    },
    signingIn: {
      invoke: {
        src: 'signIn',
        // This state is reached only with an identity.
        input: ({ event }) => (event as unknown as { output: Envelope<Identity> }).output.data!,
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'signedIn',
            actions: emit(({ event }) => ({ type: 'signedIn' as const, answer: event.output })),
          },
          { target: 'refused', actions: emit({ type: 'refused' as const }) },
        ],
        onError: { target: 'refused', actions: emit({ type: 'refused' as const }) },
      },
    },
    signedIn: { type: 'final' },
    refused: { type: 'final' },
  },
});
