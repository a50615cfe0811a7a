import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fetchedWithoutWindows, fetchWithoutWindows } from './without-windows.mjs';

const path = process.env.PATH;
let root: string;
let folder: string;
let installed: string;

/** A program in the way of the system's: a line of shell, and what it was asked is noted. */
function stand(name: string, line: string): void {
  const file = join(root, 'bin', name);
  writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> ${root}/asked\n${line}\n`);
  chmodSync(file, 0o755);
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vimarsh-browser-'));
  folder = join(root, 'cache/without-windows');
  installed = join(root, 'installed');
  for (const name of ['bin', 'installed/locales']) mkdirSync(join(root, name), { recursive: true });
  for (const name of ['chromium', 'icudtl.dat', 'locales/en-US.pak']) writeFileSync(join(installed, name), name);
  process.env.PATH = `${join(root, 'bin')}:${path}`;
  stand('dpkg-query', 'printf 156.0-1');
  stand('apt-get', 'touch shell.deb');
  unpacks('exit 0');
});
afterEach(() => {
  process.env.PATH = path;
  rmSync(root, { recursive: true });
});

/** What is in the package answers so when it is started. */
const unpacks = (answers: string): void =>
  stand(
    'dpkg-deb',
    `mkdir -p package/usr/lib/chromium && cd package/usr/lib/chromium && printf '#!/bin/sh\\n${answers}\\n' > chromium-headless-shell && chmod +x chromium-headless-shell`,
  );
const downloads = (): number => readFileSync(join(root, 'asked'), 'utf8').match(/^apt-get/gm)?.length ?? 0;

test('the package of the installed version is unpacked with what both have in common, once', () => {
  expect(fetchedWithoutWindows(folder)).toBeNull();
  const program = fetchWithoutWindows(folder, installed);
  expect(program).toBe(join(folder, 'chromium-headless-shell'));
  expect(fetchedWithoutWindows(folder)).toBe(program);
  expect(readFileSync(join(root, 'asked'), 'utf8')).toContain('apt-get download -qq chromium-headless-shell=156.0-1\n');
  expect(readdirSync(folder).toSorted()).toEqual(['chromium-headless-shell', 'icudtl.dat', 'locales', 'version']);
  expect(existsSync(join(folder, 'locales/en-US.pak'))).toBe(true);
  expect(fetchWithoutWindows(folder, installed)).toBe(program);
  expect(downloads()).toBe(1);
  // Nothing of the unpacking is left.
  expect(readdirSync(join(root, 'cache'))).toEqual(['without-windows']);
});

test('an upgraded Chromium gets another one; where the archive has none the old one goes, too', () => {
  fetchWithoutWindows(folder, installed);
  stand('dpkg-query', 'printf 157.0-1');
  expect(fetchWithoutWindows(folder, installed)).toBe(join(folder, 'chromium-headless-shell'));
  expect(downloads()).toBe(2);
  stand('dpkg-query', 'printf 158.0-1');
  stand('apt-get', 'exit 100');
  expect(fetchWithoutWindows(folder, installed)).toBeNull();
  expect(fetchedWithoutWindows(folder)).toBeNull();
});

test.each([
  ['no Debian', () => stand('dpkg-query', 'exit 1')],
  ['a package that is none', () => stand('dpkg-deb', 'exit 2')],
  ['a program that doesn’t start here', () => unpacks('exit 127')],
  ['no Chromium where it should be', () => rmSync(installed, { recursive: true })],
])('%s: tests run in the Chromium that is there', (_, happens) => {
  happens();
  expect(fetchWithoutWindows(folder, installed)).toBeNull();
  expect(fetchedWithoutWindows(folder)).toBeNull();
  expect(existsSync(join(root, 'cache')) ? readdirSync(join(root, 'cache')) : []).toEqual([]);
});
