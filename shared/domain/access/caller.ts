import type { PlanName, Profession } from '../../contract/identity/types.ts';
import type { Environment } from '../../contract/partners/types.ts';

/**
 * The user as rights see them. The server fills it from the session's account (`callerOf` in `api/src/platform`), the
 * browser from its snapshot (`callerOf` in `shared/kit`), and both ask `may`. The server's answer counts.
 */
export interface Caller {
  /** Null for a visitor. */
  readonly user_id: string | null;
  /** '' for visitors. */
  readonly profession: Profession | '';
  /** The investor's current plan. */
  readonly plan: PlanName | null;
  /** The plan was granted, not bought. */
  readonly promotional: boolean;
  /** The plan waits for its buyer's PAN; null where nothing does. */
  readonly kyc_gate: KycGate | null;
  /** The Publisher plan is active, bought or given. */
  readonly publisher: boolean;
  /** The chat plan is active. */
  readonly chat: boolean;
  /** Listed in the register of experts, whatever the status of the documents. */
  readonly registered: boolean;
  /** Registration and certificate are verified and in force today. */
  readonly verified: boolean;
  readonly is_admin: boolean;
  /** The partner whose site this is, or null on the main host. */
  readonly partner: CallerPartner | null;
}

/** While a plan that was bought waits for a PAN, its tools are open and its live calls are not. */
export interface KycGate {
  /** The plan whose live calls are open all the same: one that was given. */
  readonly open: PlanName | null;
}

export type CallerPartner = Partial<
  Pick<Environment, 'tier' | 'isTradeAvailable' | 'optionsTrade' | 'isChatAvailable' | 'hasBrokerDisclaimer' | 'loginModule'>
>;

/** A visitor of the main host. */
export const NOBODY: Caller = {
  user_id: null,
  profession: '',
  plan: null,
  promotional: false,
  kyc_gate: null,
  publisher: false,
  chat: false,
  registered: false,
  verified: false,
  is_admin: false,
  partner: null,
};
