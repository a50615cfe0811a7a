import webpack from 'webpack';
import { chunkIntegrityOf } from './integrity.ts';

export interface LoadChunksOptions {
  /** Tries after the first one; waits about 0.4 s, then about 1.2 s. */
  readonly retries: number;
  /** Whether browsers refuse a chunk whose bytes differ from the build's. */
  readonly integrity: boolean;
}

/** A chunk that has not come by then is asked for again beside what is under way, and again after twice the time, in milliseconds. */
const LATE = 15_000;

const HOLE_LENGTH = chunkIntegrityOf('').length;
const holeOf = (chunkId: string | number): string => `#hole-${chunkId}#`.padEnd(HOLE_LENGTH, '.');

/**
 * Replaces webpack's script loader in every bundle by one that tries again and checks hashes.
 *
 * A chunk that fails (network, 5xx, wrong hash) is asked for again, one that timed out is not: the user has waited two
 * minutes. One that is late is asked for again while the first request goes on: what hangs will not come, what is slow
 * may. Once failed or late, it is asked for under a new query each time, so that neither a broken copy in a cache nor a
 * hanging request can answer again. Whoever asked for the chunk hears of its failure: a page's place decides whether the app
 * reloads (S2.3-RULE-05), a part of a page never does. `crossOrigin` is always set, so that
 * `<link rel=preload crossorigin>` serves the same request.
 */
class LoadChunksRuntimeModule extends webpack.RuntimeModule {
  readonly #options: LoadChunksOptions;

  constructor(options: LoadChunksOptions) {
    super('load chunks', webpack.RuntimeModule.STAGE_ATTACH);
    this.#options = options;
  }

  override generate(): string {
    const { loadScript, createScriptUrl } = webpack.RuntimeGlobals;
    const { retries, integrity } = this.#options;
    const chunks = integrity ? [...(this.chunk?.getAllAsyncChunks() ?? [])].flatMap(({ id }) => (id === null ? [] : [id])) : [];
    const holes = Object.fromEntries(chunks.map((id) => [id, holeOf(id)]));
    const timeout = this.compilation?.outputOptions.chunkLoadTimeout ?? 0;
    return loaderSource({ loadScript, createScriptUrl, retries, integrity: JSON.stringify(holes), timeout });
  }
}

/** The loader's own text; what is in it comes from the build. */
export const loaderSource = (names: { loadScript: string; createScriptUrl: string; retries: number; integrity: string; timeout: number }): string => `
const integrity = ${names.integrity};
const failed = {};
${names.loadScript} = (url, done, key, chunk) => {
  let open = 1;
  let late;
  const watch = (wait) => {
    late = setTimeout(() => {
      failed[url] = 1;
      open += 1;
      attempt(0);
      watch(wait * 2);
    }, wait);
  };
  const attempt = (tries) => {
    const script = document.createElement('script');
    const end = (event) => {
      clearTimeout(timer);
      script.remove();
      if (!open) return;
      if (event.type !== 'load') failed[url] = 1;
      if (event.type === 'error') {
        if (tries < ${names.retries}) return setTimeout(attempt, (300 + Math.random() * 200) * (tries ? 3 : 1), tries + 1);
        open -= 1;
        if (open) return;
      }
      open = 0;
      clearTimeout(late);
      done(event);
    };
    const timer = setTimeout(end, ${names.timeout}, { type: 'timeout', target: script });
    script.onload = script.onerror = end;
    script.crossOrigin = 'anonymous';
    script.integrity = integrity[chunk] || '';
    script.src = ${names.createScriptUrl}(failed[url] ? url + '?retry=' + Date.now() : url);
    document.head.append(script);
  };
  watch(${LATE});
  attempt(0);
};`;

/** Chunks lie beside their entry. Says so in one line: entries are always run by a script of the page, never by a worker. */
class BesideEntryRuntimeModule extends webpack.RuntimeModule {
  constructor() {
    super('beside entry', webpack.RuntimeModule.STAGE_BASIC);
  }

  override generate(): string {
    return `${webpack.RuntimeGlobals.publicPath} = document.currentScript.src.replace(/[^/]*$/, '');`;
  }
}

/**
 * Chain of trust: page → entry (hash in the release record) → chunks (hashes in the entry). The hashes are filled in when
 * every file has its final content.
 */
export class LoadChunksPlugin implements webpack.WebpackPluginInstance {
  readonly #options: LoadChunksOptions;

  constructor(options: LoadChunksOptions) {
    this.#options = options;
  }

  apply(compiler: webpack.Compiler): void {
    compiler.hooks.compilation.tap('LoadChunks', (compilation) => {
      // Answering `true` keeps webpack's own loader out.
      compilation.hooks.runtimeRequirementInTree.for(webpack.RuntimeGlobals.loadScript).tap('LoadChunks', (chunk, requirements) => {
        requirements.add(webpack.RuntimeGlobals.createScriptUrl);
        compilation.addRuntimeModule(chunk, new LoadChunksRuntimeModule(this.#options));
        return true;
      });
      compilation.hooks.runtimeRequirementInTree.for(webpack.RuntimeGlobals.publicPath).tap('LoadChunks', (chunk) => {
        compilation.addRuntimeModule(chunk, new BesideEntryRuntimeModule());
        return true;
      });
      compilation.hooks.processAssets.tap({ name: 'LoadChunks', stage: webpack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH + 1 }, () => fill(compilation));
    });
  }
}

function fill(compilation: webpack.Compilation): void {
  const hashes = new Map<string, string>();
  for (const chunk of compilation.chunks) {
    const file = [...chunk.files].find((name) => name.endsWith('.js'));
    if (!chunk.hasRuntime() && chunk.id !== null && file) hashes.set(holeOf(chunk.id), chunkIntegrityOf(compilation.getAsset(file)!.source.buffer()));
  }
  for (const chunk of compilation.chunks) {
    if (!chunk.hasRuntime()) continue;
    for (const file of chunk.files) {
      compilation.updateAsset(file, (source) => {
        const filled = new webpack.sources.ReplaceSource(source);
        for (const match of String(source.source()).matchAll(/#hole-[^#]+#\.*/g)) {
          // A chunk that only consumes shared libraries has no file, so nothing of it is ever loaded.
          filled.replace(match.index, match.index + HOLE_LENGTH - 1, hashes.get(match[0]) ?? '');
        }
        return filled;
      });
    }
  }
}
