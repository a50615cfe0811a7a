import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { publish, release } from '../../root-config/release/publish.ts';
import { openReleaseStore, type ReleaseStore } from '../../root-config/release/store.ts';
import { build } from '../../shared/build/build.ts';
import { readWorkspace, type Workspace } from '../../shared/build/modules.ts';
import { ROLLBACK } from '../../shared/contract/release/history.ts';
import { REPOSITORY, type Stack } from './stack.ts';

export interface Variant {
  /** File of the module, the text to find in it, and what stands there instead. */
  readonly edits?: readonly (readonly [file: string, from: string, to: string])[];
  /** Leaves a safety of the chunk loader out. */
  readonly without?: readonly ('retry' | 'integrity')[];
}

export const storeOf = (stack: Pick<Stack, 'dataDir'>): ReleaseStore => openReleaseStore(`${stack.dataDir}/releases`);

/** Runs `work` with an edited copy of a module. */
async function withVariant<T>(module: string, { edits = [] }: Variant, work: (workspace: Workspace) => Promise<T>): Promise<T> {
  // Inside the repository, so that imports find what is installed; the same edits have the same place, so that they are built once.
  const root = `${REPOSITORY}.cache/variants/${createHash('sha256').update(JSON.stringify(edits)).digest('hex').slice(0, 10)}`;
  const dir = `${root}/${module}`;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  cpSync(REPOSITORY + module, dir, { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) });
  for (const [file, from, to] of edits) {
    const source = readFileSync(`${dir}/${file}`, 'utf8');
    if (!source.includes(from)) throw new Error(`${module}/${file} no longer contains: ${from}`);
    writeFileSync(`${dir}/${file}`, source.replace(from, to));
  }
  return work(readWorkspace(dir));
}

/**
 * Releases an edited copy of a module as a preview of this stack; answers the query that opens it. Used for new versions
 * in stories, and for bugs put in on purpose, which the fault tests must notice.
 */
export function previewVariant(stack: Pick<Stack, 'dataDir'>, module: string, name: string, variant: Variant): Promise<string> {
  return withVariant(module, variant, async (workspace) => {
    const store = storeOf(stack);
    const record = publish(store, await build(workspace, { without: variant.without ?? [] }));
    const channel = `preview-${name}`;
    store.move(channel, store.channel(channel)?.version ?? 0, { [module]: record.id }, 'variant');
    return `release=${module}@${name}`;
  });
}

/** Releases an edited copy of a module to everyone, as `npm run release` does: refused when it would break a neighbour. */
export const releaseVariant = (stack: Pick<Stack, 'dataDir'>, module: string, variant: Variant): Promise<{ id: string }> =>
  withVariant(module, variant, (workspace) => release(storeOf(stack), workspace));

/** Makes an edited copy of a module live without asking whether it may, as a release would whose fault no check sees. Answers its id and how to take it back. */
export const forceVariant = (stack: Pick<Stack, 'dataDir'>, module: string, variant: Variant): Promise<{ id: string; takeBack(): void }> =>
  withVariant(module, variant, async (workspace) => {
    const store = storeOf(stack);
    const before = store.channel('live')!;
    const { id } = publish(store, await build(workspace));
    store.move('live', before.version, { [module]: id }, 'release');
    return {
      id,
      takeBack: () => void store.move('live', store.channel('live')!.version, { [module]: before.releases[module]! }, `${ROLLBACK} ${id}`),
    };
  });
