import { parseArgs } from 'node:util';
import { commitReleases, madeReleases } from '../support/faults/release-folders.ts';
import { runReleases } from '../support/faults/releases-run.ts';

/**
 * `npm run releases -- --commits v3,v2,HEAD --minutes 5`: three releases of the server, oldest first, on one database forth and back under load,
 * on both databases. Commits are taken from this repository; without them two later releases are made from this server.
 */
const { values } = parseArgs({ options: { commits: { type: 'string' }, minutes: { type: 'string', default: '2' } } });
const commits = values.commits?.split(',').map((commit) => commit.trim());
if (commits && commits.length !== 3) {
  console.error('Name three commits, oldest first: npm run releases -- --commits v3,v2,HEAD');
  process.exit(2);
}
const folders = commits ? commitReleases(commits) : await madeReleases();
const workMs = (Number(values.minutes) * 60_000) / 12;
let good = true;
try {
  for (const database of ['embedded', 'postgres'] as const) {
    const { wrong, refusal, refusalCode, ...figures } = await runReleases({
      releases: folders.releases,
      database,
      workMs,
      say: (line) => console.log(`${database}: ${line}`),
    });
    console.log(
      `${database}: ${figures.acknowledged} acknowledged, ${figures.reads} read; the oldest on the newest’s tables ended with ${refusalCode}: ${refusal.slice(-300)}`,
    );
    for (const sentence of new Set(wrong)) console.log(`✗ ${sentence}`);
    good &&= wrong.length === 0;
  }
} finally {
  folders.remove();
}
console.log(good ? '✓ Nothing went wrong.' : '✗ Something went wrong.');
process.exit(good ? 0 : 1);
