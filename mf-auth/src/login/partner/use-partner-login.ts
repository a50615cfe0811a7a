import { regenerateOtp, validatePin, validateUser, validateUserPin } from '@vimarsh/shared/contract/broker-login/routes.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { fromPromise } from 'xstate';
import { SIGN_IN_WORDS } from '../words.ts';
import { oneFormBody, type PartnerSite, stepOneRequest, stepTwoRequest } from './partner-login.api.ts';
import { isRequestFailure, type PartnerCredentials, partnerLoginMachine, type SecondStep, type StepOne } from './partner-login.machine.ts';

/** Runs the partner's form against the API and shows the specified text of a refusal (S8-ERR-13). */
export function usePartnerLogin({ brokerId, route }: PartnerSite, onSignedIn: (answer: LoginAnswer) => void) {
  const session = useSessionApi();
  const machine = useMemo(() => {
    const site = { brokerId, route };
    const quiet = { quiet: true };
    return partnerLoginMachine.provide({
      actors: {
        validateUser: fromPromise<StepOne, PartnerCredentials>(({ input }) => session.request(validateUser, stepOneRequest(site, input), quiet)),
        validatePin: fromPromise<LoginAnswer, SecondStep>(({ input }) => session.request(validatePin, stepTwoRequest(site, input), quiet)),
        validateUserPin: fromPromise<LoginAnswer, PartnerCredentials>(({ input }) =>
          session.request(validateUserPin, { body: oneFormBody(site, input) }, quiet),
        ),
        regenerate: fromPromise(({ input }: { input: { clientId: string } }) =>
          session.request(regenerateOtp, { body: { user_id: input.clientId.trim(), broker_id: brokerId } }, quiet),
        ),
      },
    });
  }, [session, brokerId, route]);
  const [state, send, actor] = useMachine(machine);
  const finish = useRef(onSignedIn);
  finish.current = onSignedIn;
  useEffect(() => {
    const subscriptions = [
      actor.on('signedIn', ({ answer }) => finish.current(answer)),
      actor.on('refused', ({ answer }) => {
        const text = isRequestFailure(answer) ? SIGN_IN_WORDS.later : answer.validation || SIGN_IN_WORDS.later;
        session.notify({ kind: 'error', title: SIGN_IN_WORDS.oops, text, ms: 3000 });
      }),
      actor.on('sent', () => session.notify({ kind: 'info', title: 'Info', text: 'A new code is on its way', ms: 3000 })),
    ];
    return () => {
      for (const one of subscriptions) one.unsubscribe();
    };
  }, [actor, session]);
  return { state, send };
}
