import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';

export interface Credentials {
  username: string;
  password: string;
}

type Events = { type: 'PASSWORD'; value: string } | { type: 'SIGN_IN'; username: string };

/**
 * Sign-in by e-mail and password: editing → checking → signedIn, or back to editing with an empty password (S8-ERR-20).
 * Without an answer nothing was refused, and the password stays. The caller provides `check`. A refusal is emitted so that
 * the screen can react to it.
 */
export const credentialsMachine = setup({
  types: {
    context: {} as Credentials & { unanswered: boolean },
    events: {} as Events,
    emitted: {} as { type: 'refused'; answer: LoginAnswer } | { type: 'signedIn'; answer: LoginAnswer },
  },
  actors: { check: fromPromise<LoginAnswer, Credentials>(() => Promise.reject(new Error('`check` was not provided'))) },
}).createMachine({
  id: 'credentials',
  context: { username: '', password: '', unanswered: false },
  initial: 'editing',
  states: {
    editing: {
      on: {
        PASSWORD: { actions: assign({ password: ({ event }) => event.value }) },
        SIGN_IN: { target: 'checking', actions: assign({ username: ({ event }) => event.username, unanswered: false }) },
      },
    },
    checking: {
      invoke: {
        src: 'check',
        input: ({ context: { username, password } }) => ({ username, password }),
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'signedIn',
            actions: [assign({ password: '' }), emit(({ event }) => ({ type: 'signedIn' as const, answer: event.output }))],
          },
          { guard: ({ event }) => !isCertain(event.output), target: 'editing', actions: assign({ unanswered: true }) },
          { target: 'editing', actions: [assign({ password: '' }), emit(({ event }) => ({ type: 'refused' as const, answer: event.output }))] },
        ],
        onError: { target: 'editing', actions: assign({ unanswered: true }) },
      },
    },
    signedIn: { type: 'final' },
  },
});
