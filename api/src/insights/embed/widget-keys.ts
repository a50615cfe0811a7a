import type { EmbedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import { originFix } from '@vimarsh/shared/domain/insights/key-origin.ts';
import { partnerTheme } from '@vimarsh/shared/domain/partners/theme.ts';
import type { AccessKey, Partners } from '../../partners/index.ts';
import { Fail } from '../../platform/platform.ts';
import { APP_TOKEN_SECONDS, WIDGET_TOKEN_SECONDS, type WidgetGrant } from './widget-token.ts';

/** Requests of one address with one key; only those that are not answered from memory count. */
export const WIDGET_LIMIT = { max: 600, perSeconds: 60 };

/**
 * Why a grant no longer opens the data of these widgets, or null while it does: its key is live and includes them and,
 * unless it came with our own iframe page, its origin is still listed.
 */
export function endOfGrant(partners: Pick<Partners, 'accessKey'>, grant: WidgetGrant, now: Date, widgets: readonly string[]): Fail | null {
  try {
    const key = liveKey(partners, grant.key, now);
    for (const widget of widgets) requireWidget(key, widget);
    if (grant.origin !== '') requireOrigin(key, grant.origin);
    return null;
  } catch (error) {
    if (error instanceof Fail) return error;
    throw error;
  }
}

/** The key when it is live; otherwise the failure the integrator needs to read. */
export function liveKey(partners: Pick<Partners, 'accessKey'>, given: string, now: Date): AccessKey {
  if (!given) throw new Fail('KEY_MISSING');
  const key = partners.accessKey(given);
  if (!key) throw new Fail('KEY_UNKNOWN');
  if (key.status === 'revoked') throw new Fail('KEY_REVOKED');
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now.getTime()) throw new Fail('KEY_EXPIRED');
  return key;
}

export function requireWidget(key: AccessKey, widget: string): void {
  if (!key.widgets.includes(widget)) throw new Fail('WIDGET_SCOPE');
}

/** For the integrator with what was asked from: a page in a sandbox, or of an app, can't tell its own origin by its address. */
export const originDenied = (origin: string): Fail => new Fail('ORIGIN_DENIED', { problems: [{ path: 'origin', message: originFix(origin) }] });

/** A key speaks only on the exact origins it lists. No `Origin` header is no permission (and `Referer` never is). */
export function requireOrigin(key: AccessKey, origin: string): void {
  if (!key.origins.includes(origin)) throw originDenied(origin);
}

/**
 * A token opens data where it belongs: on the listed page it was given to, or inside our own iframe page. Of such a page the
 * frame's asks come from our own host and name no other origin; anybody can read a token out of the page with one request, but
 * a browser says whose page uses it. A frame in an app's sandbox has the opaque origin its key lists.
 */
export function requirePage(key: AccessKey, grant: WidgetGrant, { origin, host }: { origin: string; host: string }): void {
  if (grant.origin === '' && (origin === '' || (URL.canParse(origin) && new URL(origin).hostname === host))) return;
  requireOrigin(key, origin);
}

/** How long a token of this key lives, seconds. */
export const tokenSeconds = ({ proof_keys }: AccessKey): number => (proof_keys === null ? WIDGET_TOKEN_SECONDS : APP_TOKEN_SECONDS);

/** Colours and font of the key's partner, for `theme="partner"`. */
export function widgetTheme(partners: Partners, key: AccessKey): EmbedSession['theme'] {
  const environment = partners.byKey(key.partner_key);
  const { light, dark, font } = partnerTheme(environment);
  return {
    accent: light.accent,
    on_accent: light.onAccent,
    accent_dark: dark.accent,
    on_accent_dark: dark.onAccent,
    font,
    brand: environment?.utm_source ?? 'vimarsh',
  };
}
