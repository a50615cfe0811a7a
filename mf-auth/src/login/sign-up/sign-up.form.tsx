import { readMobile } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { validateMobile, validateRequired, validateTypedOtp } from '@vimarsh/shared/domain/people/validation.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formCss } from '../form.css.ts';
import type { FormProps } from '../form.types.ts';
import { formFor } from '../login.api.ts';
import { CountryField } from '../otp/country-field.tsx';
import { keepWith, useKeptOtp } from '../otp/kept-otp.ts';
import { MobileField } from '../otp/mobile-field.tsx';
import type { Newcomer } from '../otp/otp.machine.ts';
import { OtpFields } from '../otp/otp-fields.tsx';
import { useFocusWhenUnlocked, useOtp } from '../otp/use-otp.ts';
import { Unanswered } from '../unanswered.tsx';
import { SIGN_IN_WORDS } from '../words.ts';
import { AcceptedTerms } from './accepted-terms.tsx';
import { NameField } from './name-field.tsx';

const NO_ERRORS = { name: '', mobile: '', otp: '' };

/** Sign-up by mobile number: name, number, OTP. There is no password here (S2.4-SIGNUP-A01). */
export function SignUpForm({ who, onWho, setting, canBeExpert, onSignedIn, onSwitch }: Omit<FormProps, 'canSignUp' | 'canReset'> & { canBeExpert: boolean }) {
  const session = useSessionApi();
  const { username, country } = who;
  const kept = useKeptOtp('SIGN_UP', who);
  const [{ full_name: name, expert }, setNewcomer] = useState(kept?.newcomer ?? { full_name: '', expert: false });
  const [error, setError] = useState(NO_ERRORS);
  const nameField = useRef<HTMLInputElement>(null);
  const mobileField = useRef<HTMLInputElement>(null);
  const oops = (text: string) => session.notify({ kind: 'error', title: SIGN_IN_WORDS.oops, text, ms: 3000 });

  const otp = useOtp(
    'SIGN_UP',
    setting,
    {
      proven: (answer) => onSignedIn(answer, 'otp'),
      refused({ code, validation }) {
        if (formFor(validation) === 'sign-in') {
          oops(validation);
          onSwitch('sign-in');
        } else if (code === undefined || code === 'OTP_WRONG') session.notify({ kind: 'error', title: 'Error', text: SIGN_IN_WORDS.badOtp, ms: 3000 });
        else if (validation) oops(validation);
      },
    },
    kept,
  );
  const sent = otp.locked && otp.step !== 'sending';
  const type = (newcomer: Newcomer) => {
    setNewcomer(newcomer);
    keepWith('SIGN_UP', { newcomer });
  };
  // Whoever chooses another form or page is not brought back here; a reload does not leave.
  useEffect(() => {
    keepWith('SIGN_UP', { left: false });
    return () => keepWith('SIGN_UP', { left: true });
  }, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    const mobile = readMobile(username, country.country_code);
    const problems = { name: validateRequired(name), mobile: validateMobile(mobile, country.country_code), otp: sent ? validateTypedOtp(otp.otp) : '' };
    setError(problems);
    if (!name.trim() || !mobile || (sent && !otp.otp)) oops(SIGN_IN_WORDS.missing);
    if (problems.name) nameField.current?.focus();
    else if (problems.mobile) mobileField.current?.focus();
    if (problems.name || problems.mobile || problems.otp) return;
    // The field shows the number that is used.
    if (mobile !== username) onWho({ username: mobile, country });
    if (otp.step === 'notSent') otp.generate({ country_code: country.country_code, mobile }, country.name, { full_name: name, expert });
    else if (otp.step === 'sent') otp.verify({ full_name: name.trim(), expert: expert && canBeExpert });
  }

  useFocusWhenUnlocked(otp.locked, mobileField);
  return (
    <form css={formCss} onSubmit={submit} noValidate aria-label="Sign up">
      <NameField ref={nameField} value={name} error={error.name} onChange={(event) => type({ full_name: event.target.value, expert })} />
      <CountryField country={country} disabled={otp.locked} onChange={(next) => onWho({ username, country: next })} />
      <MobileField
        ref={mobileField}
        value={username}
        disabled={otp.locked}
        hint={SIGN_IN_WORDS.whatsApp}
        error={error.mobile}
        onChange={(event) => onWho({ username: event.target.value, country })}
      />
      <OtpFields otp={otp} error={error.otp} sentTo={`${country.country_code} ${username.trim()}`} />
      <AcceptedTerms />
      {canBeExpert && <Checkbox label={SIGN_IN_WORDS.expert} checked={expert} onChange={(event) => type({ full_name: name, expert: event.target.checked })} />}
      <Unanswered when={otp.unanswered} />
      <Button type="submit" kind="primary" busy={otp.step === 'sending' || otp.step === 'verifying'}>
        {sent ? SIGN_IN_WORDS.verifyOtp : SIGN_IN_WORDS.generateOtp}
      </Button>
    </form>
  );
}
