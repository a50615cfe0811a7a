import type { Profession } from '@vimarsh/shared/contract/identity.contract.ts';

export interface Saved {
  /** The change-profession dialog was open. */
  dialog: boolean;
  /** Path of the screen that saved. */
  here: string;
  /** A plan waited for this save; the mark is used up by asking, so it is asked only when it counts. */
  planWaits: () => boolean;
  profession: Profession | '';
}

/** Where a saved profile leads (spec 4, profile save): a path, a reload, or nowhere. */
export function afterSave({ dialog, here, planWaits, profession }: Saved): { to: string } | 'reload' | null {
  if (dialog) return here === '/profile-update' ? 'reload' : { to: '/profile-update' };
  if (planWaits()) return { to: '/pricing' };
  return profession === 'Retail Investor' || profession === 'Market Expert' ? { to: '/experts-past-recommendations' } : null;
}

/** The e-mail as the profile shows it: proven, or of somebody who is no investor (S5-SHOW-01…03). */
export function shownEmail({ email, email_verified, profession }: { email: string; email_verified: boolean | ''; profession: string }): string {
  return email_verified === true || profession !== 'Retail Investor' ? email : '';
}
