import type { EmbedSession } from '@vimarsh/shared/contract/embed/routes.ts';
import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { originFix } from '@vimarsh/shared/domain/insights/key-origin.ts';
import { isTestKey, TEST_KEY_DAYS } from '@vimarsh/shared/domain/insights/test-key.ts';
import { partnerTheme } from '@vimarsh/shared/domain/partners/theme.ts';
import { type AccessKey, type Partners, testKeyFault } from '../../partners/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import { APP_TOKEN_SECONDS, WIDGET_TOKEN_SECONDS, type WidgetGrant } from './widget-token.ts';

/** Requests of one address with one key; only those that are not answered from memory count. */
const WIDGET_LIMIT = { max: 600, perSeconds: 60 };
/** Requests with one test key, from wherever, and of one address with test keys, whichever. */
export const TEST_KEY_LIMIT = { max: 300, perSeconds: 60 };
export const TEST_ADDRESS_LIMIT = { max: 240, perSeconds: 60 };

/** For the developer: what to change, by what a test key is refused for. */
const TEST_KEY_FIXES = {
  TEST_KEY_FORM: 'Copy the whole key, with nothing before or behind it, or get a new one at /business-partners/widgets.',
  TEST_KEY_FORGED: 'Get a new test key at /business-partners/widgets of this portal. A changed key, or one of another server, opens nothing.',
  TEST_KEY_EXPIRED: `A test key lives ${TEST_KEY_DAYS} days. Get a new one at /business-partners/widgets, or ask us for a live key.`,
  TEST_KEY_PLACE: 'Give the test key to a widget on a page of yours, or open a widget’s frame; pages of the portal take none.',
  TEST_KEY_MIXED: 'Use test keys alone on a page while you try, and live keys alone on the page that goes out. Until then widgets ask every few seconds.',
} satisfies Partial<Record<ErrorCode, string>>;

export const testKeyRefused = (code: ErrorCode): Fail =>
  new Fail(code, { problems: [{ path: 'access_key', message: TEST_KEY_FIXES[code as keyof typeof TEST_KEY_FIXES] }] });

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
  if (!key) throw isTestKey(given) ? testKeyRefused(testKeyFault(given)) : new Fail('KEY_UNKNOWN');
  if (key.status === 'revoked') throw new Fail('KEY_REVOKED');
  if (key.expires_at !== null && Date.parse(key.expires_at) <= now.getTime()) throw key.test ? testKeyRefused('TEST_KEY_EXPIRED') : new Fail('KEY_EXPIRED');
  return key;
}

/** Counts one use of a key; throws RATE. What has been answered from memory does not come here. */
export async function takeUse({ config, limits }: Pick<Platform, 'config' | 'limits'>, { key, test }: AccessKey, what: string, ip: string): Promise<void> {
  if (config.RATE_LIMIT === 0) return;
  if (!test) return limits.takeFrom(ip, `${what}:${key}`, WIDGET_LIMIT);
  try {
    // All test keys of an address together: whoever has many gets no more than whoever has one.
    await limits.takeFrom(ip, 'test-key', TEST_ADDRESS_LIMIT);
    await limits.take(`test-key:${key}`, TEST_KEY_LIMIT);
  } catch (error) {
    if (!(error instanceof Fail) || error.code !== 'RATE') throw error;
    throw new Fail('RATE', {
      ...error.options,
      validation: 'This test key is used too often. It goes on by itself in a minute.',
      problems: [{ path: 'access_key', message: 'Test keys are for trying. Wait a minute, show fewer widgets, or ask us for a live key.' }],
    });
  }
}

export function requireWidget(key: AccessKey, widget: string): void {
  if (!key.widgets.includes(widget)) throw new Fail('WIDGET_SCOPE');
}

/** For the integrator with what was asked from: a page in a sandbox, or of an app, can't tell its own origin by its address. */
export const originDenied = (origin: string): Fail => new Fail('ORIGIN_DENIED', { problems: [{ path: 'origin', message: originFix(origin) }] });

/** Whether a page of this origin may use a key: of a partner's the exact origins it lists, of a test key any, also a file's. */
export const isListed = ({ origins, test }: AccessKey, origin: string): boolean => test === true || origins.includes(origin);

/** A key speaks only on the exact origins it lists. No `Origin` header is no permission (and `Referer` never is). */
export function requireOrigin(key: AccessKey, origin: string): void {
  if (!isListed(key, origin)) throw originDenied(origin);
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
