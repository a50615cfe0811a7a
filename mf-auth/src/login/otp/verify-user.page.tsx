import { readMobile } from '@vimarsh/shared/domain/people/typed-numbers.ts';
import { validateMobile, validateRequired, validateTypedOtp } from '@vimarsh/shared/domain/people/validation.ts';
import { LOGIN, SIGN_UP } from '@vimarsh/shared/domain/routing/places.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { type FormEvent, useMemo, useRef, useState } from 'react';
import { BrandColumn } from '../../brand/brand-column.tsx';
import { formCss } from '../form.css.ts';
import { formFor } from '../login.api.ts';
import { Unanswered } from '../unanswered.tsx';
import { useSignedIn } from '../use-signed-in.ts';
import { SIGN_IN_WORDS } from '../words.ts';
import { CountryField, countryNamed } from './country-field.tsx';
import { keptOtp } from './kept-otp.ts';
import { MobileField } from './mobile-field.tsx';
import { OtpFields } from './otp-fields.tsx';
import { useFocusWhenUnlocked, useOtp } from './use-otp.ts';

/**
 * The owner of a mobile number's account proves it here by OTP and is signed in. The specification gives only the address
 * (S2.2-PARAM-O02); links in our own and in partners' messages lead here.
 */
export function Page() {
  const session = useSession();
  const [kept] = useState(() => keptOtp('SIGN_IN'));
  const [country, setCountry] = useState(() => countryNamed(kept?.country));
  const [mobile, setMobile] = useState(kept?.mobile ?? '');
  const [error, setError] = useState({ mobile: '', otp: '' });
  const field = useRef<HTMLInputElement>(null);
  const signedIn = useSignedIn();
  const brokerId = session.environment?.brokerId ?? null;
  const setting = useMemo(() => ({ referral: '', brokerId }), [brokerId]);
  const otp = useOtp(
    'SIGN_IN',
    setting,
    {
      proven: (answer) => signedIn(answer, 'otp'),
      refused({ code, validation }) {
        if (code === 'UNREACHABLE') session.notify({ kind: 'error', title: 'Error', text: SIGN_IN_WORDS.badOtp, ms: 3000 });
        if (formFor(validation) === 'sign-up') navigate(SIGN_UP);
      },
    },
    kept,
  );
  const sent = otp.locked && otp.step !== 'sending';
  useFocusWhenUnlocked(otp.locked, field);

  function submit(event: FormEvent) {
    event.preventDefault();
    const number = readMobile(mobile, country.country_code);
    const problems = { mobile: validateRequired(number) || validateMobile(number, country.country_code), otp: sent ? validateTypedOtp(otp.otp) : '' };
    setError(problems);
    if (problems.mobile) field.current?.focus();
    if (problems.mobile || problems.otp) return;
    // The field shows the number that is used.
    setMobile(number);
    if (otp.step === 'notSent') otp.generate({ country_code: country.country_code, mobile: number }, country.name);
    else if (otp.step === 'sent') otp.verify();
  }

  return (
    <BrandColumn title="Verify that it is you">
      <form css={formCss} onSubmit={submit} noValidate aria-label="Verify that it is you">
        <CountryField country={country} disabled={otp.locked} onChange={setCountry} />
        <MobileField ref={field} value={mobile} disabled={otp.locked} error={error.mobile} onChange={(event) => setMobile(event.target.value)} />
        {sent && <OtpFields otp={otp} error={error.otp} sentTo={`${country.country_code} ${mobile.trim()}`} />}
        <Unanswered when={otp.unanswered} />
        <Button type="submit" kind="primary" busy={otp.step === 'sending' || otp.step === 'verifying'}>
          {sent ? SIGN_IN_WORDS.verifyOtp : SIGN_IN_WORDS.generateOtp}
        </Button>
      </form>
      <Link to={LOGIN}>Other ways to log in</Link>
    </BrandColumn>
  );
}
