import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import type { Envelope, LoginAnswer } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';

export interface PartnerCredentials {
  clientId: string;
  password: string;
  /** Only for the partner that asks for it on the first form. */
  yearOfBirth: string;
}
export interface SecondStep {
  clientId: string;
  pin: string;
  /** The token of step one, '' where the partner issues none. */
  token: string;
}
export type StepOne = Envelope<{ factor: 'pin' | 'otp'; message: string; token?: string | undefined }>;
type Sent = Envelope<{ message: string }>;

interface Context extends PartnerCredentials, SecondStep {
  factor: 'pin' | 'otp';
  /** The last request itself failed. */
  failed: boolean;
}
type Field = 'clientId' | 'password' | 'yearOfBirth' | 'pin';
type Events = { type: 'TYPE'; field: Field; value: string } | { type: 'CREDENTIALS' } | { type: 'VERIFY' } | { type: 'REGENERATE' } | { type: 'BACK' };
type Emitted = { type: 'signedIn'; answer: LoginAnswer } | { type: 'refused'; answer: Envelope<unknown> } | { type: 'sent' };

/** The request itself failed, on the way or at the partner; the credentials were not checked (S8-ERR-13). */
const BROKER_FAILED: readonly (string | undefined)[] = ['BROKER_AWAY', 'BROKER_SLOW', 'BROKER_FOREIGN'];
export const isRequestFailure = (answer: Envelope<unknown>): boolean => !isCertain(answer) || BROKER_FAILED.includes(answer.code);

const EMPTY: Context = { clientId: '', password: '', yearOfBirth: '', pin: '', token: '', factor: 'pin', failed: false };

/**
 * Partner login (spec 4): stepOne takes the credentials → checkingUser → stepTwo takes PIN or OTP → verifying → signedIn.
 * With a year of birth everything is sent at once: stepOne → verifyingAll. A failed request clears the form (S8-ERR-14),
 * a refusal clears the secrets. The password is forgotten as soon as it is sent.
 */
export const partnerLoginMachine = setup({
  types: { context: {} as Context, events: {} as Events, emitted: {} as Emitted },
  actors: {
    validateUser: fromPromise<StepOne, PartnerCredentials>(() => Promise.reject(new Error('`validateUser` was not provided'))),
    validatePin: fromPromise<LoginAnswer, SecondStep>(() => Promise.reject(new Error('`validatePin` was not provided'))),
    validateUserPin: fromPromise<LoginAnswer, PartnerCredentials>(() => Promise.reject(new Error('`validateUserPin` was not provided'))),
    regenerate: fromPromise<Sent, { clientId: string }>(() => Promise.reject(new Error('`regenerate` was not provided'))),
  },
  actions: {
    clearForm: assign(() => EMPTY),
    failedSoCleared: assign(() => ({ ...EMPTY, failed: true })),
    tryAgain: assign({ failed: false }),
    forgetSecrets: assign({ password: '', yearOfBirth: '', pin: '' }),
  },
}).createMachine({
  id: 'partnerLogin',
  context: EMPTY,
  initial: 'stepOne',
  on: { TYPE: { actions: assign(({ event }) => ({ [event.field]: event.value })) } },
  states: {
    stepOne: {
      on: {
        CREDENTIALS: { target: 'checkingUser', actions: 'tryAgain' },
        VERIFY: { target: 'verifyingAll', actions: 'tryAgain' },
      },
    },
    checkingUser: {
      invoke: {
        src: 'validateUser',
        input: ({ context: { clientId, password, yearOfBirth } }) => ({ clientId, password, yearOfBirth }),
        onDone: [
          {
            guard: ({ event }) => event.output.data !== null,
            target: 'stepTwo',
            actions: assign({ password: '', pin: '', factor: ({ event }) => event.output.data!.factor, token: ({ event }) => event.output.data!.token ?? '' }),
          },
          {
            guard: ({ event }) => isRequestFailure(event.output),
            target: 'stepOne',
            actions: ['failedSoCleared', emit(({ event }) => ({ type: 'refused' as const, answer: event.output }))],
          },
          { target: 'stepOne', actions: ['forgetSecrets', emit(({ event }) => ({ type: 'refused' as const, answer: event.output }))] },
        ],
        onError: { target: 'stepOne', actions: 'failedSoCleared' },
      },
    },
    verifyingAll: {
      invoke: {
        src: 'validateUserPin',
        input: ({ context: { clientId, password, yearOfBirth } }) => ({ clientId, password, yearOfBirth }),
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'signedIn',
            actions: ['clearForm', emit(({ event }) => ({ type: 'signedIn' as const, answer: event.output }))],
          },
          {
            guard: ({ event }) => isRequestFailure(event.output),
            target: 'stepOne',
            actions: ['failedSoCleared', emit(({ event }) => ({ type: 'refused' as const, answer: event.output }))],
          },
          { target: 'stepOne', actions: ['forgetSecrets', emit(({ event }) => ({ type: 'refused' as const, answer: event.output }))] },
        ],
        onError: { target: 'stepOne', actions: 'failedSoCleared' },
      },
    },
    stepTwo: {
      initial: 'typing',
      on: { VERIFY: { target: 'verifying', actions: 'tryAgain' }, BACK: { target: 'stepOne', actions: ['forgetSecrets', 'tryAgain'] } },
      states: {
        typing: { on: { REGENERATE: { target: 'regenerating', actions: 'tryAgain' } } },
        regenerating: {
          invoke: {
            src: 'regenerate',
            input: ({ context: { clientId } }) => ({ clientId }),
            onDone: [
              { guard: ({ event }) => event.output.status, target: 'typing', actions: [assign({ pin: '' }), emit({ type: 'sent' as const })] },
              {
                guard: ({ event }) => event.output.code === 'BROKER_STEP',
                target: '#partnerLogin.stepOne',
                actions: ['forgetSecrets', emit(({ event }) => ({ type: 'refused' as const, answer: event.output }))],
              },
              {
                target: 'typing',
                actions: [
                  assign({ failed: ({ event }) => isRequestFailure(event.output) }),
                  emit(({ event }) => ({ type: 'refused' as const, answer: event.output })),
                ],
              },
            ],
            onError: { target: 'typing', actions: assign({ failed: true }) },
          },
        },
      },
    },
    verifying: {
      invoke: {
        src: 'validatePin',
        input: ({ context: { clientId, pin, token } }) => ({ clientId, pin, token }),
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'signedIn',
            actions: ['clearForm', emit(({ event }) => ({ type: 'signedIn' as const, answer: event.output }))],
          },
          {
            guard: ({ event }) => event.output.code === 'BROKER_STEP',
            target: 'stepOne',
            actions: ['forgetSecrets', emit(({ event }) => ({ type: 'refused' as const, answer: event.output }))],
          },
          {
            target: 'stepTwo',
            actions: [
              'forgetSecrets',
              assign({ failed: ({ event }) => isRequestFailure(event.output) }),
              emit(({ event }) => ({ type: 'refused' as const, answer: event.output })),
            ],
          },
        ],
        onError: { target: 'stepTwo', actions: ['forgetSecrets', assign({ failed: true })] },
      },
    },
    signedIn: { type: 'final' },
  },
});
