// Plain JavaScript that the system's own Node (20 or newer) runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
const PINNED_NODE = `${REPOSITORY}node_modules/.bin/node`;
const NEEDED_MAJOR = 22;

/** Whether node_modules holds what the lock file says; npm keeps its own list of what it installed. */
export function isInstalled(repository = REPOSITORY) {
  const kept = `${repository}node_modules/.package-lock.json`;
  if (!existsSync(kept)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  const installed = packages(kept);
  return Object.entries(packages(`${repository}package-lock.json`)).every(
    ([path, entry]) => !path.startsWith('node_modules/') || entry.optional || entry.link || installed[path]?.version === entry.version,
  );
}

/** Installs what the lock file says, with npm's progress on the screen. Ends the process when that fails. */
export function install() {
  if (isInstalled()) return;
  console.log('Installing dependencies (once; later starts skip this)…');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--progress=true'], { cwd: REPOSITORY, stdio: 'inherit' });
  if (status === 0) return;
  console.error('\nnpm ci failed, so nothing was started. Is the network there? The command can be repeated at any time.');
  process.exit(status ?? 1);
}

/**
 * Continues under the Node that the lock file pins, when the running one is older: passes signals on and ends as it ends.
 * Comes back only on a Node that will do.
 */
export async function continueOnPinnedNode(script) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= NEEDED_MAJOR) return;
  if (!existsSync(PINNED_NODE)) {
    console.error(
      `Node ${NEEDED_MAJOR} or newer is needed on this system; this is ${process.versions.node}, and no pinned one exists for ${process.platform}-${process.arch}.`,
    );
    process.exit(1);
  }
  const child = spawn(PINNED_NODE, [fileURLToPath(script), ...process.argv.slice(2)], { stdio: 'inherit', env: withPinnedPath() });
  // Ctrl-C reaches the child by itself: it is in the same process group.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  whenOrphaned(() => child.kill('SIGTERM'));
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
  await new Promise(() => undefined);
}

/** npm ends without passing a signal on; then nobody is left to end us. Calls once. */
export function whenOrphaned(end) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    end();
  }, 1_000);
  timer.unref();
}

/** Environment in which `node` is the pinned one. */
export const withPinnedPath = () => ({ ...process.env, PATH: `${REPOSITORY}node_modules/.bin:${process.env.PATH}` });
