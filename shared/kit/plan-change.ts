import type { Session } from '@vimarsh/shared/session';
import { useEffect, useRef } from 'react';

/** Runs when the plan of who is signed in changes, or what it waits for: what it opens is read again in every tab, without a new sign-in. */
export function usePlanChange(session: Pick<Session, 'snapshot' | 'subscribe'>, run: () => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const read = (): [user: string | undefined, plan: string] => {
      const { user, plan } = session.snapshot();
      return [user?.id, JSON.stringify(plan)];
    };
    let [user, plan] = read();
    return session.subscribe(() => {
      const before = [user, plan];
      [user, plan] = read();
      // Of somebody else everything is asked anew already.
      if (user !== undefined && user === before[0] && plan !== before[1]) latest.current();
    });
  }, [session]);
}
