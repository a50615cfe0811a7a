import { forgotPasswordOtp } from '@vimarsh/shared/contract/account/routes.ts';
import { isPhoneLike, readMobile } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { validateMobile, validateUsername } from '@vimarsh/shared/domain/people/validation.ts';
import { LOGIN as LOGIN_PAGE } from '@vimarsh/shared/domain/routing/places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useRef, useState } from 'react';
import { BrandColumn } from '../brand/brand-column.tsx';
import { formCss } from '../login/form.css.ts';
import { CountryField, DEFAULT_COUNTRY } from '../login/otp/country-field.tsx';
import { Unanswered } from '../login/unanswered.tsx';
import { SIGN_IN_WORDS as LOGIN } from '../login/words.ts';
import { handOverOtp } from './handover.ts';
import { useSubmission } from './use-submission.ts';
import { PASSWORD_WORDS } from './words.ts';

/** Asks whose password is forgotten. The answer is the same for everyone, so this screen can't reveal who has an account. */
export function Page() {
  const session = useSessionApi();
  const [username, setUsername] = useState('');
  const [country, setCountry] = useState(DEFAULT_COUNTRY);
  const [error, setError] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isNumber = isPhoneLike(username);
  const { busy, unanswered, submit } = useSubmission(forgotPasswordOtp, {
    done: (step) => handOverOtp(session, step, { name: 'verifyOtp', key: 'FORGET_PASSWORD' }),
    refused: () => field.current?.focus(),
  });

  function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    const name = isNumber ? readMobile(username, country.country_code) : username.trim();
    const problem = isNumber ? validateMobile(name, country.country_code) : validateUsername(name);
    setError(problem);
    if (problem) field.current?.focus();
    else submit({ body: { username: name, ...(isNumber && { country_code: country.country_code }) } });
  }

  return (
    <BrandColumn title={PASSWORD_WORDS.forgot}>
      <form css={formCss} onSubmit={send} noValidate aria-label={PASSWORD_WORDS.forgot}>
        {isNumber && <CountryField country={country} disabled={busy} onChange={setCountry} />}
        <TextField
          ref={field}
          label="Mobile number or e-mail"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          hint={PASSWORD_WORDS.forgotHint}
          value={username}
          readOnly={busy}
          error={error}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Unanswered when={unanswered} />
        <Button type="submit" kind="primary" busy={busy}>
          {LOGIN.generateOtp}
        </Button>
      </form>
      <Link to={LOGIN_PAGE}>{PASSWORD_WORDS.backToLogin}</Link>
    </BrandColumn>
  );
}
