import { commitReleases, madeReleases } from '../../e2e/support/faults/release-folders.ts';
import { runReleases } from '../../e2e/support/faults/releases-run.ts';
import { Refusal } from '../experiment.ts';
import { tellVerdict } from './verdict.ts';

/**
 * Three releases of the server, oldest first, on one database forth and back under load, on both databases. Commits are taken from
 * this repository; without them two later releases are made from this server.
 */
export default async function goForthAndBack({ commits, minutes }: { commits: string; minutes: number }): Promise<boolean> {
  const named = commits.split(',').map((commit) => commit.trim());
  if (commits && named.length !== 3) throw new Refusal('--commits takes three, oldest first: --commits v3,v2,HEAD.');
  const folders = commits ? commitReleases(named) : await madeReleases();
  const wrong: string[] = [];
  try {
    for (const database of ['embedded', 'postgres'] as const) {
      const run = await runReleases({
        releases: folders.releases,
        database,
        workMs: (minutes * 60_000) / 12,
        say: (line) => console.log(`${database}: ${line}`),
      });
      console.log(
        `${database}: ${run.acknowledged} acknowledged, ${run.reads} read; the oldest on the newest’s tables ended with ${run.refusalCode}: ${run.refusal.slice(-300)}`,
      );
      wrong.push(...run.wrong.map((sentence) => `${database}: ${sentence}`));
    }
  } finally {
    folders.remove();
  }
  return tellVerdict(wrong);
}
