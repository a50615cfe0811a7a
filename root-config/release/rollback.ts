import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ROLLBACK } from '@vimarsh/shared/contract/release/history.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { contractProblems } from './check-contract.ts';
import { ReleaseRefused } from './publish.ts';
import { defaultReleaseDir, openReleaseStore, type ReleaseStore, UnreadableStore } from './store.ts';

/** Points `live` back to what the module had live before, or to `to`. Only this module moves. */
export function rollback(store: ReleaseStore, name: string, to?: string): { from: string; record: ReleaseRecord } {
  const live = store.channel('live');
  const from = live?.releases[name];
  if (!live || !from) throw new ReleaseRefused([`${name} is not live`]);
  const before = store.history('live', name);
  const target = to ?? before.at(before.at(-1) === from ? -2 : -1);
  if (!target) throw new ReleaseRefused([`${name}: there is no release before ${from}`]);
  const record = store.record(target);
  if (record?.name !== name) throw new ReleaseRefused([`${name}: ${target} is no release of it`]);
  const problems = contractProblems(record, store.releasesOf('live'));
  if (problems.length) throw new ReleaseRefused(problems.map(({ text }) => `${target}: ${text}`));
  store.move('live', live.version, { [name]: record.id }, `${ROLLBACK} ${from}`);
  return { from, record };
}

/** `npm run rollback -- <module> [--to <release id>]` */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
  try {
    const { from, record } = rollback(openReleaseStore(defaultReleaseDir()), positionals[0] ?? '', values.to);
    console.log(`${record.name} is back at ${record.id} (was ${from})`);
  } catch (error) {
    if (!(error instanceof ReleaseRefused || error instanceof UnreadableStore)) throw error;
    console.error(`Nothing was rolled back:\n${error.message}`);
    process.exit(1);
  }
}
