import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { misuseOf, onlyOne } from '@vimarsh/shared/build/misuse.ts';
import { ROLLBACK } from '@vimarsh/shared/contract/release/history.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { contractProblems } from './check-contract.ts';
import { ReleaseRefused } from './publish.ts';
import { ChannelMoved, defaultReleaseDir, openReleaseStore, type ReleaseStore, UnreadableStore } from './store.ts';

/**
 * Points `live` back to what the module had live before, or to `to`. Only this module moves, and stays there until somebody
 * names a release for it: releases it, or goes to one that it did not go back to.
 */
export function rollback(store: ReleaseStore, name: string, to?: string): { from: string; record: ReleaseRecord } {
  const live = store.channel('live');
  const from = live?.releases[name];
  // What was retired can be gone to by its name.
  if (!live || !(from || to)) throw new ReleaseRefused([`${name} is not live`]);
  const before = store.history('live', name);
  const target = to ?? before.at(before.at(-1) === from ? -2 : -1);
  if (!target) throw new ReleaseRefused([`${name}: there is no release before ${from}`]);
  const record = store.record(target);
  if (record?.name !== name) throw new ReleaseRefused([`${name}: ${target} is no release of it`]);
  const problems = contractProblems(record, store.releasesOf('live'));
  if (problems.length) throw new ReleaseRefused(problems.map(({ text }) => `${target}: ${text}`));
  const hold = from && before.includes(record.id) ? (live.held?.[name] ?? from) : null;
  store.move('live', live.version, { [name]: record.id }, `${ROLLBACK} ${from ?? 'nothing'}`, { [name]: hold });
  return { from: from ?? 'nothing', record };
}

/** `npm run rollback -- <module> [--to <release id>]` */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
    const name = onlyOne(positionals, 'Which module? npm run rollback -- <module>, or <module> --to <release id>');
    const { from, record } = rollback(openReleaseStore(defaultReleaseDir()), name, values.to);
    console.log(`${record.name} is back at ${record.id} (was ${from})`);
  } catch (error) {
    const misuse = misuseOf(error);
    if (!misuse && !(error instanceof ReleaseRefused || error instanceof UnreadableStore || error instanceof ChannelMoved)) throw error;
    console.error(misuse ?? `Nothing was rolled back:\n${(error as Error).message}`);
    process.exit(misuse ? 2 : 1);
  }
}
