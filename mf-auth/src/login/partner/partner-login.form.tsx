import type { Environment, PartnerForm } from '@vimarsh/shared/contract/partners/types.ts';
import { plainDigits } from '@vimarsh/shared/contract/plain-digits.ts';
import { readTypedCode } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { validateRequired } from '@vimarsh/shared/domain/people/validation.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formCss } from '../form.css.ts';
import { OTP_LENGTH } from '../otp/otp-fields.tsx';
import { noticeCss, TermsNotice } from '../sign-up/terms-notice.tsx';
import { toggleCss } from '../toggle.css.ts';
import { Unanswered } from '../unanswered.tsx';
import { SIGN_IN_WORDS } from '../words.ts';
import { PartnerDisclaimer } from './partner-disclaimer.tsx';
import { usePartnerLogin } from './use-partner-login.ts';

interface Props {
  environment: Environment;
  form: PartnerForm;
  onSignedIn: (answer: LoginAnswer) => void;
}

/** Fields of digits: those of any script count, and an OTP may come with its message. */
const READ: Readonly<Record<string, (typed: string) => string>> = { otp: readTypedCode, pin: plainDigits, yearOfBirth: plainDigits };
const NO_ERRORS = { clientId: '', password: '', yearOfBirth: '', pin: '' };

/** The partner's own sign-in: client ID and password, then PIN or OTP, or all at once with a year of birth (S2.4-PARTNER-01…09). */
export function PartnerLoginForm({ environment, form, onSignedIn }: Props) {
  const { state, send } = usePartnerLogin({ brokerId: environment.brokerId, route: form.route }, onSignedIn);
  const { clientId, password, yearOfBirth, pin, factor } = state.context;
  const [errors, setErrors] = useState(NO_ERRORS);
  const oneForm = form.factor === 'year-of-birth';
  const second = state.matches('stepTwo') || state.matches('verifying');
  const busy = state.matches('checkingUser') || state.matches('verifying') || state.matches('verifyingAll');
  const partner = environment.utm_source;
  const clientField = useRef<HTMLInputElement>(null);
  const pinField = useRef<HTMLInputElement>(null);
  const was = useRef(false);
  useEffect(() => {
    if (second) pinField.current?.focus();
    else if (was.current) clientField.current?.focus();
    was.current = second;
  }, [second]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const problem = second
      ? { ...NO_ERRORS, pin: validateRequired(pin) }
      : {
          clientId: validateRequired(clientId),
          password: validateRequired(password),
          yearOfBirth: oneForm ? validateRequired(yearOfBirth) : '',
          pin: '',
        };
    setErrors(problem);
    if (Object.values(problem).some(Boolean)) return;
    send({ type: second || oneForm ? 'VERIFY' : 'CREDENTIALS' });
  }
  const typed = (field: 'clientId' | 'password' | 'yearOfBirth' | 'pin') => (event: { target: { value: string } }) =>
    send({ type: 'TYPE', field, value: READ[field === 'pin' ? factor : field]?.(event.target.value) ?? event.target.value });

  return (
    <form css={formCss} onSubmit={submit} noValidate aria-label={`Log in with ${partner}`}>
      <TextField
        ref={clientField}
        label="Client ID"
        name="username"
        autoComplete="username"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={clientId}
        disabled={second}
        readOnly={busy}
        error={errors.clientId}
        onChange={typed('clientId')}
      />
      {!second && (
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={128}
          value={password}
          readOnly={busy}
          error={errors.password}
          onChange={typed('password')}
        />
      )}
      {!second && oneForm && (
        <TextField
          label="Year of birth"
          name="year_of_birth"
          inputMode="numeric"
          autoComplete="bday-year"
          maxLength={4}
          value={yearOfBirth}
          readOnly={busy}
          error={errors.yearOfBirth}
          onChange={typed('yearOfBirth')}
        />
      )}
      {second && (
        <>
          <TextField
            ref={pinField}
            label={factor === 'otp' ? 'OTP' : 'PIN'}
            name="pin"
            type={factor === 'otp' ? 'text' : 'password'}
            inputMode="numeric"
            autoComplete={factor === 'otp' ? 'one-time-code' : 'off'}
            maxLength={factor === 'otp' ? OTP_LENGTH : 20}
            value={pin}
            readOnly={busy}
            error={errors.pin}
            onChange={typed('pin')}
          />
          <button type="button" css={toggleCss} disabled={busy || state.matches({ stepTwo: 'regenerating' })} onClick={() => send({ type: 'REGENERATE' })}>
            {SIGN_IN_WORDS.newFactor}
          </button>
        </>
      )}
      <Unanswered when={state.context.failed} words={SIGN_IN_WORDS.partnerUnanswered} />
      <Button type="submit" kind="primary" busy={busy}>
        {second ? (factor === 'otp' ? SIGN_IN_WORDS.verifyOtp : SIGN_IN_WORDS.verifyPin) : 'Log In'}
      </Button>
      {second && (
        <button type="button" css={toggleCss} disabled={busy} onClick={() => send({ type: 'BACK' })}>
          Use another client ID
        </button>
      )}
      <p css={noticeCss}>
        <TermsNotice /> What you type goes to {partner} to confirm who you are. Passwords and PINs are not stored here.
      </p>
      {form.disclaimer && <PartnerDisclaimer partner={partner} />}
    </form>
  );
}
