import type { PlanAccount } from '@vimarsh/shared/contract/plans/types.ts';

/** The money of an account that never paid. */
export const NO_PURCHASES: PlanAccount = {
  plans: [],
  given: [],
  renewals: [],
  billing: null,
  invoices: [],
  refunds: [],
  refund_account: null,
  fees_paise: 0,
  fee_cap_paise: 1_51_000_00,
};
