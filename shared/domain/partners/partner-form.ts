import type { Environment, PartnerForm } from '../../contract/partners/types.ts';

/** The partner's own sign-in form, or null if it has none. Rows older than `partnerForm` have the plain form. */
export function partnerFormOf(environment: Pick<Environment, 'loginModule' | 'partnerForm' | 'utm_source_str'> | null): PartnerForm | null {
  if (!environment?.loginModule) return null;
  if (environment.partnerForm) return environment.partnerForm;
  return environment.loginModule === 'zebu'
    ? { route: 'zebu', factor: 'year-of-birth', token: false, disclaimer: false }
    : { route: environment.utm_source_str, factor: 'pin', token: false, disclaimer: false };
}
