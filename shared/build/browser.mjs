import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

/** A Chromium that is here already: Playwright's own, the one in CHROMIUM_PATH, or the system's. Null: none. */
export async function findChromium() {
  const { chromium } = await import('@playwright/test');
  const places = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...KNOWN_PLACES];
  return places.find((place) => place && existsSync(place)) ?? null;
}

/** Debian's Chromium without windows: a story takes two thirds of the processor in it. */
const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

/** The Chromium for tests: the one in CHROMIUM_PATH, one without windows, or any. Null: none. */
export async function findTestChromium() {
  return process.env.CHROMIUM_PATH || (existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : findChromium());
}

/** As `ensureChromium`; a machine of continuous integration also gets the one without windows where its package manager has it. */
export async function ensureTestChromium() {
  const found = await ensureChromium();
  if (found === '/usr/bin/chromium' && process.env.CI === 'true' && process.getuid?.() === 0 && !existsSync(WITHOUT_WINDOWS))
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-remove', '--no-install-recommends', 'chromium-headless-shell'], { stdio: 'ignore', timeout: 120_000 });
  return found && findTestChromium();
}

/** Finds a Chromium or gets one the way this machine allows. Null, with a clear message, when there is no way. */
export async function ensureChromium() {
  const found = await findChromium();
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  console.log('No Chromium found; asking Playwright for one…');
  run('npx', ['playwright', 'install', ...(isRoot ? ['--with-deps'] : []), 'chromium']);
  const fetched = await findChromium();
  if (fetched) return fetched;
  if (isRoot) {
    console.log('Playwright could not; asking the package manager…');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
  }
  const installed = await findChromium();
  if (!installed) {
    console.error(
      'No Chromium could be found or installed, so the browser tests can’t run.\nInstall one (Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium) or name one in CHROMIUM_PATH, then run npm test again.',
    );
  }
  return installed;
}

const run = (command, args) => spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } });
