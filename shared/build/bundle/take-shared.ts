import webpack from 'webpack';

/** What webpack's modules for shared libraries say of themselves; its types do not. */
interface SharedConsumer extends webpack.Module {
  readonly options: { readonly shareKey: string; readonly shareScope: string; readonly requiredVersion: unknown };
}

/**
 * Takes shared libraries from the one container that provides them, in place of webpack's own runtime for that.
 *
 * Webpack's remembers that it has begun and never begins again: after one failure of a `shared` chunk every further try
 * failed without a request, until the page was loaded anew. It also carries a resolver for any range of any number of
 * versions, a quarter of an entry, while here one container provides one version of each (`sharing.ts`).
 */
export class TakeSharedPlugin implements webpack.WebpackPluginInstance {
  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('TakeShared', (compilation) => {
      compilation.hooks.runtimeModule.tap('TakeShared', (module, chunk) => {
        if (module.constructor.name === 'ConsumeSharedRuntimeModule') module.generate = () => runtime(compilation, chunk);
      });
    });
  }
}

function runtime(compilation: webpack.Compilation, entry: webpack.Chunk): string {
  const { chunkGraph } = compilation;
  const { moduleFactories, ensureChunkHandlers, shareScopeMap } = webpack.RuntimeGlobals;
  const wanted: Record<string, string> = {};
  const chunks: Record<string, (string | number)[]> = {};
  for (const chunk of entry.getAllReferencedChunks()) {
    for (const module of chunkGraph.getChunkModulesIterableBySourceType(chunk, 'consume-shared') ?? []) {
      const id = chunkGraph.getModuleId(module)!;
      const { shareKey, requiredVersion } = (module as SharedConsumer).options;
      wanted[id] = `${caretOf(shareKey, requiredVersion)} ${shareKey}`;
      chunks[chunk.id!] = [...(chunks[chunk.id!] ?? []), id].toSorted();
    }
  }
  // A failure is forgotten, so that the next try asks again; it is the chunk's own failure that the module's loader hears of.
  return `
const wanted = ${JSON.stringify(wanted)};
const chunks = ${JSON.stringify(chunks)};
const taken = {};
const take = async (id) => {
  const [least, key] = wanted[id].split(' ');
  const versions = ${shareScopeMap}.default[key];
  for (const version in versions) {
    const [major, ...have] = version.split('.');
    const [wantedMajor, ...want] = least.split('.');
    if (major == wantedMajor && (have[0] - want[0] || have[1] - want[1]) >= 0) {
      const factory = await versions[version].get();
      ${moduleFactories}[id] = (module) => { module.exports = factory(); };
      return;
    }
  }
  throw new Error(key + ' ^' + least + ' is not provided, but ' + Object.keys(versions || {}));
};
${ensureChunkHandlers}.consumes = (chunk, promises) => {
  for (const id of chunks[chunk] || []) promises.push(taken[id] ||= take(id).catch((error) => { delete taken[id]; throw error; }));
};`;
}

/** `11.14.0` of `^11.14.0`, as webpack keeps it parsed; any other range needs more than this runtime knows. */
function caretOf(key: string, range: unknown): string {
  const [kind, ...version] = Array.isArray(range) ? range : [];
  if (kind !== 1 || version.length !== 3 || !version.every(Number.isInteger)) throw new Error(`${key} must be wanted as ^major.minor.patch, major 1 or more`);
  return version.join('.');
}
