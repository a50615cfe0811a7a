import { createUser } from '@vimarsh/shared/contract/account/routes.ts';
import { isEmail, validatePassword, validateRequired, validateUsername } from '@vimarsh/shared/domain/people/validation.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Checkbox, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { handOverOtp } from '../../password/handover.ts';
import { NewPasswordField } from '../../password/password-field.tsx';
import { useSubmission } from '../../password/use-submission.ts';
import { formCss } from '../form.css.ts';
import { Unanswered } from '../unanswered.tsx';
import { SIGN_IN_WORDS } from '../words.ts';
import { AcceptedTerms } from './accepted-terms.tsx';
import { NameField } from './name-field.tsx';

const NO_ERRORS = { name: '', email: '', password: '' };

/** Sign-up by e-mail and password. The account exists once the OTP sent by e-mail is verified (S7-PROFILE-08). */
export function MailSignUpForm({ referral, canBeExpert }: { referral: string; canBeExpert: boolean }) {
  const session = useSessionApi();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [expert, setExpert] = useState(false);
  const [error, setError] = useState(NO_ERRORS);
  const fields = { name: useRef<HTMLInputElement>(null), email: useRef<HTMLInputElement>(null), password: useRef<HTMLInputElement>(null) };
  const { busy, unanswered, submit } = useSubmission(createUser, {
    done: (step) => handOverOtp(session, step, { name: 'verifyOtp' }),
    refused: () => fields.email.current?.focus(),
  });

  function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const wrong = {
      name: validateRequired(name),
      email: validateRequired(email) || (isEmail(email.trim()) ? '' : validateUsername('?')),
      password: validatePassword(password),
    };
    setError(wrong);
    const first = (['name', 'email', 'password'] as const).find((field) => wrong[field]);
    if (first) fields[first].current?.focus();
    else {
      const profession = expert && canBeExpert ? 'MARKET_EXPERT' : 'RETAIL_INVESTOR';
      submit({ body: { full_name: name.trim(), email: email.trim(), password, profession, referral_code: referral } });
    }
  }

  return (
    <form css={formCss} onSubmit={send} noValidate aria-label="Sign up with e-mail">
      <NameField ref={fields.name} value={name} readOnly={busy} error={error.name} onChange={(event) => setName(event.target.value)} />
      <TextField
        ref={fields.email}
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        value={email}
        readOnly={busy}
        hint={SIGN_IN_WORDS.mailHint}
        error={error.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <NewPasswordField
        ref={fields.password}
        label="Password"
        name="password"
        value={password}
        readOnly={busy}
        error={error.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <AcceptedTerms />
      {canBeExpert && <Checkbox label={SIGN_IN_WORDS.expert} checked={expert} onChange={(event) => setExpert(event.target.checked)} />}
      <Unanswered when={unanswered} />
      <Button type="submit" kind="primary" busy={busy}>
        {SIGN_IN_WORDS.generateOtp}
      </Button>
    </form>
  );
}
