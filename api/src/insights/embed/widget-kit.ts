import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { createTestKey, readKeyCheck, readWidgetKit } from '@vimarsh/shared/contract/widget-kit/routes.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Partners } from '../../partners/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { EmbedFiles } from './embed-files.ts';
import type { WidgetReports } from './report.store.ts';
import { isListed, liveKey } from './widget-keys.ts';

/** By what `liveKey` says. */
const STATES = new Map<ErrorCode, 'missing' | 'unknown' | 'revoked' | 'expired'>([
  ['KEY_MISSING', 'missing'],
  ['KEY_UNKNOWN', 'unknown'],
  ['KEY_REVOKED', 'revoked'],
  ['KEY_EXPIRED', 'expired'],
  ['TEST_KEY_EXPIRED', 'expired'],
]);

const CHECK_LIMIT = { max: 60, perSeconds: 60 };
/** Fresh test keys for one address. An office behind one address tries more than a person does. */
export const TEST_KEYS_LIMIT = { max: 30, perSeconds: 3600 };

/** Tells the configurator what is current, and the integration check how a key stands. Keys are no secrets: each opens its own origins only. */
export function serveWidgetKit(platform: Platform, { files, partners, reports }: { files: EmbedFiles; partners: Partners; reports: WidgetReports }): void {
  platform.on(
    readWidgetKit,
    async () => {
      const current = await files.current();
      const loader = current?.files.find(({ path }) => path === `${current.version}/loader.js`);
      return {
        version: current?.version ?? '',
        pinned: loader ? { path: `/w/${loader.path}`, integrity: loader.integrity } : { path: '', integrity: '' },
        preview_key: partners.ownKey().key,
      };
    },
    { cache: 'public, max-age=60' },
  );
  platform.on(createTestKey, async (_input, { ip }) => {
    if (platform.config.RATE_LIMIT > 0)
      await platform.limits.takeFrom(ip, 'test-key-new', TEST_KEYS_LIMIT).catch((error: unknown) => {
        if (!(error instanceof Fail) || error.code !== 'RATE') throw error;
        throw new Fail('RATE', {
          ...error.options,
          validation: 'You have got as many test keys as one address gets in an hour. Use one of them, or come back later.',
        });
      });
    return partners.testKeys.make(new Date());
  });
  platform.on(
    readKeyCheck,
    async ({ query }, { origin }) => {
      const now = new Date();
      try {
        const found = liveKey(partners, query.access_key, now);
        const { key, widgets, proof_keys, test } = found;
        const listed = isListed(found, origin);
        const blocked = listed && !test ? await reports.of(key, istDay(now)) : [];
        return { state: 'active' as const, origin, listed, proof: proof_keys !== null, widgets: listed ? widgets : [], blocked };
      } catch (error) {
        if (!(error instanceof Fail)) throw error;
        return { state: STATES.get(error.code) ?? 'unknown', origin, listed: false, proof: false, widgets: [], blocked: [] };
      }
    },
    { limit: CHECK_LIMIT },
  );
}
