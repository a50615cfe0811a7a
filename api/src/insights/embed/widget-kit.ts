import type { ErrorCode } from '@vimarsh/shared/contract/errors.ts';
import { readKeyCheck, readWidgetKit } from '@vimarsh/shared/contract/widget-kit/routes.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Partners } from '../../partners/index.ts';
import { Fail, type Platform } from '../../platform/platform.ts';
import type { EmbedFiles } from './embed-files.ts';
import type { WidgetReports } from './report.store.ts';
import { liveKey } from './widget-keys.ts';

/** By what `liveKey` says. */
const STATES = new Map<ErrorCode, 'missing' | 'unknown' | 'revoked' | 'expired'>([
  ['KEY_MISSING', 'missing'],
  ['KEY_UNKNOWN', 'unknown'],
  ['KEY_REVOKED', 'revoked'],
  ['KEY_EXPIRED', 'expired'],
]);

const CHECK_LIMIT = { max: 60, perSeconds: 60 };

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
  platform.on(
    readKeyCheck,
    async ({ query }, { origin }) => {
      const now = new Date();
      try {
        const { key, origins, widgets, proof_keys } = liveKey(partners, query.access_key, now);
        const listed = origins.includes(origin);
        const blocked = listed ? await reports.of(key, istDay(now)) : [];
        return { state: 'active' as const, origin, listed, proof: proof_keys !== null, widgets: listed ? widgets : [], blocked };
      } catch (error) {
        if (!(error instanceof Fail)) throw error;
        return { state: STATES.get(error.code) ?? 'unknown', origin, listed: false, proof: false, widgets: [], blocked: [] };
      }
    },
    { limit: CHECK_LIMIT },
  );
}
