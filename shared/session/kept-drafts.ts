/** Told to the page's forms before a session that ends by itself is cleared. A form that somebody fills calls `preventDefault`. */
export const SESSION_ENDS = 'vimarsh:session-ends';

/** In the tab's own storage: what the device keeps is emptied (S8-ERR-05, S8-ERR-10), and a closed tab leaves nothing behind. */
const KEPT = 'vimarsh-kept-drafts';

/** Keeps this user's drafts, and the address where a form is open, until somebody signs in. Their keys end with the user's id (`kit/drafts.ts`). */
export function keepDrafts(who: string): void {
  const typing = !dispatchEvent(new Event(SESSION_ENDS, { cancelable: true }));
  try {
    const drafts = Object.entries(localStorage).filter(([key]) => key.startsWith('vimarsh.') && key.endsWith(`.${who}`));
    const route = typing ? location.pathname + location.search : '';
    if (route || drafts.length > 0) sessionStorage.setItem(KEPT, JSON.stringify({ who, route, drafts }));
  } catch {
    // A browser that blocks storage had no drafts, and one without room keeps none.
  }
}

/** Gives this user's drafts back to storage and removes anybody else's. Answers the address of the form that was open, or ''. */
export function handBackDrafts(who: string): string {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
    sessionStorage.removeItem(KEPT);
    if (kept.who !== who) return '';
    for (const [key, draft] of kept.drafts) if (localStorage.getItem(key) === null) localStorage.setItem(key, draft);
    return kept.route;
  } catch {
    return '';
  }
}
