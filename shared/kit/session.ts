import { connect, type Session, type Snapshot } from '@vimarsh/shared/session';
import { createContext, useContext, useMemo, useSyncExternalStore } from 'react';

/** Set only by tests and stories. By default the page's one session is used. */
export const SessionContext = createContext<Session | null>(null);

/** The session's methods; never re-renders. */
export function useSessionApi(): Session {
  const provided = useContext(SessionContext);
  return provided ?? connect({ wants: 2 });
}

/** The session's state and methods in one object; re-renders when the state changes. */
export function useSession(): Snapshot & Session {
  const session = useSessionApi();
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  return useMemo(() => ({ ...session, ...snapshot }), [session, snapshot]);
}
