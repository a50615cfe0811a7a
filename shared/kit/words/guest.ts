import type { Session } from '@vimarsh/shared/session';
import type { PageData } from '../../contract/page/types.ts';
import { userTypeOf } from '../../domain/access/user-type.ts';
import { DEFAULT_MARKET_TYPE } from '../../domain/market/market-types.ts';

const none = () => () => undefined;

/**
 * A visitor's session on a page that is drawn on the server. The server does not know who asks for a page, and what it draws may be
 * kept by whatever stands between: nobody is ever signed in here. It sends nothing and hears nothing.
 */
export function guestSession(page: PageData): Session {
  const snapshot: ReturnType<Session['snapshot']> = Object.freeze({
    signedIn: false,
    user: null,
    roles: [],
    plan: null,
    publisherPlan: null,
    environment: page.environment,
    brand: page.brand,
    userType: userTypeOf(page.environment),
    marketType: DEFAULT_MARKET_TYPE,
    chatAvailable: false,
    selectedBroker: null,
  });
  const session: Pick<Session, 'snapshot' | 'subscribe' | 'page' | 'listen' | 'on' | 'emit' | 'notify'> = {
    snapshot: () => snapshot,
    subscribe: none,
    page: () => page,
    listen: none,
    on: none,
    emit: () => false,
    notify: () => undefined,
  };
  // Everything else of a session is done in effects and by presses, of which a drawing has none.
  return session as Session;
}
