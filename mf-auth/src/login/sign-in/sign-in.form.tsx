import { signIn } from '@vimarsh/shared/contract/identity/routes.ts';
import { isPhoneLike, readMobile } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { validateMobile, validateRequired, validateTypedOtp, validateUsername } from '@vimarsh/shared/domain/people/validation.ts';
import { FORGOT_PASSWORD } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { useMachine } from '@xstate/react';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { fromPromise } from 'xstate';
import { formCss } from '../form.css.ts';
import type { FormProps } from '../form.types.ts';
import { formFor, signInBody, triesLeftOf } from '../login.api.ts';
import { CountryField } from '../otp/country-field.tsx';
import { useKeptOtp } from '../otp/kept-otp.ts';
import { OtpFields } from '../otp/otp-fields.tsx';
import { useFocusWhenUnlocked, useOtp } from '../otp/use-otp.ts';
import { Unanswered } from '../unanswered.tsx';
import { SIGN_IN_WORDS, triesLeft } from '../words.ts';
import { type Credentials, credentialsMachine } from './credentials.machine.ts';

/** What has been typed into the one field. */
const kindOf = (value: string): 'email' | 'mobile' | 'unknown' => {
  if (value.includes('@')) return 'email';
  return isPhoneLike(value) ? 'mobile' : 'unknown';
};

/** From this few tries on, the form says how many are left before the account is locked. */
const FEW_TRIES = 2;

const MINUTE = 60_000;
/** Rounded up to a full minute, so that the stated time is never too early. */
const wholeMinute = (instant: number): number => Math.ceil(instant / MINUTE) * MINUTE;

const lockedUntil = ({ retry_after }: LoginAnswer): string =>
  retry_after === undefined ? '' : `Locked until ${formatIst(wholeMinute(Date.now() + retry_after * 1000))}`;

function fewTries(answer: LoginAnswer): string {
  const tries = triesLeftOf(answer);
  return tries === undefined || tries > FEW_TRIES ? '' : ` ${triesLeft(tries)}, then this account is locked for 15 minutes.`;
}

const noMatch = (answer: LoginAnswer, canReset: boolean): string => (canReset ? SIGN_IN_WORDS.noMatchReset : SIGN_IN_WORDS.noMatch) + fewTries(answer);

/** One field first: an e-mail asks for its password, a mobile number for an OTP (S2.4-LOGIN-05…13). */
export function SignInForm({ who, onWho, setting, canSignUp, canReset, onSignedIn, onSwitch }: FormProps) {
  const session = useSessionApi();
  const { username, country } = who;
  const kind = kindOf(username);
  const [error, setError] = useState({ username: '', password: '', otp: '' });
  const usernameField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);

  const refused = (validation: string) => {
    if (formFor(validation) === 'sign-up' && canSignUp) onSwitch('sign-up');
  };
  const kept = useKeptOtp('SIGN_IN', who);
  const otp = useOtp(
    'SIGN_IN',
    setting,
    {
      proven: (answer) => onSignedIn(answer, 'otp'),
      refused(answer) {
        if (answer.code === 'UNREACHABLE') session.notify({ kind: 'error', title: 'Error', text: SIGN_IN_WORDS.badOtp, ms: 3000 });
        refused(answer.validation);
      },
    },
    kept,
  );
  const machine = useMemo(
    () =>
      credentialsMachine.provide({
        actors: {
          check: fromPromise<LoginAnswer, Credentials>(({ input, signal }) =>
            session.request(signIn, { body: signInBody(input.username, input.password, setting) }, { signal }),
          ),
        },
      }),
    [session, setting],
  );
  const [state, send, credentials] = useMachine(machine);
  const checking = state.matches('checking');
  const outcome = useRef({ onSignedIn, refused, canReset });
  outcome.current = { onSignedIn, refused, canReset };
  useEffect(() => {
    const done = credentials.on('signedIn', ({ answer }) => outcome.current.onSignedIn(answer, 'password'));
    const no = credentials.on('refused', ({ answer }) => {
      // The toast is away from the field and soon gone: this stays until one types.
      const why = answer.code === 'LOCKED_OUT' ? lockedUntil(answer) : answer.code === 'CREDENTIALS' ? noMatch(answer, outcome.current.canReset) : '';
      setError({ username: '', password: why, otp: '' });
      passwordField.current?.focus();
      outcome.current.refused(answer.validation);
    });
    return () => {
      done.unsubscribe();
      no.unsubscribe();
    };
  }, [credentials]);

  function submit(event: FormEvent) {
    event.preventDefault();
    const name = kind === 'mobile' ? readMobile(username, country.country_code) : username.trim();
    const problems = { username: kind === 'mobile' ? validateMobile(name, country.country_code) : validateUsername(name), password: '', otp: '' };
    if (!problems.username && kind === 'email') problems.password = validateRequired(state.context.password);
    if (otp.step === 'sent') problems.otp = validateTypedOtp(otp.otp);
    setError(problems);
    if (problems.username) usernameField.current?.focus();
    else if (problems.password) passwordField.current?.focus();
    if (problems.username || problems.password || problems.otp) return;
    // The field shows the number that is used.
    if (name !== username) onWho({ username: name, country });
    if (kind === 'email') send({ type: 'SIGN_IN', username: name });
    else if (otp.step === 'notSent') otp.generate({ country_code: country.country_code, mobile: name }, country.name);
    else if (otp.step === 'sent') otp.verify();
  }

  useFocusWhenUnlocked(otp.locked, usernameField);
  return (
    <form css={formCss} onSubmit={submit} noValidate aria-label="Log in">
      {kind === 'mobile' && <CountryField country={country} disabled={otp.locked} onChange={(next) => onWho({ username, country: next })} />}
      <TextField
        ref={usernameField}
        label="Mobile number or e-mail"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        disabled={otp.locked}
        readOnly={checking}
        error={error.username}
        onChange={(event) => {
          setError({ ...error, password: '' });
          onWho({ username: event.target.value, country });
        }}
      />
      {kind === 'email' && (
        <>
          <TextField
            ref={passwordField}
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            maxLength={128}
            value={state.context.password}
            readOnly={checking}
            error={error.password}
            onChange={(event) => {
              setError({ ...error, password: '' });
              send({ type: 'PASSWORD', value: event.target.value });
            }}
          />
          {canReset && <Link to={FORGOT_PASSWORD}>{SIGN_IN_WORDS.forgotPassword}</Link>}
        </>
      )}
      {kind === 'mobile' && otp.locked && otp.step !== 'sending' && (
        <OtpFields otp={otp} error={error.otp} sentTo={`${country.country_code} ${username.trim()}`} />
      )}
      <Unanswered when={kind === 'mobile' ? otp.unanswered : state.context.unanswered} />
      <Button type="submit" kind="primary" busy={checking || otp.step === 'sending' || otp.step === 'verifying'}>
        {kind === 'mobile'
          ? otp.locked && otp.step !== 'sending'
            ? SIGN_IN_WORDS.verifyOtp
            : SIGN_IN_WORDS.generateOtp
          : kind === 'email'
            ? 'Log In'
            : 'Continue'}
      </Button>
    </form>
  );
}
