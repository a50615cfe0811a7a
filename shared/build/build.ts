import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { MAJORS } from '@vimarsh/shared/contract/majors.ts';
import type { ReleaseRecord } from '@vimarsh/shared/contract/release/types.ts';
import type webpack from 'webpack';
import { iconPaths } from './bundle/icon-paths.ts';
import { chunkIntegrityOf, integrityOf } from './bundle/integrity.ts';
import type { BundleTarget } from './bundle/preset.ts';
import { libraryVersions } from './bundle/sharing.ts';
import { WORDS_FILE } from './bundle/words-file.ts';
import { ManifestProblem, manifestLine, REPOSITORY, type Workspace, workspaces } from './modules.ts';

/** A built module: its files and everything a release record needs except history. */
export interface Built {
  /** Folder with the files, each with `.br` and `.gz` beside it. */
  readonly files: string;
  readonly record: Omit<ReleaseRecord, 'previous' | 'built_at' | 'commit'>;
}

interface Memory extends Built {
  readonly tools: string;
  readonly inputs: Record<string, string>;
}

type Options = Pick<BundleTarget, 'mode' | 'without' | 'ledgerKeys'>;

/** What reads it is built anew for other keys. */
const LEDGER_KEYS = 'shared/domain/calls/ledger-keys.ts';

