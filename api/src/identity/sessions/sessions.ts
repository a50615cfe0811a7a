import { randomBytes } from 'node:crypto';
import type { TokenData } from '@vimarsh/shared/contract/answer.ts';
import { type Caller, Fail, type Platform } from '../../platform/platform.ts';
import type { Push } from '../../push/index.ts';
import type { IdentityDb } from '../accounts/account.store.ts';
import type { Callers } from '../accounts/callers.ts';
import { after, type Clock, HOUR, MINUTE } from '../clock.ts';
import type { SessionRow } from '../identity.tables.ts';
import type { AccessTokens } from './access-token.ts';
import type { Device } from './device-cookie.ts';
import { judgePresented, readRefreshToken, refreshToken } from './refresh-token.ts';
import type { Revocations } from './revocations.ts';
import { advanceSession, endSessions, insertSession, openSessionsOf, readSession } from './session.store.ts';

/** How long a session lives without a refresh, and at most. */
const USER_LIFE = { idle: 8 * HOUR, whole: 24 * HOUR };
const ADMIN_LIFE = { idle: 30 * MINUTE, whole: 12 * HOUR };

/** The `aud` of tokens of one site. */
export const sessionAudience = (partner_key: string): string => partner_key || 'main';

export interface SessionOpening {
  user_id: string;
  is_admin: boolean;
  partner_key: string;
  device: Device;
  userAgent: string;
  ip: string;
}

export interface Sessions {
  open(tx: IdentityDb, opening: SessionOpening): Promise<TokenData>;
  /**
   * The next pair for a refresh token on the device it was made for. Fails with SESSION_ENDED, and with TOKEN_REUSED
   * after ending the session when the token was spent before, wherever it comes from.
   */
  refresh(token: string, device: Device | null, partner_key: string): Promise<TokenData>;
  /** Ends a user's sessions, all but `keep` or that one which is `only` meant, with the change that is the reason for it. `announce` what comes back after the commit. */
  endAllOf(tx: IdentityDb, user_id: string, reason: string, by: { partner_key: string; ip: string; keep?: string; only?: string }): Promise<string[]>;
  /** Makes this and every other node and socket forget ended sessions. */
  announce(ended: readonly string[], reason: string): void;
  /** Ends the sessions behind a bearer and a refresh token, or all of that user; says how many. */
  signOut(by: { caller: Caller | null; token: string; device: Device | null; partner_key: string; everywhere: boolean; ip: string }): Promise<number>;
}

interface Parts {
  platform: Platform;
  clock: Clock;
  accessTokens: AccessTokens;
  refreshKey: Buffer;
  revocations: Revocations;
  callers: Callers;
  push: Push;
}

