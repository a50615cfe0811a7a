import { cpSync, existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { START } from '@vimarsh/shared/contract/release/history.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { contractProblems } from './check-contract.ts';
import { brokenLinks, ReleaseRefused } from './publish.ts';
import { ChannelMoved, defaultReleaseDir, openReleaseStore, type ReleaseStore, UnreadableStore } from './store.ts';

/**
 * Takes releases that were built and checked together elsewhere, in an image for instance, into a store, and moves `live` once
 * to them. Two kinds of modules stay, and each is named: one that was rolled back or retired, whatever comes (the new release
 * lies in the store for who names it), and one that somebody released by name, until an image has a release of it that the
 * store does not know. What open tabs still load stays, too. Because of what stays, all are checked once more, against what
 * they are going to live with.
 */
export function bring(from: ReleaseStore, to: ReleaseStore, say: (line: string) => void = () => undefined): string[] {
  const live = to.releasesOf('live');
  const held = to.channel('live')?.held ?? {};
  const differing = Object.values(from.releasesOf('live')).filter(({ id, name }) => live[name]?.id !== id);
  const whyItStays = ({ id, name }: ReleaseRecord): string | null => {
    if (held[name]) return `${live[name] ? `at ${live[name].id}, rolled back from` : 'away, retired at'} ${held[name]}`;
    return live[name] && to.record(id) && !to.cameByStart('live', name) ? `at ${live[name].id}, released by name` : null;
  };
  const take = (record: ReleaseRecord): ReleaseRecord => to.publish({ ...record, previous: live[record.name]?.id ?? null }, from.filesOf(record));
  const coming = differing.filter((record) => whyItStays(record) === null);
  for (const record of differing.filter((one) => !coming.includes(one))) {
    const { name, id } = take(record);
    say(`${name} stays ${whyItStays(record)}: rollback.ts ${name} --to ${id} makes the one of this image live`);
  }
  if (coming.length === 0) return [];
  const problems = problemsAmong(coming, live, (record) => (coming.includes(record) ? from : to).filesOf(record));
  if (problems.length) throw new ReleaseRefused(problems);
  for (const record of coming) take(record);
  to.move('live', to.channel('live')?.version ?? 0, Object.fromEntries(coming.map(({ name, id }) => [name, id])), START);
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
