import { isAdmin } from '@vimarsh/shared/domain/access/admin.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { isPanGiven } from '@vimarsh/shared/domain/money/kyc-gate.ts';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../platform/platform.ts';
import { type Clock, SECOND } from '../clock.ts';
import { expertStatus } from '../experts/expert-status.ts';
import { type Account, type IdentityDb, readAccount } from './account.store.ts';
import { runningPlans } from './plans.ts';

export type Standing = Omit<Caller, 'session_id'>;

/** Only a verified address of a direct user makes an admin (S5-SHOW-06, -07, -A03). */
export function isAdminAccount({ user }: Pick<Account, 'user'>, adminEmails: readonly string[]): boolean {
  return user.email_verified && isAdmin({ userType: user.partner_key === '' ? 'internal' : 'broker', email: user.email }, adminEmails);
}

type Standings = Pick<Account, 'user' | 'registration' | 'subscriptions'> & {
  readonly profile: Pick<Account['profile'], 'pan_card_number' | 'pan_card_status'>;
};

export function standingOf(account: Standings, adminEmails: readonly string[], now: Date): Standing {
  const { user, registration } = account;
  const { sub_plan_data, publisher_plan_data, chat_plan_data } = runningPlans(account.subscriptions, now, isPanGiven(account.profile));
  return {
    user_id: user.id,
    roles: user.roles,
    profession: user.profession,
    is_admin: isAdminAccount(account, adminEmails),
    partner_key: user.partner_key,
    plan: sub_plan_data?.plan_name ?? null,
    promotional: sub_plan_data?.promotional_plan ?? false,
    kyc_gate: sub_plan_data?.kyc_gate ?? null,
    chat: chat_plan_data !== null,
    publisher: publisher_plan_data !== null,
    expert_status: registration ? expertStatus(registration, istDay(now)) : '',
  };
}

export interface Callers {
  /** Null for unknown and closed accounts. At most 15 seconds old. */
  of(user_id: string): Promise<Standing | null>;
  forget(user_id: string): void;
}

export function createCallers(db: IdentityDb, clock: Clock, adminEmails: readonly string[]): Callers {
  const standings = new LRUCache<string, Standing>({ max: 20_000, ttl: 15 * SECOND });
  return {
    async of(user_id) {
      const cached = standings.get(user_id);
      if (cached) return cached;
      const account = await readAccount(db, user_id);
      if (account?.user.status !== 'active') return null;
      const standing = standingOf(account, adminEmails, clock());
      standings.set(user_id, standing);
      return standing;
    },
    forget: (user_id) => standings.delete(user_id),
  };
}
