import type { Envelope, LoginAnswer } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';
import { type MobileNumber, type Proof, triesLeftOf } from './login.api.ts';

/** Seconds until Resend OTP when the server does not say (S4-LOGIN-O01). */
const RESEND_AFTER = 30;

export type Sent = Envelope<{ resend_after: number }>;
export type Newcomer = NonNullable<Proof['newcomer']>;

interface Context extends MobileNumber {
  otp: string;
  /** Epoch ms from which another OTP may be requested. */
  resendAt: number;
  newcomer: Newcomer | null;
  /** Tries left for this OTP; undefined until one failed. */
  triesLeft: number | undefined;
}

type Events =
  | ({ type: 'GENERATE' } & MobileNumber)
  | { type: 'OTP'; value: string }
  | { type: 'VERIFY'; newcomer?: Newcomer }
  | { type: 'RESEND' }
  | { type: 'CHANGE_NUMBER' };

const resendAt = (answer: Sent, otherwise = RESEND_AFTER): number => Date.now() + (answer.data?.resend_after ?? answer.retry_after ?? otherwise) * 1000;

/**
 * One OTP flow, for sign-in and sign-up alike: notSent → sending → sent → verifying → proven. The number is locked from
 * `sending` on; Change Number goes back with an empty OTP (S4-LOGIN-02…04, A01). A refused OTP empties the field
 * (S8-ERR-36). The caller provides `generate` and `verify`.
 */
export const otpMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Events,
    emitted: {} as { type: 'refused'; answer: LoginAnswer } | { type: 'proven'; answer: LoginAnswer },
  },
  actors: {
    generate: fromPromise<Sent, MobileNumber>(() => Promise.reject(new Error('`generate` was not provided'))),
    verify: fromPromise<LoginAnswer, Proof>(() => Promise.reject(new Error('`verify` was not provided'))),
  },
  delays: { untilResend: ({ context }) => Math.max(0, context.resendAt - Date.now()) },
}).createMachine({
  id: 'otp',
  context: { country_code: '', mobile: '', otp: '', resendAt: 0, newcomer: null, triesLeft: undefined },
  initial: 'notSent',
  states: {
    notSent: {
      on: { GENERATE: { target: 'sending', actions: assign({ country_code: ({ event }) => event.country_code, mobile: ({ event }) => event.mobile }) } },
    },
    sending: {
      invoke: {
        src: 'generate',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'sent',
            actions: assign({ otp: '', triesLeft: undefined, resendAt: ({ event }) => resendAt(event.output) }),
          },
          { target: 'notSent' },
        ],
        onError: 'notSent',
      },
    },
    sent: {
      initial: 'waiting',
      on: {
        OTP: { actions: assign({ otp: ({ event }) => event.value }) },
        VERIFY: { target: 'verifying', actions: assign({ newcomer: ({ event }) => event.newcomer ?? null }) },
        CHANGE_NUMBER: { target: 'notSent', actions: assign({ otp: '' }) },
      },
      states: {
        waiting: { after: { untilResend: 'resendable' } },
        resendable: { on: { RESEND: 'resending' } },
        resending: {
          invoke: {
            src: 'generate',
            input: ({ context }) => context,
            onDone: [
              {
                guard: ({ event }) => event.output.status,
                target: 'waiting',
                actions: assign({ otp: '', triesLeft: undefined, resendAt: ({ event }) => resendAt(event.output) }),
              },
              { target: 'waiting', actions: assign({ resendAt: ({ event }) => resendAt(event.output, 0) }) },
            ],
            onError: 'resendable',
          },
        },
      },
    },
    verifying: {
      invoke: {
        src: 'verify',
        input: ({ context: { country_code, mobile, otp, newcomer } }) => ({ country_code, mobile, otp, ...(newcomer && { newcomer }) }),
        onDone: [
          { guard: ({ event }) => event.output.status, target: 'proven', actions: emit(({ event }) => ({ type: 'proven' as const, answer: event.output })) },
          {
            target: 'sent',
            actions: [
              assign({ otp: '', triesLeft: ({ context, event }) => triesLeftOf(event.output) ?? context.triesLeft }),
              emit(({ event }) => ({ type: 'refused' as const, answer: event.output })),
            ],
          },
        ],
        onError: { target: 'sent', actions: assign({ otp: '' }) },
      },
    },
    proven: { type: 'final' },
  },
});
