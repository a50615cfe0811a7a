import { css } from '@emotion/react';
import { authOption, brokerList } from '@vimarsh/shared/contract/partners.contract.ts';
import { isOwnCredentials } from '@vimarsh/shared/domain/brokers.ts';
import { useQuery } from '@vimarsh/shared/kit/query.ts';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/session/after-login.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { BrandColumn } from '../brand/brand-column.tsx';
import { DEFAULT_COUNTRY } from './country-field.tsx';
import type { Who } from './form.types.ts';
import type { Setting } from './login.api.ts';
import { readLoginQuery } from './login-query.ts';
import { SignInForm } from './sign-in.form.tsx';
import { SignUpForm } from './sign-up.form.tsx';
import { WORDS } from './words.ts';

const toggleCss = css`
  justify-self: start;
  min-height: 44px;
  padding: 0;
  border: 0;
  background: none;
  color: var(--accent);
  font: inherit;
  font-weight: 500;
  text-decoration: underline;
  cursor: pointer;
`;

/** The login screen: sign-in and sign-up, one field first, under the brand of the host. */
export function Page() {
  const session = useSession();
  const { environment, brand } = session;
  const { query } = usePath();
  const asked = useMemo(() => readLoginQuery(query), [query]);
  const canSignUp = useSignUpAllowed();
  const [wanted, setWanted] = useState<'sign-in' | 'sign-up'>(asked.signUp ? 'sign-up' : 'sign-in');
  const form = canSignUp ? wanted : 'sign-in';
  const [who, setWho] = useState<Who>({ username: '', country: DEFAULT_COUNTRY });
  const brokerId = environment?.brokerId ?? null;
  const setting: Setting = useMemo(() => ({ referral: asked.referral, brokerId }), [asked.referral, brokerId]);
  const canReset = Object.values(session.page().releases.modules).some(({ manifest }) => manifest.routes.some(({ path }) => path === '/forgot-password'));

  const heading = useRef<HTMLHeadingElement>(null);
  const switchTo = (to: 'sign-in' | 'sign-up') => {
    setWanted(to);
    // An e-mail is no mobile number; a number stays (S4-SWITCH-A02).
    if (to === 'sign-up' && !/^\d*$/.test(who.username.trim())) setWho({ ...who, username: '' });
    heading.current?.focus();
  };

  const leaving = useRef(false);
  const signedIn = (answer: LoginAnswer, how: 'password' | 'otp') => {
    leaving.current = true;
    const { to } = session.adopt(answer, how, { widgetAccess: asked.widgetAccess, signUp: form === 'sign-up' });
    session.notify({ kind: 'success', title: 'Success', text: `Welcome to ${brand}`, ms: 1500 });
    navigate(to, { replace: true });
  };
  useEffect(() => {
    // Signed in by another tab meanwhile.
    if (session.signedIn && !leaving.current) navigate(HOME_WHEN_SIGNED_IN, { replace: true });
  }, [session.signedIn]);

  const forms = { who, onWho: setWho, setting, onSignedIn: signedIn, onSwitch: switchTo };
  return (
    <BrandColumn title={form === 'sign-up' ? 'Sign up' : 'Log in'} heading={heading}>
      {form === 'sign-up' ? (
        <SignUpForm {...forms} canBeExpert={!isOwnCredentials(brokerId ?? 0)} />
      ) : (
        <SignInForm {...forms} canSignUp={canSignUp} canReset={canReset} />
      )}
      {canSignUp && (
        <button type="button" css={toggleCss} onClick={() => switchTo(form === 'sign-up' ? 'sign-in' : 'sign-up')}>
          {form === 'sign-up' ? WORDS.toSignIn : WORDS.toSignUp}
        </button>
      )}
    </BrandColumn>
  );
}

/** `auth_option.sign_up` of this site. Open while unknown: the server has the last word. */
function useSignUpAllowed(): boolean {
  const { answer } = useQuery(brokerList);
  const option = authOption.safeParse(answer?.extras.auth_option);
  return option.success ? option.data.sign_up : true;
}
