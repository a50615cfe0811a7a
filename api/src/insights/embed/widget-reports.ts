import { reportViolation } from '@vimarsh/shared/contract/widget-report/routes.ts';
import type { Reported, violationReport } from '@vimarsh/shared/contract/widget-report/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { Counter, register } from 'prom-client';
import type * as z from 'zod/mini';
import type { AccessKey, Partners } from '../../partners/index.ts';
import type { Platform } from '../../platform/platform.ts';
import type { WidgetReports } from './report.store.ts';
import { liveKey } from './widget-keys.ts';

/** Of one address. A browser that blocks a frame says so once for each. */
const REPORT_LIMIT = { max: 60, perSeconds: 60 };
/** Of one key, whoever reports: a busy page on a wrong site says nothing new after so many. */
const KEY_LIMIT = { max: 300, perSeconds: 60 };
/** What one address may tell of a key in a day that nobody has told before: what is invented takes the place of what is not. */
const NEW_LIMIT = { max: 5, perSeconds: 86_400 };
/** Name of the endpoint in the frames' policy. */
export const REPORT_GROUP = 'vimarsh';

const stopped =
  (register.getSingleMetric('widget_violations_total') as Counter<'directive'> | undefined) ??
  new Counter({ name: 'widget_violations_total', help: 'What browsers stopped of our iframe pages, by directive.', labelNames: ['directive'] });

/** Counts what browsers stop of our iframe pages, so that a key's holder sees it in the integration check. */
export function serveReports(platform: Platform, { reports, partners }: { reports: WidgetReports; partners: Partners }): void {
  platform.on(
    reportViolation,
    async ({ query, body }, { ip }) => {
      const now = new Date();
      const { key, test } = liveKey(partners, query.access_key, now);
      // Nothing is stored of a test key, and nobody could tell one developer's from another's.
      if (test) return { counted: 0 };
      await platform.limits.take(`widget-report:${key}`, KEY_LIMIT);
      const found = stoppedIn(body, query.page);
      const mayBeNew = (): Promise<boolean> =>
        platform.limits.takeFrom(ip, `widget-report-new:${key}`, NEW_LIMIT).then(
          () => true,
          () => false,
        );
      for (const { origin, directive } of found) {
        stopped.inc({ directive });
        await reports.count(key, istDay(now), origin, directive, mayBeNew);
      }
      return { counted: found.length };
    },
    { limit: REPORT_LIMIT },
  );
}

/** Where the frames of a key report to. `page`: what the request for the frame said of the page around it. */
export const reportAddress = ({ key }: Pick<AccessKey, 'key'>, page: string): string =>
  `${reportViolation.path}?access_key=${encodeURIComponent(key)}${page && `&page=${encodeURIComponent(page)}`}`;

/**
 * What was stopped, and whose it is: a browser hides the page that a frame was refused to, so that is the one which the
 * request for the frame named.
 */
export function stoppedIn(report: z.output<typeof violationReport>, page: string): { origin: string; directive: Reported }[] {
  const seen = Array.isArray(report)
    ? report.map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL }))
    : [{ directive: report['csp-report']['effective-directive'], blocked: report['csp-report']['blocked-uri'] }];
  return seen.map(({ directive, blocked }) => ({ directive, origin: reportOrigin(directive === 'frame-ancestors' ? page : blocked) }));
}

/** Exactly an origin, a keyword or scheme such as `inline` or `data`, or ''. */
export function reportOrigin(address: string): string {
  if (/^[a-z][a-z-]{0,30}$/.test(address)) return address;
  if (!URL.canParse(address)) return '';
  const { origin, protocol } = new URL(address);
  return (origin === 'null' ? protocol.slice(0, -1) : origin).slice(0, 200);
}
