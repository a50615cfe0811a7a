import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { REPOSITORY } from './modules.ts';

// A copy of the tree in which the recipe is followed to the end; the libraries are this tree's own.
const copy = `${mkdtempSync(`${tmpdir()}/vimarsh-new-`)}/`;
const LEFT_OUT = /^(node_modules|dist|coverage|test-results|\.(git|cache|data).*)$/;

beforeAll(() => {
  for (const name of readdirSync(REPOSITORY).filter((entry) => !LEFT_OUT.test(entry))) {
    cpSync(REPOSITORY + name, copy + name, { recursive: true, filter: (source) => !LEFT_OUT.test(source.slice(source.lastIndexOf('/') + 1)) });
  }
  mkdirSync(`${copy}node_modules/@vimarsh`, { recursive: true });
  for (const name of readdirSync(`${REPOSITORY}node_modules`).filter((entry) => entry !== '@vimarsh' && entry !== '.vite'))
    symlinkSync(`${REPOSITORY}node_modules/${name}`, `${copy}node_modules/${name}`);
  symlinkSync(`${copy}shared`, `${copy}node_modules/@vimarsh/shared`);
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

function run(command: string, ...args: string[]) {
  const env = { ...process.env, BUILD_CACHE: `${copy}.cache/build`, DATA_DIR: `${copy}.data`, VITEST: '' };
  const { status, stdout, stderr } = spawnSync(command === 'node' ? process.execPath : `${copy}node_modules/.bin/${command}`, args, {
    cwd: copy,
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
  return { status, said: stdout + stderr };
}

/** Every file of the tree with its content. */
const tree = (): Map<string, string> =>
  new Map(
    readdirSync(copy, { recursive: true, encoding: 'utf8' })
      .filter((file) => !/(^|\/)(node_modules|\.cache|\.data)(\/|$)/.test(file) && statSync(copy + file).isFile())
      .map((file) => [file, readFileSync(copy + file, 'latin1')]),
  );
const changed = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file);

function succeeds(command: string, ...args: string[]): string {
  const { status, said } = run(command, ...args);
  expect(status, said).toBe(0);
  return said;
}

test('a new module is a folder and nothing else: it has a screen, a test and a README, and is released', () => {
  const before = tree();
  expect(run('node', 'shared/build/new.ts', 'mf-sample')).toMatchObject({ status: 0 });
  expect(changed(before, tree()).toSorted()).toEqual([
    'mf-sample/README.md',
    'mf-sample/module.json',
    'mf-sample/package.json',
    'mf-sample/src/index.ts',
    'mf-sample/src/sample/sample.page.tsx',
    'mf-sample/src/sample/sample.test.tsx',
  ]);
  succeeds('vitest', 'run', '--project', 'dom', 'mf-sample');
  const said = succeeds('node', '--disable-warning=ExperimentalWarning', 'root-config/release/release.ts', 'mf-sample');
  expect(said).toMatch(/mf-sample@0\.1\.0\+[0-9a-f]{10} is live/);
}, 240_000);

test('a new screen touches its module’s folder only; types, style and its test hold', () => {
  const before = tree();
  expect(run('node', 'shared/build/new.ts', 'mf-sample/price-alerts')).toMatchObject({ status: 0 });
  expect(changed(before, tree()).toSorted()).toEqual([
    'mf-sample/module.json',
    'mf-sample/src/index.ts',
    'mf-sample/src/price-alerts/price-alerts.page.tsx',
    'mf-sample/src/price-alerts/price-alerts.test.tsx',
  ]);
  writeFileSync(`${copy}tsconfig.one.json`, JSON.stringify({ extends: './tsconfig.json', include: ['mf-sample/**/*', 'shared/build/tests/test-dom.ts'] }));
  succeeds('tsc', '-p', 'tsconfig.one.json');
  succeeds('biome', 'check', '--error-on-warnings', 'mf-sample');
  succeeds('vitest', 'run', '--project', 'dom', 'mf-sample/src/price-alerts');
  // The check of the whole house reads the module too.
  expect(succeeds('tsc', '-p', '.', '--listFilesOnly')).toContain('/mf-sample/src/index.ts');
}, 240_000);

/** Whether a text only gained what stands in one place of it. */
function isAddedTo(before: string, after: string): boolean {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return after.length > before.length && after.endsWith(before.slice(same));
}

test('a screen in a module of long standing adds lines to two of its files and changes none', () => {
  const before = tree();
  expect(run('node', 'shared/build/new.ts', 'mf-recommendations/alerts')).toMatchObject({ status: 0 });
  const after = tree();
  const [manifest, index, ...made] = ['module.json', 'src/index.ts', 'src/alerts/alerts.page.tsx', 'src/alerts/alerts.test.tsx'].map(
    (file) => `mf-recommendations/${file}`,
  );
  expect(changed(before, after).toSorted()).toEqual([manifest, index, ...made].toSorted());
  for (const file of [manifest!, index!]) expect(isAddedTo(before.get(file)!, after.get(file)!), file).toBe(true);
}, 60_000);

test('what reads every module of the house holds for new ones as they were made: Hindi, menu, icons, search, needs, stories', () => {
  succeeds(
    'vitest',
    'run',
    'root-config/hindi',
    'shell/src/menu',
    'shell/src/search',
    'shell/src/frame/frame.test.tsx',
    ...['checks/addresses', 'bundle/emotion', 'checks/needs', 'tests/since'].map((name) => `shared/build/${name}.test.ts`),
  );
  const stories = succeeds('playwright', 'test', '--config', 'e2e/playwright.config.ts', '--list', 'screens.spec');
  for (const name of ['mf-sample-sample', 'mf-sample-priceAlerts', 'mf-recommendations-alerts']) expect(stories).toContain(` ${name} is accessible`);
}, 240_000);

test('each module has the room for one screen more, and is released with it', () => {
  const modules = readdirSync(copy).filter((name) => name.startsWith('mf-') && name !== 'mf-sample' && existsSync(`${copy}${name}/src/index.ts`));
  expect(modules.length).toBeGreaterThan(3);
  for (const name of modules) {
    if (name !== 'mf-recommendations') expect(run('node', 'shared/build/new.ts', `${name}/new-in-${name.slice('mf-'.length)}`)).toMatchObject({ status: 0 });
    const said = succeeds('node', '--disable-warning=ExperimentalWarning', 'root-config/release/release.ts', name);
    expect(said).toMatch(new RegExp(`^${name}@\\S+ is live$`, 'm'));
  }
}, 240_000);

test('a command says in one sentence what it can’t do with what it was given, and ends with 2', () => {
  const asked: [script: string, args: string[], says: RegExp][] = [
    ['root-config/release/release.ts', ['mf-auth', '--preview', 'pr 1'], /^"pr 1" is no name for a preview: up to 40 [^\n]+ --preview pr-1\.\n$/],
    ['root-config/release/release.ts', ['mf-auth', '--preview', ''], /^"" is no name for a preview: [^\n]+\n$/],
    ['root-config/release/release.ts', ['mf-auth', '--preview'], /^Option '--preview <value>' argument missing\.\n$/],
    ['root-config/release/release.ts', ['mf-auth', '--fast'], /^Unknown option '--fast'\.\n$/],
    ['root-config/release/release.ts', ['mf-auth', 'shell'], /^Which module\? One of: root-config, shared, shell, mf-auth, [^\n]+\n$/],
    ['root-config/release/release.ts', ['mf-nowhere'], /^Which module\? One of: root-config, [^\n]+\n$/],
    ['root-config/release/rollback.ts', [], /^Which module\? npm run rollback -- <module>[^\n]+\n$/],
    ['root-config/release/rollback.ts', ['mf-auth', '--back'], /^Unknown option '--back'\.\n$/],
    ['root-config/release/rollback.ts', ['mf-auth', '--to'], /^Option '--to <value>' argument missing\.\n$/],
    ['root-config/release/retire.ts', [], /^Which module\? npm run retire -- <module>\n$/],
    ['root-config/release/ship.ts', ['--fast'], /^Unknown option '--fast'\.\n$/],
    ['root-config/release/ship.ts', ['mf-auth'], /^Unexpected argument 'mf-auth'[^\n]+\n$/],
    ['shared/build/new.ts', [], /^Make what\? [^\n]+\n$/],
    ['shared/build/new.ts', ['mf-sample/more', '--fast'], /^Unknown option '--fast'\.\n$/],
  ];
  const before = tree();
  for (const [script, args, says] of asked) {
    const { status, said } = run('node', script, ...args);
    expect(said, `${script} ${args.join(' ')}`).toMatch(says);
    expect(status, said).toBe(2);
  }
  expect(changed(before, tree())).toEqual([]);
}, 120_000);

test('a manifest that can’t be used is named by line, without a trace, by each command that reads it', () => {
  const file = `${copy}mf-auth/module.json`;
  const good = readFileSync(file, 'utf8');
  const says = (script: string, args: string[], from: string | RegExp, to: string, sentence: RegExp) => {
    writeFileSync(file, good.replace(from, to));
    expect(readFileSync(file, 'utf8')).not.toBe(good);
    const { status, said } = run('node', script, ...args);
    writeFileSync(file, good);
    expect(said).toMatch(sentence);
    expect(status).toBe(2);
  };
  const audience = /^\S+\/mf-auth\/module\.json:\d+ \/\S+: "nobodyWeKnow" is no audience of \S+\n$/;
  for (const [script, ...args] of [['root-config/release/release.ts', 'mf-auth'], ['root-config/release/ship.ts'], ['shared/build/new.ts', 'mf-auth/more']])
    says(script!, args, '"guard"', '"for": "nobodyWeKnow", "guard"', audience);
  says('shared/build/new.ts', ['mf-auth/more'], '{', '', /^\S+\/mf-auth\/module\.json is not JSON: [^\n]+\n$/);
  const icon = /^\S+\/mf-auth\/module\.json:\d+ there is no Lucide icon "no-such-icon"; \S+ lists them\n$/;
  says('root-config/release/release.ts', ['mf-auth'], /"icon": "[a-z-]+"/, '"icon": "no-such-icon"', icon);
}, 240_000);

test('what can’t be made is refused with a sentence', () => {
  const refused = (what: string) => run('node', 'shared/build/new.ts', what);
  expect(refused('Sample')).toMatchObject({ status: 2, said: expect.stringContaining('"Sample" is neither a module (mf-x) nor a screen of one') });
  expect(refused('mf-auth')).toMatchObject({ status: 2, said: expect.stringContaining('mf-auth is there already') });
  expect(refused('mf-nowhere/page')).toMatchObject({ status: 2, said: expect.stringContaining('There is no module mf-nowhere') });
  expect(refused('mf-auth/market-sentiment')).toMatchObject({ status: 2, said: expect.stringContaining('/market-sentiment is an address of mf-widgets') });
  const key = { status: 2, said: 'mf-recommendations/src/index.ts has a page with the key publish already. Choose another name.\n' };
  expect(refused('mf-recommendations/publish')).toEqual(key);
  expect(refused(`mf-auth/${'long-'.repeat(8)}name`)).toMatchObject({
    status: 2,
    said: expect.stringContaining('is too long for the menu: up to 40 characters'),
  });
  for (const name of ['docs', 'metrics', 'auth', 'w'])
    expect(refused(`mf-auth/${name}`)).toMatchObject({ status: 2, said: expect.stringContaining(`The server answers /${name} and what is under it itself`) });
  expect(refused('mf-docs')).toMatchObject({ status: 2, said: expect.stringContaining('no screen can stand there') });
  expect(existsSync(`${copy}mf-docs`)).toBe(false);
}, 60_000);
