import { AUDIENCES } from '../domain/access/audiences.ts';
import type { Caller } from '../domain/access/caller.ts';
import type { Snapshot } from '../session/session.types.ts';

type KnownCaller = Pick<Snapshot, 'user' | 'plan' | 'environment'> & Partial<Pick<Snapshot, 'publisherPlan'>>;

/**
 * The current user, as `may` and the menu need it. The browser sees neither the register of experts nor a chat plan: it takes
 * everyone with an expert's profession for registered and nobody for a chat customer. The server's answer counts.
 */
export function callerOf({ user, plan, publisherPlan, environment }: KnownCaller): Caller {
  const profession = user?.profession ?? '';
  const registered = AUDIENCES.experts({ profession });
  return {
    user_id: user?.id ?? null,
    profession,
    plan: plan?.plan_name ?? null,
    promotional: plan?.promotional_plan ?? false,
    kyc_gate: plan?.kyc_gate ?? null,
    publisher: publisherPlan ? Date.parse(publisherPlan.ends_at) > Date.now() : false,
    chat: false,
    registered,
    verified: registered && user?.verified === true,
    is_admin: user?.is_admin ?? false,
    partner: environment,
  };
}
