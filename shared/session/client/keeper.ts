import { createActor, fromPromise, waitFor } from 'xstate';
import { clockBehind } from '../clock-behind.ts';
import { type Core, PLEASE_LOGIN } from '../core/core.ts';
import { KEYS } from '../core/storage.ts';
import { endSession } from './end-session.ts';
import { type RenewalOutcome, sessionMachine } from './session.machine.ts';
import { isNearEnd, tokenLife } from './tokens.ts';

/** How long one try may take, and how long another tab's try is waited for, ms. Never the 5 minutes of other calls. */
export const REFRESH_TIMEOUT = 15_000;

/** A spent refresh token is remembered so long; storage never takes that long to reach another tab, ms. */
const SPENT_MS = 5000;

/** A token without its secret. */
const spent = (refreshToken: string): string => `auth-spent-${refreshToken.slice(0, refreshToken.lastIndexOf('.'))}`;

export interface Keeper {
  /** Storage has other tokens than before, from here or from another tab. */
  tokensChanged(): void;
  /**
   * Before a call: renews the stored token if its life is over or nearly so. All calls of that moment wait for the same try.
   * After a try that failed, calls no longer wait; the machine goes on by itself.
   */
  renewDue(): Promise<RenewalOutcome | 'fresh'>;
  /** A call was refused with this token: renew it, unless that has happened already. */
  renew(refused: string): Promise<RenewalOutcome>;
}

/**
 * Runs the session machine. One refresh at a time over all tabs: inside the lock storage is read again, and a token that
 * is no longer the refused one was renewed by another tab meanwhile. Browsers keep storage per process and may show a tab
 * its old content for a moment after it got the lock, so spent tokens are marked, too.
 */
export function createKeeper(core: Core, trade: (refreshToken: string) => Promise<RenewalOutcome>): Keeper {
  const { store, browser } = core;
  const behind = clockBehind(core.page().first);
  /** The token whose life the machine counts. Storage may hold a newer one already, of which the word is still on its way. */
  let counted = '';
  const refresh = async (): Promise<RenewalOutcome> => {
    const before = counted;
    const outcome = await browser.lock('auth-refresh', REFRESH_TIMEOUT + 5000, async (): Promise<RenewalOutcome> => {
      if (store.read(KEYS.token) !== before) return store.read(KEYS.token) ? 'renewed' : 'later';
      const refreshToken = store.read(KEYS.refreshToken);
      if (!refreshToken) return 'ended';
      // The tab that held the lock before has traded this token, but its words have not reached our storage yet.
      if (await browser.marked(spent(refreshToken))) return (await arrives(before)) ? 'renewed' : 'later';
      const traded = await trade(refreshToken);
      if (traded === 'renewed') await browser.mark(spent(refreshToken), SPENT_MS);
      return traded;
    });
    // Whoever renewed them, the machine learns of the new tokens before it goes on.
    if (outcome === 'renewed') tokensChanged();
    return outcome;
  };
  /** Storage has another token than this one, within the time that may take. */
  async function arrives(before: string): Promise<boolean> {
    for (let waited = 0; waited < SPENT_MS && store.read(KEYS.token) === before; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
    return ![before, ''].includes(store.read(KEYS.token));
  }
  const actor = createActor(sessionMachine.provide({ actors: { refresh: fromPromise(refresh) }, guards: { watched: () => browser.visible() } })).start();

  const tokensChanged = (): void => {
    const token = store.read(KEYS.token);
    counted = token;
    actor.send(token ? { type: 'TOKENS', ...tokenLife(token, Date.now(), behind) } : { type: 'SIGNED_OUT' });
  };
  core.onCleared(() => actor.send({ type: 'SIGNED_OUT' }));
  browser.onWake(() => actor.send({ type: 'WAKE' }));
  actor.subscribe((state) => {
    if (state.matches('ended')) endSession(core, { message: PLEASE_LOGIN });
  });
  tokensChanged();

  async function renew(refused: string): Promise<RenewalOutcome> {
    if (store.read(KEYS.token) !== refused) return store.read(KEYS.token) ? 'renewed' : 'ended';
    if (refused !== counted) tokensChanged();
    actor.send({ type: 'STALE' });
    await waitFor(actor, (state) => !state.matches('refreshing'));
    const now = store.read(KEYS.token);
    if (!now) return 'ended';
    return now === refused ? 'later' : 'renewed';
  }
  return {
    tokensChanged,
    async renewDue() {
      const token = store.read(KEYS.token);
      if (!token) return 'fresh';
      if (token !== counted) tokensChanged();
      // The machine knows of a token that was renewed here since when it lives, even where this clock is wrong.
      const { context } = actor.getSnapshot();
      return context.failures > 0 || !isNearEnd(context) ? 'fresh' : renew(token);
    },
    renew,
  };
}
