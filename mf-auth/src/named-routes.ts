import { PROFILE_UPDATE } from '@vimarsh/shared/domain/routing/member-places.ts';
import { VERIFY_OTP } from '@vimarsh/shared/domain/routing/places.ts';
/** Routes of this module that the specification names. */
export type NamedRoute = { name: 'verifyOtp'; key?: string } | { name: 'profileUpdate'; active_step?: unknown };

/** The path of a named route (S2.2-ROUTE-05, S2.1-PARAM-A01). */
export function resolve(to: NamedRoute): string {
  if (to.name === 'verifyOtp') return to.key ? `${VERIFY_OTP}/${encodeURIComponent(to.key)}` : VERIFY_OTP;
  return `${PROFILE_UPDATE}?active_step=${readStep(to.active_step)}`;
}

/** A step of the profile screen; anything but 2 is the first. */
export function readStep(value: unknown): 1 | 2 {
  return String(value) === '2' ? 2 : 1;
}
