import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { Built } from '@vimarsh/shared/build/build.ts';
import { chunkIntegrityOf, integrityOf } from '@vimarsh/shared/build/integrity.ts';
import { pageFile } from '@vimarsh/shared/contract/release/page-file.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';

/** Share of a budget that stays free at every landing, so that what grows shows itself before it is refused. */
const FREE = 0.03;

/** Brotli bytes until a screen stands: entry, the module's own chunk, the screen's chunks. Without a page (its key), what every screen needs. */
export function screenBytes({ files, record }: Built, page?: string): number {
  const size = (url: string): number => statSync(`${files}/${url.split('/').slice(4).join('/')}.br`).size;
  const chunks = (page && record.pages?.[pageFile(page)]) || [];
  return [...new Set([record.entry, ...[...record.preload, ...chunks].map(({ url }) => url)])].reduce((total, url) => total + size(url), 0);
}

export interface Budget {
  /** What of `module.json` it limits: `entry`, `page` or a route's path. */
  readonly what: string;
  readonly bytes: number;
  readonly limit: number;
}

/** Every budget of a manifest beside what the build weighs. */
export function budgetsOf(built: Built): Budget[] {
  const { budget, routes } = built.record.manifest;
  return [
    { what: 'entry', bytes: built.record.bytes.entry, limit: budget.entry },
    ...(budget.page === undefined ? [] : [{ what: 'page', bytes: screenBytes(built), limit: budget.page }]),
    ...routes.flatMap((route) => (route.budget === undefined ? [] : [{ what: route.path, bytes: screenBytes(built, route.page), limit: route.budget }])),
  ];
}

/** Budgets that the build exceeds, as sentences. */
export const budgetProblems = (built: Built): string[] =>
  budgetsOf(built)
    .filter(({ bytes, limit }) => bytes > limit)
    .map(({ what, bytes, limit }) => `"${what}" is ${bytes} B br, its budget ${limit} B`);

/** Entries and screens that leave less than 3 % of their budget free, as sentences. Each screen makes the entry some 100 B heavier. */
export const tightBudgets = (built: Built): string[] =>
  budgetsOf(built)
    .filter(({ bytes, limit }) => bytes <= limit && bytes > limit * (1 - FREE))
    .map(({ what, bytes, limit }) => `"${what}" is ${bytes} B br and leaves less than 3 % of its ${limit} B free`);

/** Files whose bytes are not what the record promises. */
export function hashProblems({ files, record }: Built): string[] {
  const promised = [{ url: record.entry, integrity: record.integrity }, ...record.preload, ...Object.values(record.pages ?? {}).flat()];
  return promised.flatMap(({ url, integrity }) => {
    const file = `${files}/${url.split('/').slice(4).join('/')}`;
    if (!existsSync(file)) return [`${url} is missing`];
    return (integrity.startsWith('sha256-') ? chunkIntegrityOf : integrityOf)(readFileSync(file)) === integrity
      ? []
      : [`${url} does not have the hash of the record`];
  });
}

/** Pages that the manifest's routes name and the build has not: `marketSentiment` is `market-sentiment.page.tsx`. */
export function pageProblems({ record }: Built): { mention: string; text: string }[] {
  const built = new Set(Object.keys(record.pages ?? {}));
  return record.manifest.routes
    .filter(({ page }) => !built.has(pageFile(page)))
    .map(({ path, page }) => ({ mention: `"${path}"`, text: `route ${path} shows the page "${page}", which the module does not have` }));
}

/**
 * Addresses that this release gives up and a live neighbour still leads to: its files hold them as text. `filesOf` is the
 * folder of a live release, `live` without the candidate's own.
 */
export function linkProblems(
  candidate: Pick<ReleaseRecord, 'name' | 'manifest'>,
  running: Pick<ReleaseRecord, 'manifest'> | undefined,
  live: readonly ReleaseRecord[],
  filesOf: (record: ReleaseRecord) => string,
): { mention: string; text: string }[] {
  const kept = new Set([candidate, ...live].flatMap(({ manifest }) => manifest.routes.map(({ path }) => fixedPart(path))));
  const dropped = new Set((running?.manifest.routes ?? []).map(({ path }) => fixedPart(path)).filter((path) => path !== '/' && !kept.has(path)));
  if (!dropped.size) return [];
  return live.flatMap((neighbour) => {
    const dir = filesOf(neighbour);
    const scripts = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.js')) : [];
    const text = scripts.map((name) => readFileSync(`${dir}/${name}`, 'utf8')).join('\n');
    return [...dropped]
      .filter((path) => new RegExp(`["'\`]${path.replaceAll(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&')}(?=["'\`/?#])`).test(text))
      .map((path) => ({ mention: '"routes"', text: `no longer has ${path}, and ${neighbour.name} leads there` }));
  });
}

/** The words of a pattern before its first parameter. */
const fixedPart = (path: string): string => path.split('/:')[0] || '/';
