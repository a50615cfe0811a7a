import type { Environment } from '@vimarsh/shared/contract/partners/types.ts';
import { BRAND_TITLE } from '@vimarsh/shared/domain/brand.ts';

interface Site {
  partner: Environment | null;
  /** Host of the main site. */
  mainHost: string;
}

const words = (code: string, { partner }: Site): string =>
  `${code} is your OTP for ${partner?.utm_source ?? BRAND_TITLE}. It is valid for 5 minutes. Never share it.`;

export const mailedOtp = words;

/**
 * An OTP as SMS. Its last line binds it to the host it was asked for on, so that phones offer it on no other site
 * (origin-bound one-time codes, WICG). The host is that of the settings: what a request says of itself is not believed.
 */
export const otpSms = (code: string, site: Site): string =>
  `${words(code, site)}\n\n@${site.partner ? new URL(site.partner.hostUrl).hostname : site.mainHost} #${code}`;
