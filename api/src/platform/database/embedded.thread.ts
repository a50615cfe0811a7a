import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';

let started: Worker | null = null;

/** Starts the database's thread before anybody knows where its data is: it reads PostgreSQL's code while the server reads its own. */
export function startThread(): void {
  started ??= newThread();
}

/** A thread that waits to be told where its data is: the one that was started ahead, or a new one. */
export function takeThread(): Worker {
  const thread = started ?? newThread();
  started = null;
  return thread;
}

function newThread(): Worker {
  // One compiler thread for the database's WASM: 30 MB less resident, and no slower on two cores.
  setFlagsFromString('--wasm-num-compilation-tasks=1');
  // V8's collection of replaced WASM code can abort the whole process (`jit_page.has_value()` in WasmImportWrapperCache::Free,
  // nodejs/node 64500). What it would give back is a few megabytes, once.
  setFlagsFromString('--no-wasm-code-gc');
  // Functions are optimized once they are truly hot, not while the server starts: a second less of processor until ready,
  // 30 MB less resident, and queries are as fast after a few hundred of them.
  setFlagsFromString('--wasm-tiering-budget=2000000000');
  const cache = getCompileCacheDir();
  // A thread finds what this one keeps compiled only if its environment says where: without it each start translates TypeScript anew.
  const env = cache ? { ...process.env, NODE_COMPILE_CACHE: dirname(cache) } : process.env;
  return new Worker(new URL('./embedded.worker.ts', import.meta.url), { env });
}
