import type { Environment, PartnerForm } from '../contract/partners.contract.ts';

/** The partner's own sign-in form, or null where people do not sign in on one. Rows older than `partnerForm` mean the plain one. */
export function partnerFormOf(environment: Pick<Environment, 'loginModule' | 'partnerForm' | 'utm_source_str'> | null): PartnerForm | null {
  if (!environment?.loginModule) return null;
  if (environment.partnerForm) return environment.partnerForm;
  return environment.loginModule === 'zebu'
    ? { route: 'zebu', factor: 'year-of-birth', token: false, disclaimer: false }
    : { route: environment.utm_source_str, factor: 'pin', token: false, disclaimer: false };
}
