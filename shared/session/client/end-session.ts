import { type Core, OOPS } from '../core/core.ts';
import { keepDrafts } from '../kept-drafts.ts';
import { loginPath } from '../partner-login.ts';

/** Where a profile of the Paytm app says it comes from (S8-ERR-O02). */
const PAYTM_SOURCE = 'paytm';

/** Why a session is over: where the user goes, and what they read there. */
export interface Ending {
  /** What the server's `redirect` said: a path is followed, anything else means the login. */
  redirect?: unknown;
  message: string;
}

/** The server or the clock ended the session: clear, keep the message and the drafts, load the page to go to (S8-ERR-03…12). */
export function endSession(core: Core, { redirect, message }: Ending): void {
  const { browser } = core;
  const profile = core.profile();
  const { environment } = core.page();
  const paytm = profile?.source === PAYTM_SOURCE || profile?.utm_source === PAYTM_SOURCE;
  if (profile?.id) keepDrafts(profile.id);
  core.clear();
  browser.keepNotice({ kind: 'error', title: OOPS, text: message, ms: 3000 });
  const login = loginPath(environment);
  if (paytm) browser.back(login);
  else browser.go(environment?.byPassLogin || !isPath(redirect) ? login : redirect);
}

/** A path inside the app; `//host` would leave it. */
const isPath = (redirect: unknown): redirect is string => typeof redirect === 'string' && /^\/(?!\/)/.test(redirect);
