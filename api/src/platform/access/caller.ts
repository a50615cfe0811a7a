import type { PlanName, Profession } from '@vimarsh/shared/contract/identity/types.ts';
import type { KycGate } from '@vimarsh/shared/domain/access/caller.ts';

/** Who calls, as the session told it. */
export interface Caller {
  readonly user_id: string;
  readonly session_id: string;
  readonly roles: string[];
  readonly profession: Profession;
  readonly is_admin: boolean;
  /** '' on the main host. */
  readonly partner_key: string;
  readonly plan: PlanName | null;
  readonly promotional: boolean;
  /** The plan was bought, and its live calls wait for the PAN of its buyer. */
  readonly kyc_gate: KycGate | null;
  readonly chat: boolean;
  readonly publisher: boolean;
  /** Verification status of an expert, '' for investors. */
  readonly expert_status: string;
}

/** Who these callers are by now, by their session; without those whose session or account has ended. */
export type Recheck = (callers: readonly Caller[]) => Promise<ReadonlyMap<string, Caller>>;

/** Who a bearer stands for on a host; null when it is nobody's. */
export type Authenticate = (token: string, host: string) => Promise<Caller | null>;
