import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { contractProblems } from './check-contract.ts';
import { brokenLinks, ReleaseRefused } from './publish.ts';
import { ChannelMoved, defaultReleaseDir, openReleaseStore, type ReleaseStore, UnreadableStore } from './store.ts';

/**
 * Takes releases that were built and checked together elsewhere, in an image for instance, into a store, and moves `live` once
 * to those that the store did not know. What it knows stays where the channel has it, and a module that was rolled back stays
 * back whatever comes: it lies in the store for who names it. What open tabs still load stays, too. Because of what stays, they
 * are checked once more, against what they are going to live with.
 */
export function bring(from: ReleaseStore, to: ReleaseStore, say: (line: string) => void = () => undefined): string[] {
  const live = to.releasesOf('live');
  const held = to.channel('live')?.held ?? {};
  const unknown = Object.values(from.releasesOf('live')).filter(({ id, name }) => !to.record(id) || !live[name] || (held[name] && live[name].id !== id));
  const coming = unknown.filter(({ name }) => !held[name]);
  const take = (record: ReleaseRecord): ReleaseRecord => to.publish({ ...record, previous: live[record.name]?.id ?? null }, from.filesOf(record));
  for (const record of unknown.filter((one) => !coming.includes(one))) {
    const { name, id } = take(record);
    say(
      `${name} stays ${live[name] ? `at ${live[name].id}, rolled back from` : 'away, retired at'} ${held[name]}: rollback.ts ${name} --to ${id} makes the one of this image live`,
    );
  }
  if (coming.length === 0) return [];
  const problems = problemsAmong(coming, live, (record) => (coming.includes(record) ? from : to).filesOf(record));
  if (problems.length) throw new ReleaseRefused(problems);
  // Only now: what the store knows at the next start counts as brought, and would be left where it is.
  for (const record of coming) take(record);
  to.move('live', to.channel('live')?.version ?? 0, Object.fromEntries(coming.map(({ name, id }) => [name, id])), 'start');
  return coming.map(({ id }) => id);
}

/** What these releases would break among each other and among those that stay, as lines `<release id>: sentence`. */
function problemsAmong(coming: readonly ReleaseRecord[], live: Readonly<Record<string, ReleaseRecord>>, filesOf: (record: ReleaseRecord) => string): string[] {
  const together = { ...live, ...Object.fromEntries(coming.map((record) => [record.name, record])) };
  return coming.flatMap((record) => {
    const running = live[record.name];
    const beside = running ? { ...together, [record.name]: running } : together;
    return [...contractProblems(record, beside), ...brokenLinks(record, beside, filesOf)].map(({ text }) => `${record.id}: ${text}`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = resolve(process.argv[2] ?? 'built');
  const releases = defaultReleaseDir();
  try {
    const brought = bring(openReleaseStore(`${built}/releases`), openReleaseStore(releases, { renew: true }), (line) => console.log(line));
    if (existsSync(`${built}/embed`)) cpSync(`${built}/embed`, `${releases}/../embed`, { recursive: true });
    console.log(brought.length > 0 ? `live: ${brought.join(', ')}` : 'the modules of the store stay');
  } catch (error) {
    if (!(error instanceof ReleaseRefused || error instanceof UnreadableStore || error instanceof ChannelMoved)) throw error;
    console.error(`Nothing was released, and what was live stays:\n${error.message}`);
    process.exit(1);
  }
}