export function createSessions({ platform, clock, accessTokens, refreshKey, revocations, callers, push }: Parts): Sessions {
  const db: IdentityDb = platform.db;

  function pairOf(session: SessionRow): TokenData {
    const { id, user_id, partner_key, counter, idle_until } = session;
    return {
      access_token: accessTokens.issue({ aud: sessionAudience(partner_key), sub: user_id, sid: id }),
      refresh_token: refreshToken(refreshKey, { session_id: id, counter }),
      expire_in: Math.floor((idle_until.getTime() - clock().getTime()) / 1000),
    };
  }

  interface By {
    actor: string;
    partner_key: string;
    ip: string;
  }
  async function endIn(tx: IdentityDb, ids: readonly string[], reason: string, by: By): Promise<string[]> {
    const gone = await endSessions(tx, ids, reason, clock());
    await push.sessionsEnded(tx, gone);
    for (const session_id of gone) await platform.audit.write(tx, { action: 'session.end', object: session_id, result: 'done', session_id, ...by });
    return gone;
  }

  function announce(ended: readonly string[], reason: string): void {
    revocations.add(ended);
    for (const id of ended) platform.realtime.endSession(id, reason);
  }

  async function end(ids: readonly string[], reason: string, by: By): Promise<number> {
    const ended = await platform.transaction((tx) => endIn(tx, ids, reason, by));
    announce(ended, reason);
    return ended.length;
  }

  /** The open session of a genuine token. `atHome`: on its own site and in the browser that it was made for. */
  async function sessionOf(
    token: string,
    device: Device | null,
    partner_key: string,
  ): Promise<{ session: SessionRow; counter: number; atHome: boolean } | null> {
    const claims = readRefreshToken(refreshKey, token);
    const session = claims && (await readSession(db, claims.session_id));
    if (!session || session.ended_at) return null;
    return { session, counter: claims.counter, atHome: session.partner_key === partner_key && session.device_hash === device?.hash };
  }

  return {
    async open(tx, { user_id, is_admin, partner_key, device, userAgent, ip }) {
      const now = clock();
      const life = is_admin ? ADMIN_LIFE : USER_LIFE;
      const session = await insertSession(tx, {
        id: randomBytes(16).toString('base64url'),
        user_id,
        partner_key,
        device_hash: device.hash,
        created_at: now,
        idle_until: after(now, life.idle),
        ends_at: after(now, life.whole),
        user_agent: userAgent.slice(0, 300),
        ip,
      });
      await platform.audit.write(tx, { actor: user_id, action: 'session.open', object: session.id, result: 'done', partner_key, session_id: session.id, ip });
      return pairOf(session);
    },

    async refresh(token, device, partner_key) {
      const found = await sessionOf(token, device, partner_key);
      if (!found) throw new Fail('SESSION_ENDED');
      let { session } = found;
      const now = clock();
      const standing = await callers.of(session.user_id);
      if (!standing || session.idle_until <= now || session.ends_at <= now) throw new Fail('SESSION_ENDED');

      const presented = judgePresented(found.counter, session, now);
      // Nobody signs others out by guessing: the token is genuine. A spent one that comes from elsewhere was taken, and nobody else had it to lose.
      if (!found.atHome && presented === 'current') throw new Fail('SESSION_ENDED');
      if (found.atHome && presented === 'current') {
        const idle = after(now, (standing.is_admin ? ADMIN_LIFE : USER_LIFE).idle);
        const idle_until = idle < session.ends_at ? idle : session.ends_at;
        const advanced = await advanceSession(db, { id: session.id, counter: session.counter, now, idle_until });
        if (advanced) return pairOf(advanced);
        // Another tab was quicker, or the session just ended.
        const latest = await readSession(db, session.id);
        if (!latest || latest.ended_at) throw new Fail('SESSION_ENDED');
        session = latest;
      }
      if (found.atHome && judgePresented(found.counter, session, now) === 'behind') return pairOf(session);
      await end([session.id], 'token_reused', { actor: session.user_id, partner_key, ip: '' });
      throw new Fail('TOKEN_REUSED');
    },

    async endAllOf(tx, user_id, reason, { partner_key, ip, keep, only }) {
      const open = await openSessionsOf(tx, user_id);
      if (only === undefined) await push.allSessionsEnded(tx, user_id, keep);
      return endIn(
        tx,
        open.filter((id) => id !== keep && (only === undefined || id === only)),
        reason,
        { actor: user_id, partner_key, ip },
      );
    },
    announce,

    async signOut({ caller, token, device, partner_key, everywhere, ip }) {
      const presented = await sessionOf(token, device, partner_key);
      const found = presented?.atHome ? presented : null;
      const user_id = caller?.user_id ?? found?.session.user_id;
      if (user_id === undefined) return 0;
      const named = [caller?.session_id, found?.session.user_id === user_id ? found.session.id : undefined];
      const by = { actor: user_id, partner_key, ip };
      if (!everywhere)
        return end(
          named.filter((id) => id !== undefined),
          'signed_out',
          by,
        );
      const ended = await platform.transaction(async (tx: IdentityDb) => {
        await push.allSessionsEnded(tx, user_id);
        return endIn(tx, await openSessionsOf(tx, user_id), 'signed_out_everywhere', by);
      });
      announce(ended, 'signed_out_everywhere');
      return ended.length;
    },
  };
}
