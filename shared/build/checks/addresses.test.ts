import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { REPOSITORY, workspaces } from '../modules.ts';
import { addressLiterals, strayAddresses } from './addresses.ts';

const root = mkdtempSync(`${tmpdir()}/addresses-`);
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('no address is a literal outside of manifests and shared/domain/routing', async () => {
  const paths = workspaces().flatMap(({ manifest }) => manifest.routes.map(({ path }) => path));
  expect(paths.length).toBeGreaterThan(25);
  expect(await strayAddresses(REPOSITORY, paths)).toEqual([]);
});

test.each([
  ["go('/login')", 1],
  ['<Link to="/login">', 1],
  ['go(`/login`)', 1],
  ["go('/login?plan=register')", 1],
  ["go('/login#top')", 1],
  ["go('/stocks/INFY')", 1],
  ['go(`/stocks/` + symbol)', 1],
  ["go('/loginx')", 0],
  ["go('/auth/v1/login')", 0],
  ["go('/')", 0],
  ["// go('/login')", 0],
  ['/** `/login` */\nconst a = 1;', 0],
  ["import { Login } from './login.page.tsx';", 0],
])('%s holds %d', (source, count) => {
  expect(addressLiterals(source, ['/', '/login', '/stocks/:symbol?'])).toHaveLength(count);
});

test.each([
  ['root-config/a.ts', true],
  ['shell/src/a.tsx', true],
  ['mf-a/src/a.ts', true],
  ['mf-a/embed/a.ts', true],
  ['shared/session/a.ts', true],
  ['shared/domain/access/a.ts', true],
  ['shared/ui/a.tsx', true],
  ['api/src/portal/a.ts', true],
  ['shared/domain/routing/places.ts', false],
  ['shared/contract/a/routes.ts', false],
  ['shared/build/new.ts', false],
  ['mf-a/src/a.test.tsx', false],
  ['mf-a/src/a.testing.ts', false],
  ['shared/session/testing.ts', false],
  ['api/src/identity/demo/people.ts', false],
  ['api/src/calls/history.seed.ts', false],
  ['mf-a/partner-site/pages.ts', false],
  ['mf-a/dist/a.ts', false],
])('in %s it is found: %s', async (file, found) => {
  const dir = `${root}/${Math.random().toString(36).slice(2)}`;
  mkdirSync(dirname(`${dir}/${file}`), { recursive: true });
  writeFileSync(`${dir}/${file}`, "const a = 1;\ngo('/login');\n");
  expect(await strayAddresses(dir, ['/login'])).toEqual(found ? [`${file}:2 /login`] : []);
});
