import { resendOtp, verifyOtp } from '@vimarsh/shared/contract/account/routes.ts';
import { readTypedCode } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { validateTypedOtp } from '@vimarsh/shared/domain/people/validation.ts';
import { FORGOT_PASSWORD, LOGIN as LOGIN_PAGE, SET_NEW_PASSWORD, SIGN_UP } from '@vimarsh/shared/domain/routing/places.ts';
import { Link, navigate, useParams } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import { useActorRef, useSelector } from '@xstate/react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { BrandColumn } from '../brand/brand-column.tsx';
import { formCss } from '../login/form.css.ts';
import { Countdown, OTP_LENGTH } from '../login/otp/otp-fields.tsx';
import { Unanswered } from '../login/unanswered.tsx';
import { SIGN_IN_WORDS as LOGIN, triesLeft } from '../login/words.ts';
import { type Handover, handedOver, handOver } from './handover.ts';
import { type Step, stepOf } from './submission.machine.ts';
import { verificationMachine } from './verification.machine.ts';
import { PASSWORD_WORDS } from './words.ts';

/** The key of the named route verifyOtp that leads on to a new password (S2.2-ROUTE-05, S2.2-PARAM-01). */
const FORGET_PASSWORD = 'FORGET_PASSWORD';

/** Takes the OTP of an account flow; for FORGET_PASSWORD, setting a new password follows. */
export function Page() {
  const { key = '' } = useParams();
  const [handover] = useState(() => handedOver());
  const begin = key === FORGET_PASSWORD ? FORGOT_PASSWORD : SIGN_UP;
  return (
    <BrandColumn title={PASSWORD_WORDS.verify}>
      {handover ? (
        <OtpForm handover={handover} next={key === FORGET_PASSWORD ? SET_NEW_PASSWORD : LOGIN_PAGE} />
      ) : (
        <EmptyState title={PASSWORD_WORDS.expired} text={PASSWORD_WORDS.expiredText} />
      )}
      <Link to={begin}>{PASSWORD_WORDS.beginAgain}</Link>
    </BrandColumn>
  );
}

function OtpForm({ handover, next }: { handover: Handover; next: string }) {
  const session = useSessionApi();
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const machine = useMemo(
    () =>
      verificationMachine.provide({
        actors: {
          resend: fromPromise<Step, { user_id: string }>(async ({ input: { user_id }, signal }) =>
            stepOf(await session.request(resendOtp, { body: { user_id } }, { signal })),
          ),
          verify: fromPromise<Step, { user_id: string; otp: string }>(async ({ input: { user_id, otp }, signal }) =>
            stepOf(await session.request(verifyOtp, { body: { user_id, otp: Number(otp) } }, { signal })),
          ),
        },
      }),
    [session],
  );
  const actor = useActorRef(machine, { input: { user_id: handover.user_id, resendAt: handover.resend_at } });
  const state = useSelector(actor, (snapshot) => snapshot);
  useEffect(() => {
    field.current?.focus();
    const subscriptions = [
      actor.on('proven', ({ step }) => {
        session.notify({ kind: 'success', title: 'Success', text: step.message, ms: 2000 });
        const to = step.redirect || next;
        if (to === SET_NEW_PASSWORD) handOver(to, { ...handover, user_id: step.user_id });
        else navigate(to, { replace: true });
      }),
      actor.on('refused', () => field.current?.focus()),
      actor.on('resent', ({ step }) => session.notify({ kind: 'info', title: 'Info', text: step.message, ms: 2000 })),
    ];
    return () => {
      for (const each of subscriptions) each.unsubscribe();
    };
  }, [actor, session, handover, next]);

  const { otp, resendAt } = state.context;
  const triesNote = triesLeft(state.context.triesLeft);
  const verifying = state.matches('verifying') || state.matches('proven');
  const waiting = state.matches({ sent: 'waiting' });
  const resending = state.matches({ sent: 'resending' });

  function send(event: FormEvent) {
    event.preventDefault();
    const problem = validateTypedOtp(otp);
    setError(problem);
    if (problem) field.current?.focus();
    else actor.send({ type: 'VERIFY' });
  }

  return (
    <form css={formCss} onSubmit={send} noValidate aria-label={PASSWORD_WORDS.verify}>
      <TextField
        ref={field}
        label="OTP"
        name="otp"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={OTP_LENGTH}
        value={otp}
        readOnly={verifying}
        hint={[`OTP sent to ${handover.sent_to}`, triesNote].filter(Boolean).join(' · ')}
        error={error}
        onChange={(event) => actor.send({ type: 'OTP', value: readTypedCode(event.target.value) })}
      />
      <div css={{ display: 'flex', gap: 'var(--s-8)' }}>
        <Button onClick={() => actor.send({ type: 'RESEND' })} disabled={waiting || verifying} busy={resending}>
          {LOGIN.resendOtp}
        </Button>
        {waiting && <Countdown to={resendAt} />}
      </div>
      <Unanswered when={state.context.unanswered} />
      <Unanswered when={state.context.maybeAccepted} words={LOGIN.maybeAccepted} />
      <Button type="submit" kind="primary" busy={state.matches('verifying')}>
        {LOGIN.verifyOtp}
      </Button>
    </form>
  );
}
