import { partnerTheme } from '@vimarsh/shared/domain/theme.ts';
import type { AccessKey, Partners } from '../partners/index.ts';
import { Fail } from '../platform/platform.ts';
import type { WidgetGrant } from './widget-token.ts';

export const WIDGET = 'market-sentiment';

/** Whether a grant still opens data for a page: its key is live and, unless it came with our own iframe page, the origin is its own. */
export function mayRead(partners: Pick<Partners, 'accessKey'>, grant: WidgetGrant, origin: string, now: Date): boolean {
  try {
    const key = liveKey(partners, grant.key, now);
    if (grant.origin !== '') requireOrigin(key, origin);
    return true;
  } catch {
    return false;
  }
}

/** The key when it is live and includes the widget; otherwise the failure the integrator needs to read. */
export function liveKey(partners: Pick<Partners, 'accessKey'>, given: string, now: Date): AccessKey {
  if (!given) throw new Fail('KEY_MISSING');
  const key = partners.accessKey(given);
  if (!key) throw new Fail('KEY_UNKNOWN');
  if (key.status === 'revoked' || (key.expires_at !== null && Date.parse(key.expires_at) <= now.getTime())) throw new Fail('KEY_REVOKED');
  if (!key.widgets.includes(WIDGET)) throw new Fail('WIDGET_SCOPE');
  return key;
}

/** A key speaks only on the exact origins it lists. No `Origin` header is no permission (and `Referer` never is). */
export function requireOrigin(key: AccessKey, origin: string): void {
  if (!key.origins.includes(origin)) throw new Fail('ORIGIN_DENIED');
}

/** Colours and font of the key's partner, for `theme="partner"`. */
export function widgetTheme(partners: Partners, key: AccessKey): { accent: string; accent_dark: string; font: string; brand: string } {
  const environment = partners.byKey(key.partner_key);
  const { light, dark, font } = partnerTheme(environment);
  return { accent: light.accent, accent_dark: dark.accent, font, brand: environment?.utm_source ?? 'vimarsh' };
}
