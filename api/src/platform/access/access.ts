import { type Caller as Asking, NOBODY } from '@vimarsh/shared/domain/access/caller.ts';
import { isVerified } from '@vimarsh/shared/domain/access/verified.ts';
import type { Ctx } from '../platform.ts';
import type { Caller } from './caller.ts';

/** Who asks, as `may` of `shared/domain/access` wants to know it. */
export function callerOf({ caller, partner }: { caller: Omit<Caller, 'session_id'> | null; partner: Ctx['partner'] }): Asking {
  if (!caller) return { ...NOBODY, partner };
  const { user_id, profession, plan, promotional, kyc_gate, publisher, chat, is_admin, expert_status } = caller;
  const register = { registered: expert_status !== '', verified: isVerified(expert_status) };
  return { user_id, profession, plan, promotional, kyc_gate, publisher, chat, is_admin, ...register, partner };
}
