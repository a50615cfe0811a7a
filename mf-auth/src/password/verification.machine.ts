import { isCertain } from '@vimarsh/shared/contract/certain.ts';
import { assign, emit, fromPromise, setup } from 'xstate';
import { triesLeftOf } from '../login/login.api.ts';
import type { Step } from './submission.machine.ts';

interface Context {
  user_id: string;
  otp: string;
  /** Epoch ms from which another OTP may be requested. */
  resendAt: number;
  /** Tries left for this OTP; undefined until one failed. */
  triesLeft: number | undefined;
  /** No answer came to the last try. */
  unanswered: boolean;
  /** The code was sent for proof and no answer came: it may have been accepted. */
  lost: boolean;
  /** It is refused as used up after that. */
  maybeAccepted: boolean;
}

const SOON = 30;
const resendAt = ({ answer }: Step, otherwise: number): number =>
  Date.now() + ((answer.data as { resend_after?: number } | null)?.resend_after ?? answer.retry_after ?? otherwise) * 1000;

/**
 * The OTP of an account flow, sent before this screen opened (OTP flow of spec section 4, from 'OTP sent' on):
 * sent → verifying → proven, or back to sent with an empty OTP (S8-ERR-36); without an answer the OTP stays. The caller provides `resend` and `verify`.
 */
export const verificationMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { user_id: string; resendAt: number },
    events: {} as { type: 'OTP'; value: string } | { type: 'VERIFY' } | { type: 'RESEND' },
    emitted: {} as { type: 'refused' | 'proven' | 'resent'; step: Step },
  },
  actors: {
    resend: fromPromise<Step, { user_id: string }>(() => Promise.reject(new Error('`resend` was not provided'))),
    verify: fromPromise<Step, { user_id: string; otp: string }>(() => Promise.reject(new Error('`verify` was not provided'))),
  },
  delays: { untilResend: ({ context }) => Math.max(0, context.resendAt - Date.now()) },
}).createMachine({
  id: 'verification',
  context: ({ input }) => ({ ...input, otp: '', triesLeft: undefined, unanswered: false, lost: false, maybeAccepted: false }),
  initial: 'sent',
  states: {
    sent: {
      initial: 'waiting',
      on: { OTP: { actions: assign({ otp: ({ event }) => event.value }) }, VERIFY: { target: 'verifying', actions: assign({ unanswered: false }) } },
      states: {
        waiting: { after: { untilResend: 'resendable' } },
        resendable: { on: { RESEND: { target: 'resending', actions: assign({ unanswered: false }) } } },
        resending: {
          invoke: {
            src: 'resend',
            input: ({ context }) => context,
            onDone: [
              {
                guard: ({ event }) => event.output.status,
                target: 'waiting',
                actions: [
                  assign({
                    otp: '',
                    triesLeft: undefined,
                    user_id: ({ context, event }) => event.output.user_id || context.user_id,
                    resendAt: ({ event }) => resendAt(event.output, SOON),
                  }),
                  emit(({ event }) => ({ type: 'resent' as const, step: event.output })),
                ],
              },
              {
                target: 'waiting',
                actions: assign({ resendAt: ({ event }) => resendAt(event.output, 0), unanswered: ({ event }) => !isCertain(event.output.answer) }),
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
        input: ({ context }) => context,
        onDone: [
          { guard: ({ event }) => event.output.status, target: 'proven', actions: emit(({ event }) => ({ type: 'proven' as const, step: event.output })) },
          { guard: ({ event }) => !isCertain(event.output.answer), target: 'sent', actions: assign({ unanswered: true, lost: true }) },
          {
            target: 'sent',
            actions: [
              assign({
                otp: '',
                triesLeft: ({ context, event }) => triesLeftOf(event.output.answer) ?? context.triesLeft,
                lost: false,
                maybeAccepted: ({ context, event }) => context.lost && event.output.code === 'OTP_SPENT',
              }),
              emit(({ event }) => ({ type: 'refused' as const, step: event.output })),
            ],
          },
        ],
        onError: { target: 'sent', actions: assign({ unanswered: true }) },
      },
    },
    proven: { type: 'final' },
  },
});
