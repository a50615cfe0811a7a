import { cpSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Built, build, buildEmbeds } from '@vimarsh/shared/build/build.ts';
import { misuseOf } from '@vimarsh/shared/build/misuse.ts';
import { type Workspace, workspaces } from '@vimarsh/shared/build/modules.ts';
import { START } from '@vimarsh/shared/contract/release/history.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import { excessOf, noticesOf, problemsOf, publish, ReleaseRefused, startProblemsOf } from './publish.ts';
import { ChannelMoved, defaultReleaseDir, openReleaseStore, type ReleaseStore, UnreadableStore } from './store.ts';

/**
 * Brings the sources live: builds what changed, checks everything against everything, and moves `live` once. So the start of
 * another version, a later or an earlier one, shows that version's modules. Three kinds of modules stay, and each is named:
 * one that was rolled back or retired, until somebody releases it by name, whatever has changed since; one that somebody
 * released by name, until its sources are new to the store; and one that the sources lack. What `npm start -- --only` made live
 * while a module was worked on gives way to what it had before. Opened with `renew`, a store whose live channel can't be read
 * gets a new one: every module is brought, so nothing is lost but a rollback.
 */
export async function ship(store: ReleaseStore, list: readonly Workspace[], say: (line: string) => void = () => undefined): Promise<string[]> {
  const built: { workspace: Workspace; result: Built }[] = [];
  for (const workspace of list) {
    const started = performance.now();
    const result = await build(workspace, { ledgerKeys: store.ledgerKeys() });
    buildEmbeds(workspace);
    placeEmbeds(workspace, store.dir);
    if (result.fresh) say(`built ${workspace.name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    built.push({ workspace, result });
  }
  const live = store.releasesOf('live');
  const held = store.channel('live')?.held ?? {};
  const back: Record<string, string | null> = {};
  for (const name of Object.keys(held).filter((one) => live[one]?.from_source)) {
    const before = store.record(store.history('live', name).at(-1) ?? '');
    back[name] = before?.id ?? null;
    if (before) live[name] = before;
    else delete live[name];
  }
  const differs = built.filter(({ result: { record } }) => live[record.name]?.id !== record.id);
  const free = differs.map(({ result }) => result.record).filter(({ name }) => !held[name]);
  for (const { name } of differs.map(({ result }) => result.record).filter((record) => held[record.name]))
    say(
      `${name} stays ${live[name] ? `at ${live[name].id}, rolled back from` : 'away, retired at'} ${held[name]}: npm run release -- ${name} makes its sources live`,
    );
  // The store knows what a module had before. A restart must not undo what somebody has released by name since.
  const named = free.filter(({ id, name }) => live[name] && !live[name].from_source && store.record(id) && !store.cameByStart('live', name));
  for (const { name } of named) say(`${name} stays at ${live[name]!.id}, released by name: npm run release -- ${name} makes its sources live`);
  const incoming = differs.filter(({ result: { record } }) => free.includes(record) && !named.includes(record));
  for (const { name, id } of Object.values(live).filter((one) => !list.some((workspace) => workspace.name === one.name)))
    say(`${name} stays at ${id}, though it is not among these sources: npm run retire -- ${name} takes it out`);
  if (!incoming.length && !Object.keys(back).length) return [];
  const fresh = Object.fromEntries(incoming.map(({ result }) => [result.record.name, { ...result.record, previous: null, commit: '', built_at: '' }]));
  const together = { ...live, ...fresh };
  const builds = new Map(incoming.map(({ result }) => [result.record.id, result.files]));
  const filesOf = (record: ReleaseRecord): string => builds.get(record.id) ?? store.filesOf(record);
  const problems = incoming.flatMap(({ workspace, result }) =>
    problemsOf(workspace, result, { ...together, ...(live[workspace.name] ? { [workspace.name]: live[workspace.name]! } : {}) }, filesOf),
  );
  for (const { workspace, result } of incoming) problems.push(...(await startProblemsOf(workspace, result)));
  if (problems.length) {
    const freed = Object.entries(held).flatMap(([name, from]) =>
      live[name] ? `${name} was rolled back and stays back; what lets it go: npm run rollback -- ${name} --to ${from}` : [],
    );
    throw new ReleaseRefused([...problems, ...freed]);
  }
  for (const { workspace, result } of incoming) for (const excess of excessOf(workspace, result)) say(`over budget: ${excess}`);
  for (const { workspace, result } of incoming) for (const notice of noticesOf(workspace, result, live)) say(notice);
  const records = incoming.map(({ result }) => publish(store, result));
  store.move('live', store.channel('live')?.version ?? 0, { ...back, ...Object.fromEntries(records.map(({ name, id }) => [name, id])) }, START);
  return [...Object.values(back).filter((id) => id !== null), ...records.map(({ id }) => id)];
}

/** Puts a module's standalone bundles beside the releases; earlier versions stay for the pages that pin them. */
function placeEmbeds({ dir }: Workspace, releases: string): void {
  if (existsSync(`${dir}/dist/embed`)) cpSync(`${dir}/dist/embed`, `${releases}/../embed`, { recursive: true });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    parseArgs();
    const shipped = await ship(openReleaseStore(defaultReleaseDir(), { renew: true }), workspaces(), (line) => console.log(`  ${line}`));
    console.log(shipped.length ? `  live: ${shipped.join(', ')}` : '  no module to bring live');
  } catch (error) {
    const misuse = misuseOf(error);
    if (misuse) console.error(misuse);
    else
      console.error(
        error instanceof ReleaseRefused || error instanceof UnreadableStore || error instanceof ChannelMoved ? `Not released:\n${error.message}` : error,
      );
    process.exit(misuse ? 2 : 1);
  }
}
