import { endSessions, listSessions } from '@vimarsh/shared/contract/account/routes.ts';
import { plainAddress } from '../../platform/address.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Db } from './account.store.ts';

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** A device in people's words; what is not recognised is not guessed. */
export function deviceName(userAgent: string): string {
  const first = (names: readonly [RegExp, string][]) => names.find(([shape]) => shape.test(userAgent))?.[1];
  const [browser, system] = [first(BROWSERS), first(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? 'Unknown device');
}

/** Where one is signed in, and ending it: only ever one's own sessions. */
export function deviceRoutes({ platform, sessions }: { platform: Platform; sessions: Sessions }): void {
  const db = platform.db as Db;

  platform.on(listSessions, async (_input, { caller }) => {
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'ip', 'created_at', 'rotated_at'])
      .where('user_id', '=', caller!.user_id)
      .where('ended_at', 'is', null)
      .orderBy('rotated_at', 'desc')
      .limit(100)
      .execute();
    return {
      sessions: rows.map(({ id, user_agent, ip, created_at, rotated_at }) => ({
        id,
        device: deviceName(user_agent),
        ip: plainAddress(ip),
        created_at: created_at.toISOString(),
        last_used_at: rotated_at.toISOString(),
        current: id === caller!.session_id,
      })),
    };
  });

  platform.on(endSessions, async ({ body: { session_id } }, { caller, ip }) => {
    const { user_id, partner_key, session_id: own } = caller!;
    const ended = await platform.transaction((tx) =>
      sessions.endAllOf(tx as Db, user_id, 'ended_by_owner', { partner_key, ip, keep: own, ...(session_id !== undefined && { only: session_id }) }),
    );
    sessions.announce(ended, 'ended_by_owner');
    return { ended: ended.length };
  });
}
