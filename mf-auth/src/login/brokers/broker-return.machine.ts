import type { Envelope, LoginAnswer } from '@vimarsh/shared/session';
import { emit, fromPromise, setup } from 'xstate';
import type { Handed } from '../login-query.ts';

export interface Return {
  brokerId: number;
  handed: Handed | null;
  /** First ask the server for our own address for this arrival. */
  sio: boolean;
  url: string;
}
export type Shared = Envelope<{ redirect_url: string }>;

/** Back from a broker: sharing (only for one partner) → exchanging → signedIn, or refused, which shows the login again. */
export const brokerReturnMachine = setup({
  types: {
    context: {} as Return,
    input: {} as Return,
    emitted: {} as { type: 'signedIn'; answer: LoginAnswer } | { type: 'moved'; to: string } | { type: 'refused' },
  },
  actors: {
    share: fromPromise<Shared, { url: string }>(() => Promise.reject(new Error('`share` was not provided'))),
    levelTwo: fromPromise<LoginAnswer, { brokerId: number; handed: Handed }>(() => Promise.reject(new Error('`levelTwo` was not provided'))),
  },
}).createMachine({
  id: 'brokerReturn',
  context: ({ input }) => input,
  initial: 'arriving',
  states: {
    arriving: {
      always: [
        { guard: ({ context }) => context.sio, target: 'sharing' },
        { guard: ({ context }) => context.handed !== null, target: 'exchanging' },
        { target: 'refused' },
      ],
    },
    sharing: {
      invoke: {
        src: 'share',
        input: ({ context }) => ({ url: context.url }),
        onDone: [
          {
            guard: ({ event }) => event.output.status && event.output.redirect !== '',
            target: 'moved',
            actions: emit(({ event }) => ({ type: 'moved' as const, to: event.output.redirect })),
          },
          { target: 'refused' },
        ],
        onError: 'refused',
      },
    },
    exchanging: {
      invoke: {
        src: 'levelTwo',
        input: ({ context }) => ({ brokerId: context.brokerId, handed: context.handed! }),
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'signedIn',
            actions: emit(({ event }) => ({ type: 'signedIn' as const, answer: event.output })),
          },
          { target: 'refused' },
        ],
        onError: 'refused',
      },
    },
    signedIn: { type: 'final' },
    moved: { type: 'final' },
    refused: { type: 'final', entry: emit({ type: 'refused' as const }) },
  },
});
