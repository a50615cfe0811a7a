import { generateOtp, validateOtp } from '@vimarsh/shared/contract/identity/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { useActorRef, useSelector } from '@xstate/react';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { generateBody, type MobileNumber, type Proof, type Purpose, type Setting, validateBody } from './login.api.ts';
import { type Newcomer, otpMachine, type Sent } from './otp.machine.ts';

export interface Otp {
  step: 'notSent' | 'sending' | 'sent' | 'verifying' | 'proven';
  /** The number fields are locked. */
  locked: boolean;
  otp: string;
  /** Tries left for this OTP, once one failed. */
  triesLeft: number | undefined;
  resend: { ready: boolean; busy: boolean; at: number };
  generate(to: MobileNumber): void;
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
 * own there (S8-ERR-A11). On sign-in, it leaves only a missing answer to the screen (S8-ERR-16).
 */
export function useOtp(purpose: Purpose, setting: Setting, endings: Endings): Otp {
  const { request } = useSessionApi();
  const around = useRef({ setting, endings });
  around.current = { setting, endings };
  const machine = useMemo(
    () =>
      otpMachine.provide({
        actors: {
          generate: fromPromise<Sent, MobileNumber>(({ input: { country_code, mobile }, signal }) =>
            request(generateOtp, { body: generateBody({ country_code, mobile }, purpose, around.current.setting) }, { signal }),
          ),
          verify: fromPromise<LoginAnswer, Proof>(({ input, signal }) =>
            request(validateOtp, { body: validateBody(input, around.current.setting) }, { signal, quiet: purpose === 'SIGN_UP' || 'unreachable' }),
          ),
        },
      }),
    [request, purpose],
  );
  const actor = useActorRef(machine);
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    const proven = actor.on('proven', ({ answer }) => around.current.endings.proven(answer));
    const refused = actor.on('refused', ({ answer }) => around.current.endings.refused(answer));
    return () => {
      proven.unsubscribe();
      refused.unsubscribe();
    };
  }, [actor]);

  const step = typeof state.value === 'string' ? state.value : 'sent';
  return {
    step,
    locked: step !== 'notSent',
    otp: state.context.otp,
    triesLeft: state.context.triesLeft,
    resend: { ready: state.matches({ sent: 'resendable' }), busy: state.matches({ sent: 'resending' }), at: state.context.resendAt },
    generate: (to) => actor.send({ type: 'GENERATE', ...to }),
    type: (value) => actor.send({ type: 'OTP', value }),
    verify: (newcomer) => actor.send({ type: 'VERIFY', ...(newcomer && { newcomer }) }),
    again: () => actor.send({ type: 'RESEND' }),
    changeNumber: () => actor.send({ type: 'CHANGE_NUMBER' }),
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
