import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { misuseOf, onlyOne } from '@vimarsh/shared/build/misuse.ts';
import { ROLLBACK } from '@vimarsh/shared/contract/release/history.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { contractProblems } from './check-contract.ts';
import { brokenLinks, ReleaseRefused } from './publish.ts';
import { ChannelMoved, defaultReleaseDir, openReleaseStore, type ReleaseStore, UnreadableStore } from './store.ts';

const ALL_THE_SAME = 'What is live may be worse than links into nothing: --force goes back all the same.';

interface Choice {
  /** Links of others into nothing are said and no longer refused: what is live may be worse than they are. */
  readonly force?: boolean | undefined;
  say?(line: string): void;
}

/**
 * Points `live` back to what the module had live before, or to `to`. Only this module moves, and stays there until somebody
 * names a release for it: releases it, or goes to one that it did not go back to.
 */
export function rollback(store: ReleaseStore, name: string, to?: string, { force, say }: Choice = {}): { from: string; back: boolean; record: ReleaseRecord } {
  const live = store.channel('live');
  const from = live?.releases[name];
  // What was retired can be gone to by its name.
  if (!live || !(from || to)) throw new ReleaseRefused([`${name} is not live`]);
  const before = store.history('live', name);
  const target = to ?? before.at(before.at(-1) === from ? -2 : -1);
  if (!target) throw new ReleaseRefused([`${name}: there is no release before ${from}`]);
  const record = store.record(target);
  if (record?.name !== name) throw new ReleaseRefused([`${name}: ${target} is no release of it`]);
  const beside = store.releasesOf('live');
  const lines = (problems: readonly { text: string }[]): string[] => problems.map(({ text }) => `${target}: ${text}`);
  const problems = lines(contractProblems(record, beside));
  const links = lines(brokenLinks(record, beside, store.filesOf));
  if (problems.length || (links.length && !force)) throw new ReleaseRefused([...problems, ...links, ...(problems.length ? [] : [ALL_THE_SAME])]);
  for (const line of links) say?.(line);
  const back = before.includes(record.id);
  const hold = from && back ? (live.held?.[name] ?? from) : null;
  store.move('live', live.version, { [name]: record.id }, `${ROLLBACK} ${from ?? 'nothing'}`, { [name]: hold });
  return { from: from ?? 'nothing', back, record };
}

/** `npm run rollback -- <module> [--to <release id>] [--force]` */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { to: { type: 'string' }, force: { type: 'boolean' } } });
    const name = onlyOne(positionals, 'Which module? npm run rollback -- <module>, or <module> --to <release id>');
    const { from, back, record } = rollback(openReleaseStore(defaultReleaseDir()), name, values.to, { force: values.force, say: (line) => console.log(line) });
    console.log(`${record.name} is ${back ? 'back at' : 'at'} ${record.id} (was ${from})`);
  } catch (error) {
    const misuse = misuseOf(error);
    if (!misuse && !(error instanceof ReleaseRefused || error instanceof UnreadableStore || error instanceof ChannelMoved)) throw error;
    console.error(misuse ?? `Nothing was rolled back:\n${(error as Error).message}`);
    process.exit(misuse ? 2 : 1);
  }
}
