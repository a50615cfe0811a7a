import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fetchedWithoutWindows, fetchWithoutWindows } from './without-windows.mjs';

const KNOWN_PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/usr/bin/google-chrome-stable'];

/** A Chromium that is here already: Playwright's own, the one in CHROMIUM_PATH, or the system's. Null: none. */
export async function findChromium() {
  const { chromium } = await import('@playwright/test');
  const places = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...KNOWN_PLACES];
  return places.find((place) => place && existsSync(place)) ?? null;
}

const WITHOUT_WINDOWS = '/usr/bin/chromium-headless-shell';

/** The Chromium for tests: the one in CHROMIUM_PATH, one without windows, or any. Null: none. */
export async function findTestChromium() {
  return process.env.CHROMIUM_PATH || (existsSync(WITHOUT_WINDOWS) ? WITHOUT_WINDOWS : (fetchedWithoutWindows() ?? findChromium()));
}

/** As `ensureChromium`; beside Debian's Chromium it also gets the one without windows where the archive has it. */
export async function ensureTestChromium() {
  const found = await ensureChromium();
  if (found === '/usr/bin/chromium' && !existsSync(WITHOUT_WINDOWS)) fetchWithoutWindows();
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
