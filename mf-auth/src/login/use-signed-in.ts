import { HOME_WHEN_SIGNED_IN, LOGIN } from '@vimarsh/shared/domain/routing/places.ts';
import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import type { AdoptOptions, LoginAnswer, Session } from '@vimarsh/shared/session';
import { useEffect, useRef } from 'react';
import { leaveFor } from './leave-for.ts';
import { SIGN_IN_WORDS } from './words.ts';

export type How = Parameters<Session['adopt']>[1];

/**
 * Every sign-in ends here: adopt the session, welcome for 1.5 s (S8-ERR-22, -23), go on. So does one from another tab, unless
 * this screen is `busy` with somebody who arrives.
 */
export function useSignedIn({ busy = false } = {}): (answer: LoginAnswer, how: How, options?: AdoptOptions) => void {
  const session = useSession();
  const leaving = useRef(false);
  useEffect(() => {
    if (session.signedIn && !busy && !leaving.current) navigate(HOME_WHEN_SIGNED_IN, { replace: true });
  }, [session.signedIn, busy]);
  return (answer, how, options) => {
    leaving.current = true;
    const replaces = session.signedIn && session.user?.id !== answer.extras.user_id;
    let to: string;
    try {
      ({ to } = session.adopt(answer, how, options));
    } catch {
      // A login is adopted whole or not at all: nothing was stored, and the login starts again.
      const text = 'The answer to the sign-in could not be read. Try again.';
      void session.signOut({ to: LOGIN, notice: { kind: 'error', title: SIGN_IN_WORDS.oops, text, ms: 3000 } });
      return;
    }
    // Nothing that was read for the person before is left to this one.
    if (replaces) return leaveFor(to);
    session.notify({ kind: 'success', title: 'Success', text: `Welcome to ${session.brand}`, ms: 1500 });
    navigate(to, { replace: true });
  };
}
