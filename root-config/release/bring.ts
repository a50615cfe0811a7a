import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultReleaseDir, openReleaseStore, type ReleaseStore } from './store.ts';

/**
 * Takes releases that were built and checked together elsewhere, in an image for instance, into a store, and moves `live` once
 * to those that the store did not know. What it knows stays where the channel has it, and a module that was rolled back stays
 * back whatever comes: it lies in the store for who names it. What open tabs still load stays, too.
 */
export function bring(from: ReleaseStore, to: ReleaseStore, say: (line: string) => void = () => undefined): string[] {
  const live = to.releasesOf('live');
  const held = to.channel('live')?.held ?? {};
  const unknown = Object.values(from.releasesOf('live')).filter(({ id, name }) => !to.record(id) || !live[name] || (held[name] && live[name].id !== id));
  for (const record of unknown) to.publish({ ...record, previous: live[record.name]?.id ?? null }, from.filesOf(record));
  const coming = unknown.filter(({ name }) => !held[name]);
  for (const { name, id } of unknown.filter((record) => !coming.includes(record)))
    say(
      `${name} stays ${live[name] ? `at ${live[name].id}, rolled back from` : 'away, retired at'} ${held[name]}: rollback.ts ${name} --to ${id} makes the one of this image live`,
    );
  if (coming.length === 0) return [];
  to.move('live', to.channel('live')?.version ?? 0, Object.fromEntries(coming.map(({ name, id }) => [name, id])), 'start');
  return coming.map(({ id }) => id);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = resolve(process.argv[2] ?? 'built');
  const releases = defaultReleaseDir();
  if (existsSync(`${built}/embed`)) cpSync(`${built}/embed`, `${releases}/../embed`, { recursive: true });
  const brought = bring(openReleaseStore(`${built}/releases`), openReleaseStore(releases, { renew: true }), (line) => console.log(line));
  console.log(brought.length > 0 ? `live: ${brought.join(', ')}` : 'the modules of the store stay');
}