const cacheDir = (): string => process.env.BUILD_CACHE || `${REPOSITORY}.cache/build`;
const sha = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** Builds one module, or answers the last build when none of the files it read has changed. */
export async function build(workspace: Workspace, options: Options = {}): Promise<Built & { fresh: boolean }> {
  const memory = recall(workspace, options);
  if (memory) return { ...memory, fresh: false };
  const { default: compiler } = await import('webpack');
  const { preset } = await import('./bundle/preset.ts');
  const { hasWords, wordsPreset } = await import('./bundle/words.ts');
  const out = `${cacheDir()}/${workspace.name}/work-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
  const target: BundleTarget = { name: workspace.name, dir: workspace.dir, out, ...options };
  const compile = async (configuration: webpack.Configuration): Promise<webpack.Stats> => {
    const stats = await new Promise<webpack.Stats>((resolve, reject) => {
      compiler(configuration, (error, result) => (error || !result ? reject(error) : resolve(result)));
    });
    if (!stats.hasErrors()) return stats;
    rmSync(out, { recursive: true, force: true });
    throw new Error(stats.toString({ all: false, errors: true, errorDetails: false, colors: false }));
  };
  const stats = await compile(preset(target));
  // A module that is worked on from source has no words of its own in the page: it shows its skeleton.
  const words = options.mode !== 'source' && hasWords(workspace.dir) ? await compile(wordsPreset(target)) : null;
  return { ...(await finish(workspace, options, stats, out, words)), fresh: true };
}

/** The drawing of an icon that a manifest names. */
const outlineOf = ({ dir }: Workspace, icon: string): Promise<string[]> =>
  iconPaths(icon).catch((problem: Error) => {
    throw new ManifestProblem(`${dir}/module.json:${manifestLine(dir, `"${icon}"`)} ${problem.message}`);
  });

/** Adds the files of the page, compresses, and names the result by its content. `words`: what the server draws, in the same folder. */
export async function finish(workspace: Workspace, options: Options, stats: webpack.Stats, out: string, words: webpack.Stats | null = null): Promise<Built> {
  const { compilation } = stats;
  const inputs = [
    ...compilation.fileDependencies,
    ...(words?.compilation.fileDependencies ?? []),
    `${workspace.dir}/module.json`,
    `${workspace.dir}/package.json`,
  ];
  if (workspace.name === 'root-config') {
    const { pageFiles } = await import('./bundle/page-template.ts');
    for (const [name, content] of pageFiles(workspace.dir)) {
      mkdirSync(dirname(`${out}/${name}`), { recursive: true });
      writeFileSync(`${out}/${name}`, content);
    }
    inputs.push(
      ...['index.html', 'boot-loader.js', 'kept/ask-first.js', 'kept/kept-words.js', 'sw.js'].map((name) => `${workspace.dir}/${name}`),
      `${REPOSITORY}shared/ui/tokens.css.ts`,
      `${REPOSITORY}shared/ui/fonts.css.ts`,
    );
  }
  // What it provides is part of a release: one whose files are the same must not be taken for the one before.
  const provides = workspace.name === 'shared' ? { provides: MAJORS } : {};
  if (workspace.name === 'shared') inputs.push(`${REPOSITORY}shared/contract/majors.ts`);
  const names = filesIn(out);
  const hash = sha(
    names.map((name) => `${name} ${sha(readFileSync(`${out}/${name}`))}`).join('\n') +
      JSON.stringify(workspace.manifest) +
      workspace.version +
      JSON.stringify(provides),
  ).slice(0, 10);
  const fromSource = options.mode === 'source';
  const trusted = inputs.includes(REPOSITORY + LEDGER_KEYS) ? (options.ledgerKeys ?? []) : [];
  const sizes = new Map(names.map((name) => [name, fromSource || name === WORDS_FILE ? 0 : compress(`${out}/${name}`)]));
  const files = `${cacheDir()}/${workspace.name}/${hash}`;
  // A watching webpack writes only what changed, so its folder has to stay.
  if (fromSource) cpSync(out, files, { recursive: true });
  else if (existsSync(files)) rmSync(out, { recursive: true, force: true });
  else renameSync(out, files);

  const url = (file: string): string => `/releases/${workspace.name}/${hash}/${file}`;
  const asPreload = (chunks: Iterable<webpack.Chunk>) =>
    [...new Set([...chunks].flatMap((chunk) => [...chunk.files]))]
      .filter((file) => file.endsWith('.js'))
      .map((file) => ({ url: url(file), integrity: chunkIntegrityOf(readFileSync(`${files}/${file}`)) }));
  const entrypoint = [...compilation.entrypoints.values()][0]!;
  const entry = [...entrypoint.getEntrypointChunk().files].find((file) => file.endsWith('.js'))!;
  const exposed = entrypoint.getChildren().filter((group) => group.origins.some(({ request }) => EXPOSED.test(request ?? '')));
  const pages = compilation.chunkGroups.flatMap((group) => {
    const page = group.origins
      .map(({ request }) =>
        LATER.exec(request ?? '')
          ?.slice(1)
          .find(Boolean),
      )
      .find(Boolean);
    return page ? [[page, asPreload(group.chunks)] as const] : [];
  });
  // A further script of root-config is to it what a page is to a module: fetched when it is wanted.
  for (const further of [...compilation.entrypoints.values()].slice(1)) pages.push([further.name!, asPreload(further.chunks)]);
  const icons = new Set(workspace.manifest.routes.flatMap(({ menu }) => menu?.icon ?? []));
  const built: Built = {
    files,
    record: {
      id: `${workspace.name}@${workspace.version}+${hash}`,
      name: workspace.name,
      version: workspace.version,
      entry: url(entry),
      integrity: integrityOf(readFileSync(`${files}/${entry}`)),
      manifest: workspace.manifest,
      ...(words && { words: { url: url(WORDS_FILE), integrity: integrityOf(readFileSync(`${files}/${WORDS_FILE}`)) } }),
      preload: asPreload(exposed.flatMap((group) => group.chunks)),
      ...(pages.length ? { pages: Object.fromEntries(pages) } : {}),
      ...(icons.size
        ? { icons: Object.fromEntries(await Promise.all([...icons].map(async (name) => [name, await outlineOf(workspace, name)] as const))) }
        : {}),
      bytes: { entry: sizes.get(entry) ?? 0, total: [...sizes.values()].reduce((sum, size) => sum + size, 0) },
      ...(workspace.name === 'root-config' ? {} : { libraries: libraryVersions() }),
      ...(fromSource ? { from_source: true } : {}),
      ...(trusted.length ? { ledger_keys: [...trusted] } : {}),
      ...provides,
    },
  };
  remember(workspace, options, built, inputs);
  return built;
}

/** What a page may preload besides the module itself: a screen, or the session's code that sends requests. */
const LATER = /([\w-]+)\.page\.tsx$|^\.\.\/client\/(client)\.ts$/;

/** What every page takes from a container: the module itself, or the session of `shared` (its libraries are one chunk). */
const EXPOSED = /^\.\/(src|session)\/index\.ts$/;

const COMPRESSIBLE = /\.(js|css|html|svg|json|map)$/;

/** Writes `.br` and `.gz` beside a text file; answers its brotli bytes (0 for source maps, which no visitor loads). */
function compress(file: string): number {
  if (!COMPRESSIBLE.test(file)) return statSync(file).size;
  const content = readFileSync(file);
  const brotli = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
  writeFileSync(`${file}.br`, brotli);
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  return file.endsWith('.map') ? 0 : brotli.length;
}

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dir, `${entry.parentPath}/${entry.name}`))
    .toSorted();

/** Changes of the build itself rebuild everything. */
function toolsHash(): string {
  const here = `${REPOSITORY}shared/build/`;
  const own = ['', 'bundle/'].flatMap((shelf) => readdirSync(here + shelf).map((name) => shelf + name)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  return sha([`${REPOSITORY}package-lock.json`, ...own.toSorted().map((name) => here + name)].map((file) => sha(readFileSync(file))).join());
}

/** One memory per module, kind of build and folder: copies of a module (tests make some) don't displace the module's own. */
const memoryFile = ({ name, dir }: Workspace, { mode = 'release', without = [] }: Options): string =>
  `${cacheDir()}/${[name, mode, ...without, ...(dir === REPOSITORY + name ? [] : [sha(dir).slice(0, 6)])].join('-')}.json`;

function remember(workspace: Workspace, options: Options, built: Built, inputs: string[]): void {
  const own = inputs.filter((file) => !file.includes('/node_modules/') && existsSync(file) && statSync(file).isFile());
  const memory: Memory = {
    ...built,
    tools: toolsHash(),
    inputs: Object.fromEntries([...new Set(own)].map((file) => [relative(REPOSITORY, file), sha(readFileSync(file))])),
  };
  const file = memoryFile(workspace, options);
  writeFileSync(`${file}.${process.pid}`, JSON.stringify(memory, null, 1));
  renameSync(`${file}.${process.pid}`, file);
  forgetOld(`${cacheDir()}/${workspace.name}`);
}

const KEPT_BUILDS = 20;

/** Builds nobody is likely to come back to; what was released has its own copy. */
function forgetOld(dir: string): void {
  const builds = readdirSync(dir).map((name) => ({ path: `${dir}/${name}`, age: statSync(`${dir}/${name}`).mtimeMs }));
  for (const { path } of builds.toSorted((a, b) => b.age - a.age).slice(KEPT_BUILDS)) rmSync(path, { recursive: true, force: true });
}

function recall(workspace: Workspace, options: Options): Built | null {
  const file = memoryFile(workspace, options);
  if (!existsSync(file)) return null;
  const { tools, inputs, files, record } = JSON.parse(readFileSync(file, 'utf8')) as Memory;
  if (!existsSync(files) || tools !== toolsHash()) return null;
  if (inputs[LEDGER_KEYS] && String(record.ledger_keys ?? []) !== String(options.ledgerKeys ?? [])) return null;
  const same = Object.entries(inputs).every(([name, hash]) => existsSync(REPOSITORY + name) && sha(readFileSync(REPOSITORY + name)) === hash);
  return same ? { files, record } : null;
}

/** Builds a module's embeds (`<module>/embed/build.ts`), which are served outside the portal, when something changed. */
export function buildEmbeds(workspace: Workspace): boolean {
  const script = `${workspace.dir}/embed/build.ts`;
  if (!existsSync(script)) return false;
  const folders = [`${workspace.dir}/embed`, `${workspace.dir}/src`, `${REPOSITORY}shared/contract`, `${REPOSITORY}shared/domain`];
  const state = sha(
    `${sha(readFileSync(`${REPOSITORY}package-lock.json`))}${folders.flatMap((dir) => filesIn(dir).map((name) => sha(readFileSync(`${dir}/${name}`)))).join()}`,
  );
  const file = `${cacheDir()}/${workspace.name}-embed.txt`;
  if (existsSync(file) && readFileSync(file, 'utf8') === state && existsSync(`${workspace.dir}/dist/embed`)) return false;
  const { status, stderr } = spawnSync(process.execPath, [script], { cwd: REPOSITORY, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${workspace.name}/embed did not build:\n${stderr}`);
  mkdirSync(cacheDir(), { recursive: true });
  writeFileSync(file, state);
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wanted = process.argv.slice(2);
  for (const workspace of workspaces().filter(({ name }) => !wanted.length || wanted.includes(name))) {
    const started = performance.now();
    const { record, fresh } = await build(workspace);
    const embeds = buildEmbeds(workspace);
    const what = fresh ? `built in ${((performance.now() - started) / 1000).toFixed(1)} s` : embeds ? 'embeds built' : 'unchanged';
    console.log(`${record.id.padEnd(42)} entry ${String(record.bytes.entry).padStart(6)} B br, all ${String(record.bytes.total).padStart(7)} B br  ${what}`);
  }
}
