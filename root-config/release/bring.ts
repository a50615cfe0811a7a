import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultReleaseDir, openReleaseStore, type ReleaseStore } from './store.ts';

/**
 * Takes releases that were built and checked together elsewhere, in an image for instance, into a store, and moves `live` once
 * to those that the store did not know. What it knows stays where the channel has it, so that a rollback survives the next start,
 * and what open tabs still load stays, too.
 */
export function bring(from: ReleaseStore, to: ReleaseStore): string[] {
  const live = to.releasesOf('live');
  const coming = Object.values(from.releasesOf('live')).filter(({ id, name }) => !to.record(id) || !live[name]);
  if (coming.length === 0) return [];
  for (const record of coming) to.publish({ ...record, previous: live[record.name]?.id ?? null }, from.filesOf(record));
  to.move('live', to.channel('live')?.version ?? 0, Object.fromEntries(coming.map(({ name, id }) => [name, id])), 'start');
  return coming.map(({ id }) => id);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = resolve(process.argv[2] ?? 'built');
  const releases = defaultReleaseDir();
  if (existsSync(`${built}/embed`)) cpSync(`${built}/embed`, `${releases}/../embed`, { recursive: true });
  const brought = bring(openReleaseStore(`${built}/releases`), openReleaseStore(releases));
  console.log(brought.length > 0 ? `live: ${brought.join(', ')}` : 'the modules of the store stay');
}
