import { isOwnCredentials } from '@vimarsh/shared/domain/partners/brokers.ts';
import { loginMode } from '@vimarsh/shared/domain/partners/login-mode.ts';
import { partnerFormOf } from '@vimarsh/shared/domain/partners/partner-form.ts';
import { FORGOT_PASSWORD } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import type { LoginAnswer } from '@vimarsh/shared/session';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { useMachine } from '@xstate/react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { BrandColumn } from '../brand/brand-column.tsx';
import { hasScreen } from '../brand/has-screen.ts';
import { BrokerLoginForm } from './brokers/broker-login.form.tsx';
import type { Return } from './brokers/broker-return.machine.ts';
import { BrokerReturn } from './brokers/broker-return.tsx';
import type { Who } from './form.types.ts';
import { GoogleButton } from './google/google-button.tsx';
import { GoogleReturn } from './google/google-return.tsx';
import { keptReferral } from './google/kept-referral.ts';
import { HybridDialog } from './hybrid/hybrid.dialog.tsx';
import type { Setting } from './login.api.ts';
import { loginFormMachine } from './login-form.machine.ts';
import { LoginNotes } from './login-notes.tsx';
import { type LoginQuery, readLoginQuery } from './login-query.ts';
import { LoginType } from './login-type.tsx';
import { countryNamed } from './otp/country-field.tsx';
import { keptOtp } from './otp/kept-otp.ts';
import { PartnerLoginForm } from './partner/partner-login.form.tsx';
import { SignInForm } from './sign-in/sign-in.form.tsx';
import { MailSignUpForm } from './sign-up/mail-sign-up.form.tsx';
import { SignUpForm } from './sign-up/sign-up.form.tsx';
import { noticeCss, TermsNotice } from './sign-up/terms-notice.tsx';
import { toggleCss } from './toggle.css.ts';
import { useLoginOffer } from './use-login-offer.ts';
import { type How, useSignedIn } from './use-signed-in.ts';
import { SIGN_IN_WORDS } from './words.ts';

/** Few come with a code, and whoever does signs up without the note too. */
const ReferralNote = part<{ code: string }>({
  what: 'What the code gives',
  load: () => import('./sign-up/referral-note.tsx').then((note) => note.ReferralNote),
  placeholder: <Skeleton height={40} />,
});

/** The login screen: it first deals with what the address carries, then shows the form of this site. */
export function LoginScreen({ inApp = false }: { inApp?: boolean }) {
  const session = useSession();
  const { query } = usePath();
  // Read once on arrival: a broker's token is removed from the address at once, before anything else can read it.
  const [loginQuery, setLoginQuery] = useState(() => readLoginQuery(query, location.href));
  const [arrival, setArrival] = useState(() => arrivalOf(loginQuery, session));
  const [google, setGoogle] = useState(loginQuery.google);
  useEffect(() => {
    if (loginQuery.handed || loginQuery.google || loginQuery.cancelled || loginQuery.brokerId !== null) history.replaceState(null, '', location.pathname);
  }, [loginQuery]);
  const { environment } = session;
  const signedIn = useSignedIn({ busy: arrival !== null });
  // A hybrid site asks about a trading account first, unless the partner's app has settled that or the user just came back.
  const [hybrid, setHybrid] = useState<'asking' | 'skipped' | 'closed'>(() =>
    loginMode(environment) === 'hybrid' && !loginQuery.integrated && !loginQuery.cancelled && loginQuery.brokerId === null ? 'asking' : 'closed',
  );
  const finish = (answer: LoginAnswer, how: How, signUp = false) =>
    signedIn(answer, how, { widgetAccess: loginQuery.widgetAccess ?? (hybrid === 'skipped' ? 'Locked' : null), signUp });

  if (arrival) {
    const moved = (to: string) => {
      const url = new URL(to, location.href);
      const next = { ...readLoginQuery(url.searchParams, url.href), sio: false };
      setLoginQuery(next);
      setArrival(arrivalOf(next, session));
    };
    return (
      <BrandColumn title="Log in">
        <BrokerReturn
          key={arrival.url}
          arrival={arrival}
          onSignedIn={(answer) => finish(answer, 'broker')}
          onMoved={moved}
          onRefused={() => (inApp ? history.back() : setArrival(null))}
        />
      </BrandColumn>
    );
  }
  if (google) {
    return (
      <BrandColumn title="Log in">
        <GoogleReturn
          url={google}
          setting={{ referral: keptReferral(), brokerId: environment?.brokerId ?? null }}
          onSignedIn={(answer) => finish(answer, 'social')}
          onRefused={() => setGoogle(null)}
        />
      </BrandColumn>
    );
  }
  const form = partnerFormOf(environment);
  if (environment && form) {
    return (
      <BrandColumn title={`Log in with ${environment.utm_source}`}>
        <LoginNotes />
        <PartnerLoginForm environment={environment} form={form} onSignedIn={(answer) => finish(answer, 'broker')} />
      </BrandColumn>
    );
  }
  return (
    <>
      <LoginForms asked={loginQuery} onSignedIn={finish} inApp={inApp} />
      {environment && loginMode(environment) === 'hybrid' && (
        <HybridDialog brokerId={environment.brokerId} open={hybrid === 'asking'} onSkip={() => setHybrid('skipped')} onClose={() => setHybrid('closed')} />
      )}
    </>
  );
}

