import { generateOtp, validateOtp } from '@vimarsh/shared/contract/identity/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { useActorRef, useSelector } from '@xstate/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { formFor, generateBody, type MobileNumber, type Proof, type Purpose, type Setting, validateBody } from '../login.api.ts';
import { dropOtp, type KeptOtp, keepOtp } from './kept-otp.ts';
import { type Newcomer, otpMachine, type Sent } from './otp.machine.ts';

export interface Otp {
  step: 'notSent' | 'sending' | 'sent' | 'verifying' | 'proven';
  /** The number fields are locked. */
  locked: boolean;
  otp: string;
  /** Tries left for this OTP, once one failed. */
  triesLeft: number | undefined;
  /** No answer came to the last try. */
  unanswered: boolean;
  /** It is used up, and an answer to it was lost. */
  maybeAccepted: boolean;
  /** When the OTP was sent, epoch ms, where that was before this page was loaded. */
  sentBefore: number | null;
  resend: { ready: boolean; busy: boolean; at: number };
  /** `country` by name. */
  generate(to: MobileNumber, country: string, newcomer?: Newcomer): void;
  type(value: string): void;
  verify(newcomer?: Newcomer): void;
  again(): void;
  changeNumber(): void;
}

interface Endings {
  proven(answer: LoginAnswer): void;
  refused(answer: LoginAnswer): void;
}

/**
 * Runs an OTP flow against the API. On sign-up, the verifying call shows no toast, because a wrong OTP has a text of its
 * own there (S8-ERR-A11). On sign-in, it leaves only a missing answer to the screen (S8-ERR-16). That an OTP was sent is kept
 * until it is used up, changed or over: who reloads goes on with `kept`.
 */
export function useOtp(purpose: Purpose, setting: Setting, endings: Endings, kept: KeptOtp | null = null): Otp {
  const { request } = useSessionApi();
  const around = useRef({ setting, endings });
  around.current = { setting, endings };
  const asked = useRef<Pick<KeptOtp, 'country' | 'newcomer'>>({ country: kept?.country ?? '', newcomer: kept?.newcomer });
  const machine = useMemo(
    () =>
      otpMachine.provide({
        actors: {
          generate: fromPromise<Sent, MobileNumber>(async ({ input: { country_code, mobile }, signal }) => {
            const answer = await request(generateOtp, { body: generateBody({ country_code, mobile }, purpose, around.current.setting) }, { signal });
            if (answer.status && answer.data) {
              const sent_at = Date.now();
              const { resend_after, expires_in } = answer.data;
              const times = { sent_at, resend_at: sent_at + resend_after * 1000, expires_at: sent_at + expires_in * 1000 };
              keepOtp({ purpose, ...asked.current, country_code, mobile, ...times });
            }
            return answer;
          }),
          verify: fromPromise<LoginAnswer, Proof>(({ input, signal }) =>
            request(validateOtp, { body: validateBody(input, around.current.setting) }, { signal, quiet: purpose === 'SIGN_UP' || 'unreachable' }),
          ),
        },
      }),
    [request, purpose],
  );
  const actor = useActorRef(machine, { input: { kept } });
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    const proven = actor.on('proven', ({ answer }) => {
      dropOtp();
      around.current.endings.proven(answer);
    });
    const refused = actor.on('refused', ({ answer }) => {
      if (formFor(answer.validation)) dropOtp();
      around.current.endings.refused(answer);
    });
    return () => {
      proven.unsubscribe();
      refused.unsubscribe();
    };
  }, [actor]);

  const at = typeof state.value === 'string' ? state.value : 'sent';
  const step = at === 'opening' ? 'notSent' : at;
  return {
    step,
    locked: step !== 'notSent',
    otp: state.context.otp,
    triesLeft: state.context.triesLeft,
    unanswered: state.context.unanswered,
    maybeAccepted: state.context.maybeAccepted,
    sentBefore: state.context.sentBefore,
    resend: { ready: state.matches({ sent: 'resendable' }), busy: state.matches({ sent: 'resending' }), at: state.context.resendAt },
    generate(to, country, newcomer) {
      asked.current = { country, newcomer };
      actor.send({ type: 'GENERATE', ...to });
    },
    type: (value) => actor.send({ type: 'OTP', value }),
    verify: (newcomer) => actor.send({ type: 'VERIFY', ...(newcomer && { newcomer }) }),
    again: () => actor.send({ type: 'RESEND' }),
    changeNumber() {
      dropOtp();
      actor.send({ type: 'CHANGE_NUMBER' });
    },
  };
}

/** Returns the focus to the number field when it is unlocked: after Change Number, or when no OTP could be sent. */
export function useFocusWhenUnlocked(locked: boolean, field: RefObject<HTMLInputElement | null>): void {
  const was = useRef(locked);
  useEffect(() => {
    if (was.current && !locked) field.current?.focus();
    was.current = locked;
  }, [locked, field]);
}
