import { endSessions, listSessions } from '@vimarsh/shared/contract/account/routes.ts';
import { plainAddress } from '../../platform/http/address.ts';
import type { Platform } from '../../platform/platform.ts';
import { deviceName } from '../../platform/text/device-name.ts';
import type { Clock } from '../clock.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { IdentityDb } from './account.store.ts';

/** Where one is signed in, and ending it: only ever one's own sessions. */
export function deviceRoutes({ platform, clock, sessions }: { platform: Platform; clock: Clock; sessions: Sessions }): void {
  const db: IdentityDb = platform.db;

  platform.on(listSessions, async (_input, { caller }) => {
    const rows = await db
      .selectFrom('sessions')
      .select(['id', 'user_agent', 'ip', 'created_at', 'rotated_at'])
      .where('user_id', '=', caller!.user_id)
      .where('ended_at', 'is', null)
      // One that nobody used for too long is over, though nobody ended it.
      .where('idle_until', '>', clock())
      .where('ends_at', '>', clock())
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
      sessions.endAllOf(tx, user_id, 'ended_by_owner', { partner_key, ip, keep: own, ...(session_id !== undefined && { only: session_id }) }),
    );
    sessions.announce(ended, 'ended_by_owner');
    return { ended: ended.length };
  });
}
