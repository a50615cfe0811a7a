// Plain JavaScript that the system's own Node runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../install.mjs';

/**
 * Debian's Chromium without windows: a story takes two thirds of the processor in it. Its package is fetched beside the Chromium
 * that is installed, into a folder of ours, so nobody needs to be root and the system stays as it is.
 */
const FOLDER = `${REPOSITORY}.cache/chromium-without-windows`;
const NAME = 'chromium-headless-shell';
const INSTALLED = '/usr/lib/chromium';
const LONGEST_MS = 120_000;

/** Where the fetched one is; null: there is none. */
export function fetchedWithoutWindows(folder = FOLDER) {
  const program = join(folder, NAME);
  return existsSync(program) ? program : null;
}

/** Fetches the one of the installed Chromium's version, unless it is there. Null where Debian's archive doesn't have it or can't be asked. */
export function fetchWithoutWindows(folder = FOLDER, installed = INSTALLED) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: dpkg's own.
  const { stdout: version } = done('dpkg-query', ['--show', '--showformat=${Version}', 'chromium-common']);
  const noted = join(folder, 'version');
  if (version && existsSync(noted) && readFileSync(noted, 'utf8') === version) return fetchedWithoutWindows(folder);
  rmSync(folder, { recursive: true, force: true });
  if (!version) return null;
  const making = `${folder}-${process.pid}`;
  mkdirSync(making, { recursive: true });
  try {
    if (!done('apt-get', ['download', '-qq', `${NAME}=${version}`], making).ok) return null;
    const [file] = readdirSync(making);
    if (!file || !done('dpkg-deb', ['--extract', file, 'package'], making).ok) return null;
    const made = join(making, 'package/usr/lib/chromium');
    // What both have in common: copies, because an upgrade of the system's would change it under this one.
    cpSync(installed, made, { recursive: true, filter: (path) => path !== join(installed, 'chromium') });
    if (!done(join(made, NAME), ['--no-sandbox', '--version'], making).ok) return null;
    writeFileSync(join(made, 'version'), version);
    renameSync(made, folder);
    return fetchedWithoutWindows(folder);
  } catch {
    // It only saves time.
    return null;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
}

function done(command, args, cwd = REPOSITORY) {
  const { status, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: LONGEST_MS });
  return { ok: status === 0, stdout: status === 0 ? stdout : '' };
}
