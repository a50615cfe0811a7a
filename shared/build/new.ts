import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { MAJORS } from '../contract/majors.ts';
import { type MenuEntry, type ModuleManifest, type ModuleRoute, menuEntry } from '../contract/module/types.ts';
import { screenAt } from '../domain/routing/match.ts';
import { servedAt } from '../domain/routing/served.ts';
import { Misuse, misuseOf, onlyOne } from './misuse.ts';
import { REPOSITORY, readWorkspace, workspaces } from './modules.ts';

/** Bytes a new screen may weigh until it has its own figure (`npm run budgets`). */
const FIRST_BUDGET = 12_000;

/** Lucide icons that say nothing yet: each entry of the menu has its own. */
const FIRST_ICONS = ['circle', 'square', 'triangle', 'diamond', 'hexagon', 'octagon', 'pentagon', 'star', 'shapes'];
/** The heading every menu has, whoever reads it. */
const FIRST_GROUP = 'Account and help';

/** `npm run new -- mf-x` makes a module with one screen, `npm run new -- mf-x/page` a screen in it. Answers the files it wrote. */
export function make(what: string, repository = REPOSITORY): string[] {
  const [, name, page] = /^(mf-[a-z]+(?:-[a-z]+)*)(?:\/([a-z]+(?:-[a-z]+)*))?$/.exec(what) ?? [];
  if (!name) throw new Misuse(`"${what}" is neither a module (mf-x) nor a screen of one (mf-x/page); names are lower-case words with hyphens.`);
  return page ? makePage(repository, name, page) : makeModule(repository, name);
}

function makeModule(repository: string, name: string): string[] {
  const dir = `${repository}${name}`;
  if (existsSync(dir)) throw new Misuse(`${name} is there already. A screen in it: npm run new -- ${name}/page`);
  const home = name.slice('mf-'.length);
  const manifest: ModuleManifest = {
    name,
    owner: `${titleOf(home)} team`,
    routes: [routeOf(repository, home)],
    events: { emits: [], listens: [] },
    needs: { contract: MAJORS.contract, session: MAJORS.session },
    budget: { entry: 3500 },
  };
  return write(dir, {
    'package.json': `${JSON.stringify({ name: `@vimarsh/${name}`, version: '0.1.0', private: true, type: 'module', exports: {} }, null, 2)}\n`,
    'module.json': `${JSON.stringify(manifest, null, 2)}\n`,
    'README.md': readme(name, home),
    'src/index.ts': indexOf([home]),
    ...screen(home),
  });
}

function makePage(repository: string, name: string, page: string): string[] {
  const dir = `${repository}${name}`;
  if (!existsSync(`${dir}/module.json`)) throw new Misuse(`There is no module ${name}. It is made by: npm run new -- ${name}`);
  // Says what is wrong with it, if anything is.
  const { manifest } = readWorkspace(dir);
  const index = readFileSync(`${dir}/src/index.ts`, 'utf8');
  const pages = /( +)pages: \{\n/.exec(index);
  if (!pages || existsSync(`${dir}/src/${page}`)) throw new Misuse(`${name}/src/${pages ? `${page} is there already` : 'index.ts has no pages'}.`);
  const key = keyOf(page);
  if (manifest.routes.some((route) => route.page === key) || new RegExp(`^\\s*${key}:`, 'm').test(index))
    throw new Misuse(`${name}/src/index.ts has a page with the key ${key} already. Choose another name.`);
  const after = pages.index + pages[0].length;
  const entry = `${pages[1]}  ${key}: () => import('./${page}/${page}.page.tsx'),\n`;
  return write(dir, {
    'module.json': withRoute(readFileSync(`${dir}/module.json`, 'utf8'), routeOf(repository, page)),
    'src/index.ts': index.slice(0, after) + entry + index.slice(after),
    ...screen(page),
  });
}

/** The text of a manifest with one route more, before all others; the rest stays as it is written. */
function withRoute(text: string, route: ModuleRoute): string {
  const [head = ''] = /^[\s\S]*?"routes":\s*\[/.exec(text) ?? [];
  const rest = text.slice(head.length);
  return `${head}\n    ${JSON.stringify(route)}${/^\s*\]/.test(rest) ? '' : ','}${rest}`;
}

function write(dir: string, files: Readonly<Record<string, string>>): string[] {
  return Object.entries(files).map(([name, text]) => {
    const file = `${dir}/${name}`;
    mkdirSync(file.slice(0, file.lastIndexOf('/')), { recursive: true });
    writeFileSync(file, text);
    return file;
  });
}

function routeOf(repository: string, page: string): ModuleRoute {
  const path = `/${page}`;
  const served = servedAt(path);
  if (served) throw new Misuse(`The server answers ${served} and what is under it itself: no screen can stand there. Choose another name.`);
  const modules = workspaces(repository);
  const taken = modules.find(({ manifest }) => screenAt(manifest.routes, path));
  if (taken) throw new Misuse(`${path} is an address of ${taken.name}. Choose another name.`);
  const title = titleOf(page);
  if (!menuEntry.shape.label.safeParse(title).success) throw new Misuse(`"${title}" is too long for the menu: up to 40 characters. Choose another name.`);
  const menu = menuOf(
    title,
    modules.flatMap(({ manifest }) => manifest.routes.flatMap((route) => route.menu ?? [])),
  );
  return { path, title, guard: 'session', page: keyOf(page), layout: 'frame', menu, english: true, budget: FIRST_BUDGET };
}

/** The last place under a heading that everybody has, for who may open the screen. */
function menuOf(label: string, others: readonly MenuEntry[]): MenuEntry {
  const icon = FIRST_ICONS.find((one) => !others.some((other) => other.icon === one)) ?? FIRST_ICONS[0]!;
  return { label, icon, order: Math.floor(Math.max(...others.map(({ order }) => order))) + 1, group: FIRST_GROUP, for: 'members' };
}

const titleOf = (name: string): string => name.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase());
const keyOf = (name: string): string => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const indexOf = (pages: readonly string[]): string => `import { defineModule } from '@vimarsh/shared/kit/define-module.tsx';
import manifest from '../module.json' with { type: 'json' };

export const module = defineModule(manifest, {
  pages: {
${pages.map((page) => `    ${keyOf(page)}: () => import('./${page}/${page}.page.tsx'),`).join('\n')}
  },
});
`;

const screen = (page: string): Record<string, string> => ({
  [`src/${page}/${page}.page.tsx`]: `import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';

/** \`/${page}\` */
export function Page() {
  return (
    <Screen title="${titleOf(page)}">
      <p>Nothing stands here yet.</p>
    </Screen>
  );
}
`,
  [`src/${page}/${page}.test.tsx`]: `import { render, screen } from '@testing-library/react';
import { fakeHost } from '@vimarsh/shared/kit/fake-host.tsx';
import { expect, test } from 'vitest';
import { Page } from './${page}.page.tsx';

test('the screen says what it is', () => {
  render(<Page />, { wrapper: fakeHost({ path: '/${page}' }).Wrapper });
  expect(screen.getByRole('heading', { level: 1, name: '${titleOf(page)}' })).toBeInTheDocument();
});
`,
});

const readme = (name: string, home: string): string => `# ${name}

**What it is.** Say in one sentence what people do here.

**Run it alone.** \`npm start -- --only ${name}\`. Tests: \`npx vitest run ${name}\`.

**What it promises.** Say what others may rely on.

**Where to start.** \`module.json\` names its screens, \`src/${home}/${home}.page.tsx\` is the first.
`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const what = onlyOne(parseArgs({ allowPositionals: true }).positionals, 'Make what? npm run new -- mf-x, or mf-x/page for a screen in it');
    const files = make(what);
    spawnSync(`${REPOSITORY}node_modules/.bin/biome`, ['check', '--write', ...files], { cwd: REPOSITORY });
    console.log(files.map((file) => file.slice(REPOSITORY.length)).join('\n'));
    console.log(
      `\nNext, in module.json: who it is for, and its label, icon and place in the menu ("for", "menu"), which are only the first that were free.
"english" says that it has no Hindi yet: give it its Hindi in root-config/hindi/lists and take it out.
Then npm run format, and npm start -- --only ${what.split('/')[0]}`,
    );
  } catch (error) {
    const misuse = misuseOf(error);
    if (!misuse) throw error;
    console.error(misuse);
    process.exit(2);
  }
}
