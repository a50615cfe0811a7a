import { execFileSync } from 'node:child_process';
import { type Built, build } from '@vimarsh/shared/build/build.ts';
import { manifestLine, REPOSITORY, type Workspace } from '@vimarsh/shared/build/modules.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { contractProblems, loosenedGuards } from './check-contract.ts';
import { budgetProblems, hashProblems, linkProblems, pageProblems } from './check-files.ts';
import { startProblems } from './start-check.ts';
import type { ReleaseStore } from './store.ts';

/** A release that may not go out; each line names module and place. */
export class ReleaseRefused extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ReleaseRefused';
    this.problems = problems;
  }
}

type Neighbours = Readonly<Record<string, ReleaseRecord>>;

const at = ({ name, dir }: Workspace, mention: string): string => `${name}/module.json:${Math.max(1, manifestLine(dir, mention))}`;

type FilesOf = (record: ReleaseRecord) => string;

/** Links into nothing that a release would leave. `live` includes what the module itself has live, which is what it gives up. */
export const brokenLinks = (candidate: Pick<ReleaseRecord, 'name' | 'manifest'>, live: Neighbours, filesOf: FilesOf): { mention: string; text: string }[] =>
  linkProblems(
    candidate,
    live[candidate.name],
    Object.values(live).filter(({ name }) => name !== candidate.name),
    filesOf,
  );

/** What would break in users' hands if `built` went live beside `live`, as lines `module/module.json:<line> sentence`. */
export function problemsOf(workspace: Workspace, built: Built, live: Neighbours, filesOf: FilesOf): string[] {
  const { name } = workspace;
  const broken = [...contractProblems(built.record, live), ...pageProblems(built), ...brokenLinks(built.record, live, filesOf)];
  return [...broken.map(({ mention, text }) => `${at(workspace, mention)} ${text}`), ...hashProblems(built).map((text) => `${name}: ${text}`)];
}

/** Budgets the build exceeds, as lines of the same form: reason to refuse a release, not to refuse a start. */
export const excessOf = (workspace: Workspace, built: Built): string[] => budgetProblems(built).map((text) => `${at(workspace, text.split(' ')[0]!)} ${text}`);

/** Adds a checked build to the store; live channels do not move. */
export function publish(store: ReleaseStore, built: Built): ReleaseRecord {
  const live = store.releasesOf('live')[built.record.name];
  // What a developer tried out is nothing to fall back to.
  const previous = live?.from_source ? live.previous : (live?.id ?? null);
  return store.publish(
    { ...built.record, previous: previous === built.record.id ? null : previous, commit: commit(), built_at: new Date().toISOString() },
    built.files,
  );
}

/** Why a release of the foundation would leave every page empty, as lines of the same form. */
export const startProblemsOf = async ({ name }: Workspace, built: Built): Promise<string[]> => (await startProblems(built)).map((text) => `${name}: ${text}`);

/** Remarks on a release that has no fault. */
export const noticesOf = (workspace: Workspace, built: Built, live: Neighbours): string[] =>
  loosenedGuards(built.record, live[workspace.name]).map((text) => `${at(workspace, '"guard"')} ${text}`);

/** Builds, checks and publishes one module, and points `channel` to it. `say` hears what is no reason to refuse it. */
export async function release(
  store: ReleaseStore,
  workspace: Workspace,
  channel = 'live',
  reason = 'release',
  say: (line: string) => void = () => undefined,
): Promise<ReleaseRecord> {
  const built = await build(workspace, { ledgerKeys: store.ledgerKeys() });
  const live = store.releasesOf('live');
  const problems = [...problemsOf(workspace, built, live, store.filesOf), ...excessOf(workspace, built), ...(await startProblemsOf(workspace, built))];
  if (problems.length) throw new ReleaseRefused(problems);
  for (const notice of noticesOf(workspace, built, live)) say(notice);
  const record = publish(store, built);
  store.move(channel, store.channel(channel)?.version ?? 0, { [record.name]: record.id }, reason, { [record.name]: null });
  return record;
}

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return '';
  }
}
