import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { Built } from '@vimarsh/shared/build/build.ts';
import { chunkIntegrityOf, integrityOf } from '@vimarsh/shared/build/bundle/integrity.ts';
import { pageFile } from '@vimarsh/shared/contract/release/page-file.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { PUBLIC_HOME } from '@vimarsh/shared/domain/routing/places.ts';
import { shapes } from './check-contract.ts';

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
 * Addresses that this release gives up although somebody needs them: the home page, which every unknown address leads to, and what
 * a live neighbour's files hold as text. `filesOf` is the folder of a live release, `live` without the candidate's own.
 */
export function linkProblems(
  candidate: Pick<ReleaseRecord, 'name' | 'manifest'>,
  running: Pick<ReleaseRecord, 'manifest'> | undefined,
  live: readonly ReleaseRecord[],
  filesOf: (record: ReleaseRecord) => string,
): { mention: string; text: string }[] {
  const kept = new Set([candidate, ...live].flatMap(({ manifest }) => manifest.routes.flatMap(({ path }) => shapes(path))));
  const dropped = new Set((running?.manifest.routes ?? []).flatMap(({ path }) => shapes(path)).filter((shape) => !kept.has(shape)));
  if (!dropped.size) return [];
  const home = dropped.delete('') ? [{ mention: '"routes"', text: `no longer has ${PUBLIC_HOME}: every address that nobody has leads there` }] : [];
  const linked = live.flatMap((neighbour) => {
    const dir = filesOf(neighbour);
    const scripts = existsSync(dir) ? readdirSync(dir).filter((name) => name.endsWith('.js')) : [];
    const text = scripts.map((name) => readFileSync(`${dir}/${name}`, 'utf8')).join('\n');
    return [...dropped]
      .filter((shape) => linkTo(shape).test(text))
      .map((shape) => ({ mention: '"routes"', text: `no longer has ${shape.replaceAll('/:', '/…')}, and ${neighbour.name} leads there` }));
  });
  return [...home, ...linked];
}

/** Strings of a script that lead to an address, as `"/plans"`, `'/plans?from=x'`, `` `/stocks/${symbol}` `` or `"/stocks/"`. */
function linkTo(shape: string): RegExp {
  const fixed = shape.split('/:')[0]!.replaceAll(/[.*+?^${'$'}{}()|[\]\\]/g, '\\$&');
  return new RegExp(`["'\`]${fixed}${shape.includes('/:') ? '/' : '/?(?=["\'`?#])'}`);
}
