import type { Profession } from '@vimarsh/shared/contract/identity/types.ts';
import { PROFILE_UPDATE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { HOME_WHEN_SIGNED_IN, PLANS } from '@vimarsh/shared/domain/routing/places.ts';

export interface Saved {
  /** The change-profession dialog was open. */
  dialog: boolean;
  /** Path of the screen that saved. */
  here: string;
  /** Whether a plan waited for this save. Asking uses the mark up, so ask only when the answer counts. */
  planWaits: () => boolean;
  profession: Profession | '';
}

/** Where a saved profile leads (spec 4, profile save): a path, a reload, or nowhere. */
export function afterSave({ dialog, here, planWaits, profession }: Saved): { to: string } | 'reload' | null {
  if (dialog) return here === PROFILE_UPDATE ? 'reload' : { to: PROFILE_UPDATE };
  if (planWaits()) return { to: PLANS };
  return profession === 'Retail Investor' || profession === 'Market Expert' ? { to: HOME_WHEN_SIGNED_IN } : null;
}

/** The e-mail the profile shows: a verified one, or any of a user who is not an investor (S5-SHOW-01…03). */
export function shownEmail({ email, email_verified, profession }: { email: string; email_verified: boolean | ''; profession: string }): string {
  return email_verified === true || profession !== 'Retail Investor' ? email : '';
}
