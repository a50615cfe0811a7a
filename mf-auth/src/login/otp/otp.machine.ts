import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import type { Envelope, LoginAnswer } from '@vimarsh/shared/session';
import { assign, emit, fromPromise, setup } from 'xstate';
import { type MobileNumber, type Proof, triesLeftOf } from '../login.api.ts';
import type { KeptOtp } from './kept-otp.ts';

/** Seconds until Resend OTP when the server does not say (S4-LOGIN-O01). */
const RESEND_AFTER = 30;

export type Sent = Envelope<{ resend_after: number; expires_in?: number }>;
export type Newcomer = NonNullable<Proof['newcomer']>;

interface Context extends MobileNumber {
  otp: string;
  /** Epoch ms from which another OTP may be requested. */
  resendAt: number;
  newcomer: Newcomer | null;
  /** Tries left for this OTP; undefined until one failed. */
  triesLeft: number | undefined;
  /** No answer came to the last try. */
  unanswered: boolean;
  /** When the OTP was sent, epoch ms, where that was before this page was loaded. */
  sentBefore: number | null;
  /** Where a code was asked for and no answer came: one may have been sent there all the same. '' for nowhere. */
  askedFor: string;
  /** The code was sent for proof and no answer came: it may have been accepted. */
  lost: boolean;
  /** It is refused as used up after that. */
  maybeAccepted: boolean;
}

const nameOf = ({ country_code, mobile }: MobileNumber): string => `${country_code}${mobile}`;

type Events =
  | ({ type: 'GENERATE' } & MobileNumber)
  | { type: 'OTP'; value: string }
  | { type: 'VERIFY'; newcomer?: Newcomer }
  | { type: 'RESEND' }
  | { type: 'CHANGE_NUMBER' };

const resendAt = (answer: Sent, otherwise = RESEND_AFTER): number => Date.now() + (answer.data?.resend_after ?? answer.retry_after ?? otherwise) * 1000;

/**
 * One OTP flow, for sign-in and sign-up alike: notSent → sending → sent → verifying → proven. One sent before a
 * reload begins at `sent`. The number is locked from
 * `sending` on; Change Number goes back with an empty OTP (S4-LOGIN-02…04, A01). A refused OTP empties the field
 * (S8-ERR-36); without an answer it stays. The caller provides `generate` and `verify`.
 */
export const otpMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { kept: KeptOtp | null },
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
  context: ({ input }) => ({
    country_code: input.kept?.country_code ?? '',
    mobile: input.kept?.mobile ?? '',
    otp: '',
    resendAt: input.kept?.resend_at ?? 0,
    newcomer: null,
    triesLeft: undefined,
    unanswered: false,
    sentBefore: input.kept?.sent_at ?? null,
    askedFor: '',
    lost: false,
    maybeAccepted: false,
  }),
  initial: 'opening',
  states: {
    opening: { always: [{ guard: ({ context }) => context.sentBefore !== null, target: 'sent' }, { target: 'notSent' }] },
    notSent: {
      on: {
        GENERATE: {
          target: 'sending',
          actions: assign({ country_code: ({ event }) => event.country_code, mobile: ({ event }) => event.mobile, unanswered: false }),
        },
      },
    },
    sending: {
      invoke: {
        src: 'generate',
        input: ({ context }) => context,
        onDone: [
          {
            guard: ({ event }) => event.output.status,
            target: 'sent',
            actions: assign({ otp: '', triesLeft: undefined, sentBefore: null, resendAt: ({ event }) => resendAt(event.output) }),
          },
          // The one before arrived, its answer did not: its code is there to be typed.
          {
            guard: ({ context, event }) => event.output.code === 'OTP_WAIT' && context.askedFor === nameOf(context),
            target: 'sent',
            actions: assign({ otp: '', triesLeft: undefined, sentBefore: null, resendAt: ({ event }) => resendAt(event.output) }),
          },
          {
            target: 'notSent',
            actions: assign(({ context, event }) => (isCertain(event.output) ? { unanswered: false } : { unanswered: true, askedFor: nameOf(context) })),
          },
        ],
        onError: { target: 'notSent', actions: assign(({ context }) => ({ unanswered: true, askedFor: nameOf(context) })) },
      },
    },
    sent: {
      initial: 'waiting',
      on: {
        OTP: { actions: assign({ otp: ({ event }) => event.value }) },
        VERIFY: { target: 'verifying', actions: assign({ newcomer: ({ event }) => event.newcomer ?? null, unanswered: false }) },
        CHANGE_NUMBER: { target: 'notSent', actions: assign({ otp: '', unanswered: false }) },
      },
      states: {
        waiting: { after: { untilResend: 'resendable' } },
        resendable: { on: { RESEND: { target: 'resending', actions: assign({ unanswered: false }) } } },
        resending: {
          invoke: {
            src: 'generate',
            input: ({ context }) => context,
            onDone: [
              {
                guard: ({ event }) => event.output.status,
                target: 'waiting',
                actions: assign({ otp: '', triesLeft: undefined, sentBefore: null, resendAt: ({ event }) => resendAt(event.output) }),
              },
              {
                target: 'waiting',
                actions: assign({ resendAt: ({ event }) => resendAt(event.output, 0), unanswered: ({ event }) => !isCertain(event.output) }),
              },
            ],
            onError: { target: 'resendable', actions: assign({ unanswered: true }) },
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
              assign({
                otp: ({ context, event }) => (isCertain(event.output) ? '' : context.otp),
                triesLeft: ({ context, event }) => triesLeftOf(event.output) ?? context.triesLeft,
                unanswered: ({ event }) => !isCertain(event.output),
                lost: ({ event }) => !isCertain(event.output),
                maybeAccepted: ({ context, event }) => context.lost && event.output.code === 'OTP_SPENT',
              }),
              emit(({ event }) => ({ type: 'refused' as const, answer: event.output })),
            ],
          },
        ],
        onError: { target: 'sent', actions: assign({ unanswered: true }) },
      },
    },
    proven: { type: 'final' },
  },
});
