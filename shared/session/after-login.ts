import type { Profession } from '../contract/identity/types.ts';
import { isPartnerLoginModule } from '../domain/partners/login-mode.ts';
import { CHANGE_PASSWORD, PROFILE_UPDATE } from '../domain/routing/member-places.ts';
import { AUTH_BYPASS, HOME_WHEN_SIGNED_IN, PLANS, PUBLIC_HOME } from '../domain/routing/places.ts';

/** What a finished sign-in is judged by. */
export interface FinishedLogin {
  how: 'password' | 'otp' | 'social' | 'broker';
  ask_password_for_change: boolean;
  profession: Profession | '';
  full_name: string;
  aadhar_card_status: string;
  pan_card_status: string;
  sebi_certificate_status: string;
  /** In-app path or external page the server gave, or ''. */
  redirect: string;
  /** `route_to_be`, or ''. */
  pending: string;
  environment: { byPassLogin: boolean; afterLoginHome: boolean; loginModule: string } | null;
  /** `widget_access` of the query; null when absent. */
  widgetAccess: string | null;
  /** Finished on /auth-bypass itself. */
  bypass: boolean;
}

export interface Destination {
  to: string;
  /** Say 'Please fill the ekyc details' after 3 s (S4-AFTER-04). */
  ekyc: boolean;
}

const isVerified = (status: string): boolean => status.toLowerCase() === 'verified';
const NEEDS_KYC: readonly string[] = ['Analyst', 'Financial Advisor', 'Broker'] satisfies Profession[];

/**
 * Routing after login, in the order of S4-AFTER-A01: a social login's stored route, then password change, name, KYC,
 * then the widget's wish, then the partner's, then the server's.
 */
export function afterLogin(login: FinishedLogin): Destination {
  const go = (to: string): Destination => ({ to, ekyc: false });
  if (login.how === 'social' && login.pending) return go(login.pending);
  if (login.ask_password_for_change) return go(CHANGE_PASSWORD);
  if (login.profession !== 'Retail Investor' && login.full_name.trim() === '') return go(`${PROFILE_UPDATE}?active_step=1`);
  const verified = [login.aadhar_card_status, login.pan_card_status, login.sebi_certificate_status].every(isVerified);
  if (NEEDS_KYC.includes(login.profession) && !verified) return { to: `${PROFILE_UPDATE}?active_step=2`, ekyc: true };
  if (login.widgetAccess !== null) return go(login.widgetAccess === 'Locked' ? PLANS : HOME_WHEN_SIGNED_IN);
  if (login.environment?.byPassLogin && !login.bypass) return go(AUTH_BYPASS);
  if (login.environment && (login.environment.afterLoginHome || isPartnerLoginModule(login.environment.loginModule)) && !login.bypass) return go(PUBLIC_HOME);
  return go(login.redirect || HOME_WHEN_SIGNED_IN);
}
