import { cpSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Built, build, buildEmbeds } from '@vimarsh/shared/build/build.ts';
import { type Workspace, workspaces } from '@vimarsh/shared/build/modules.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { excessOf, problemsOf, publish, ReleaseRefused } from './publish.ts';
import { defaultReleaseDir, openReleaseStore, type ReleaseStore } from './store.ts';

/**
 * Brings the store up to the sources: builds what changed, checks everything against everything, and moves `live` once.
 * A release that is already in the store stays where the channel has it, so a rollback survives the next start; what
 * `npm start -- --only` made live while a module was worked on gives way to the module's release.
 */
export async function ship(store: ReleaseStore, list: readonly Workspace[], say: (line: string) => void = () => undefined): Promise<string[]> {
  const built: { workspace: Workspace; result: Built }[] = [];
  for (const workspace of list) {
    const started = performance.now();
    const result = await build(workspace);
    buildEmbeds(workspace);
    placeEmbeds(workspace, store.dir);
    if (result.fresh) say(`built ${workspace.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    built.push({ workspace, result });
  }
  const live = store.releasesOf('live');
  const incoming = built.filter(({ result }) => !store.record(result.record.id) || !live[result.record.name] || live[result.record.name]!.from_source);
  if (!incoming.length) return [];
  const fresh = Object.fromEntries(incoming.map(({ result }) => [result.record.name, { ...result.record, previous: null, commit: '', built_at: '' }]));
  const together = { ...live, ...fresh };
  const builds = new Map(incoming.map(({ result }) => [result.record.id, result.files]));
  const filesOf = (record: ReleaseRecord): string => builds.get(record.id) ?? store.filesOf(record);
  const problems = incoming.flatMap(({ workspace, result }) =>
    problemsOf(workspace, result, { ...together, ...(live[workspace.name] ? { [workspace.name]: live[workspace.name]! } : {}) }, filesOf),
  );
  if (problems.length) throw new ReleaseRefused(problems);
  for (const { workspace, result } of incoming) for (const excess of excessOf(workspace, result)) say(`over budget: ${excess}`);
  const records = incoming.map(({ result }) => publish(store, result));
  store.move('live', store.channel('live')?.version ?? 0, Object.fromEntries(records.map(({ name, id }) => [name, id])), 'start');
  return records.map(({ id }) => id);
}

/** Puts a module's standalone bundles beside the releases; earlier versions stay for the pages that pin them. */
function placeEmbeds({ dir }: Workspace, releases: string): void {
  if (existsSync(`${dir}/dist/embed`)) cpSync(`${dir}/dist/embed`, `${releases}/../embed`, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const shipped = await ship(openReleaseStore(defaultReleaseDir()), workspaces(), (line) => console.log(`  ${line}`));
    console.log(shipped.length ? `  live: ${shipped.join(', ')}` : '  modules are up to date');
  } catch (error) {
    console.error(error instanceof ReleaseRefused ? `Not released:\n${error.message}` : error);
    process.exit(1);
  }
}
