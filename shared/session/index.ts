import type { MAJORS } from '../contract/majors.ts';
import { openBrowser } from './core/browser.ts';
import { createSession } from './core/session.ts';
import { openSessionStore } from './core/session-store.ts';
import type { Session } from './session.types.ts';

export type {
  AdoptOptions,
  Envelope,
  LocalCode,
  LoginAnswer,
  MarketType,
  RequestOptions,
  Session,
  SessionUser,
  SignOutOptions,
  Snapshot,
  ToastNotice,
} from './session.types.ts';

// Only the type is taken from the contract: its validators are not in the first bytes of a page.
const MAJOR: (typeof MAJORS)['session'] = 2;
let session: Session | null = null;

/** The one session of the page. Federated: every module gets the same instance, whoever built it and when. */
export function connect({ wants }: { wants: 2 }): Session {
  if (wants !== MAJOR) throw new Error(`This page’s session is version ${MAJOR}, the module wants ${wants}. Build the module against the live shared release.`);
  session ??= createSession(openBrowser(), openSessionStore());
  return session;
}