interface FormsProps {
  asked: LoginQuery;
  onSignedIn: (answer: LoginAnswer, how: How, signUp?: boolean) => void;
  inApp: boolean;
}

/** Sign-in, sign-up and broker login, where this site offers them. */
function LoginForms({ asked, onSignedIn, inApp }: FormsProps) {
  const session = useSession();
  const { offer, google, brokers, retry } = useLoginOffer();
  // Who reloads after an OTP was sent goes on where it is asked for.
  const [kept] = useState(() => keptOtp());
  const [state, send] = useMachine(loginFormMachine, { input: { wantsSignUp: asked.signUp || (kept?.purpose === 'SIGN_UP' && !kept.left) } });
  useEffect(() => {
    if (offer) send({ type: 'OFFER', offer });
  }, [offer, send]);
  const [who, setWho] = useState<Who>({ username: kept?.mobile ?? '', country: countryNamed(kept?.country) });
  const brokerId = session.environment?.brokerId ?? null;
  const setting: Setting = useMemo(() => ({ referral: asked.referral, brokerId }), [asked.referral, brokerId]);
  const canReset = hasScreen(session.page().releases, FORGOT_PASSWORD);

  const heading = useRef<HTMLHeadingElement>(null);
  const switchTo = (to: 'sign-in' | 'sign-up') => {
    send({ type: to === 'sign-up' ? 'SIGN_UP' : 'SIGN_IN' });
    // Sign-up needs a mobile number: a typed number is kept, an e-mail is not (S4-SWITCH-A02).
    if (to === 'sign-up' && !/^\d*$/.test(who.username.trim())) setWho({ ...who, username: '' });
    heading.current?.focus();
  };
  const [byMail, setByMail] = useState(false);
  const canBeExpert = !isOwnCredentials(brokerId ?? 0);
  const signUp = state.matches('signUp');
  const broker = state.matches('brokerLogin');
  const forms = { who, onWho: setWho, setting, onSwitch: switchTo, onSignedIn: (answer: LoginAnswer, how: How) => onSignedIn(answer, how, signUp) };
  // The login with the broker named in the address starts at once, unless the user just came back from it.
  const begin = asked.brokerId !== null && !asked.handed && !asked.cancelled && brokers?.some(({ id }) => id === asked.brokerId) ? asked.brokerId : null;
  useEffect(() => {
    if (begin !== null) send({ type: 'BROKER' });
  }, [begin, send]);

  return (
    <BrandColumn title={signUp ? 'Sign up' : 'Log in'} heading={heading} wide={broker && (brokers?.length ?? 0) > 3} whole={brokers !== undefined}>
      <LoginNotes signUp={signUp} />
      {signUp && asked.referral !== '' && <ReferralNote code={asked.referral} />}
      {brokers === undefined && <Skeleton height={48} />}
      {offer?.credentials && offer.brokers && (
        <LoginType
          broker={broker}
          onChoose={(toBroker) => {
            send({ type: toBroker ? 'BROKER' : 'SIGN_IN' });
          }}
        />
      )}
      {signUp && (byMail ? <MailSignUpForm referral={asked.referral} canBeExpert={canBeExpert} /> : <SignUpForm {...forms} canBeExpert={canBeExpert} />)}
      {signUp && (
        <button type="button" css={toggleCss} onClick={() => setByMail(!byMail)}>
          {byMail ? SIGN_IN_WORDS.byMobile : SIGN_IN_WORDS.byMail}
        </button>
      )}
      {broker && <BrokerLoginForm brokers={brokers} onRetry={retry} begin={begin} />}
      {!signUp && !broker && <SignInForm {...forms} canSignUp={state.context.signUp} canReset={canReset} />}
      {google && !broker && <GoogleButton referral={asked.referral} />}
      {!signUp && (broker || google) && (
        <p css={noticeCss}>
          <TermsNotice />
        </p>
      )}
      {/* Below what the site's offer may still put above it: a button that moves while it is pressed is missed. */}
      {brokers !== undefined && state.context.signUp && !broker && (
        <button type="button" css={toggleCss} onClick={() => switchTo(signUp ? 'sign-in' : 'sign-up')}>
          {signUp ? SIGN_IN_WORDS.toSignIn : SIGN_IN_WORDS.toSignUp}
        </button>
      )}
      {inApp && (
        <button type="button" css={toggleCss} onClick={() => history.back()}>
          {SIGN_IN_WORDS.backToApp}
        </button>
      )}
    </BrandColumn>
  );
}

/** The return from a broker's page, with its broker: named in the address, of this host, or chosen earlier (S7-BROKER-A02). */
function arrivalOf({ handed, sio, brokerId }: LoginQuery, { environment, selectedBroker }: ReturnType<typeof useSession>): Return | null {
  if (!handed && !sio) return null;
  return { brokerId: brokerId ?? environment?.brokerId ?? selectedBroker ?? 0, handed, sio, url: handed?.url ?? location.href };
}
