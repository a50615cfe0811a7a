import * as z from 'zod/mini';

/** What a policy of our iframe pages may have stopped. */
export const REPORTED = [
  'frame-ancestors',
  'script-src',
  'script-src-elem',
  'script-src-attr',
  'style-src',
  'style-src-elem',
  'style-src-attr',
  'img-src',
  'font-src',
  'connect-src',
  'media-src',
  'object-src',
  'frame-src',
  'worker-src',
  'manifest-src',
  'default-src',
  'base-uri',
  'form-action',
  'require-trusted-types-for',
  'trusted-types',
] as const;

export const directive = z.enum(REPORTED);

export type Reported = z.output<typeof directive>;

/** An address, or a keyword such as `inline`. */
const blocked = z._default(z.string().check(z.maxLength(4000)), '');

/** `report-to`, by the Reporting API; addresses of pages, browsers and people in it are not looked at. */
const reports = z
  .array(z.object({ type: z.literal('csp-violation'), body: z.object({ effectiveDirective: directive, blockedURL: blocked }) }))
  .check(z.minLength(1), z.maxLength(20));

/** `report-uri`, which alone tells of frames that were refused. */
const report = z.object({ 'csp-report': z.object({ 'effective-directive': directive, 'blocked-uri': blocked }) });

export const violationReport = z.union([reports, report]);

/** What browsers stopped in the last days, most often first. */
export const blockedCount = z.object({ origin: z.string(), directive, count: z.number() });

export type BlockedCount = z.output<typeof blockedCount>;
