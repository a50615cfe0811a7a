import type { Browser, Locator, Page } from '@playwright/test';
import { demoOf, type Stack } from '../../e2e/support/stack.ts';
import { type BrokenCell, breakNetwork, HOME, type Play, poison, STAGES } from './break.ts';
import { type Cell, lasts } from './cells.ts';
import { listen } from './listen.ts';

/** Longest time without content or words, in milliseconds; the machine's own slowness comes on top. */
const LONGEST_SILENCE = 10_000;
const SLACK = 2_500;
/** How long a fault that lasts is watched at most, and the page has to come back after it. */
const WATCH = 14_000;
const COMEBACK = 45_000;
const TYPED = 'Bharat Electronics, bought at 275';

/**
 * Plays one cell in a browser context of its own. Answers what was wrong, in words; none: the fault was met and the page
 * kept its promises. Something is typed into a field of the page before the fault, and has to stand there after it.
 */
export async function play(browser: Browser, stack: Pick<Stack, 'portal'>, cell: Cell): Promise<string[]> {
  const context = await browser.newContext({ serviceWorkers: cell.moment === 'with worker' || cell.file === 'sw.js' ? 'allow' : 'block' });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(45_000);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(`threw ${error.message}`));
    const own: Play = { context, page, stack, cell, stage: STAGES[cell.file] };
    if (own.stage.as) await signIn(own, own.stage.as);
    if (cell.moment !== 'first visit') await visitBefore(own);
    const broken = cell.fault === 'poisoned cache' ? await poison(own) : await breakNetwork(own);
    problems.push(...(await (cell.moment === 'open tab' ? inOpenTab(own, broken) : onArrival(own, broken))));
    return problems;
  } finally {
    await context.close();
  }
}

async function signIn({ page, stack }: Play, as: string): Promise<void> {
  const { password, sign_ins } = await demoOf(stack.portal);
  await page.goto(`${stack.portal}/login`);
  await page.getByLabel(/mobile number or e-?mail/i).fill(sign_ins.find(({ shows }) => shows === as)!.email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

/** The page as it stood before: for an open tab elsewhere, else at the same place, so that everything is kept. */
async function visitBefore(own: Play): Promise<void> {
  const { page, stack, cell, stage } = own;
  const { path } = stage;
  const stands = async (): Promise<void> => {
    await page.locator('#outlet h1').first().waitFor();
    await frameOf(page).waitFor();
  };
  await page.goto(stack.portal + (cell.moment === 'open tab' ? (path === HOME ? '/' : HOME) : path));
  if (path === '/login' && cell.moment !== 'open tab') await page.locator('#outlet h1').first().waitFor();
  else await stands();
  if (cell.moment !== 'with worker') return;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  // The second visit is the first one that the worker sees.
  await page.reload();
  if (path === '/login') await page.locator('#outlet h1').first().waitFor();
  else await stands();
  if (stage.wants && cell.fault === 'poisoned cache') await askFor(own, stage.wants);
  // The page names its files to the worker once it stands: what comes into the cache later would answer before any fault.
  const until = Date.now() + COMEBACK;
  while ((await page.evaluate(notKept)) > 0 && Date.now() < until) await page.waitForTimeout(250);
}

/** In the page: how many of the scripts it has run the worker has not kept yet. */
const notKept = async (): Promise<number> => {
  const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
  const kept = await Promise.all(paths.filter((path) => path.startsWith('/releases/') && path.endsWith('.js')).map((path) => caches.match(path)));
  return kept.filter((one) => !one).length;
};

/** The user comes to the page, or loads it again. */
async function onArrival(own: Play, broken: BrokenCell): Promise<string[]> {
  const { page, stack, stage } = own;
  const ear = listen(page);
  await page.goto(stack.portal + stage.path, { waitUntil: 'commit' });
  const problems = await during(own, broken);
  const silence = await ear();
  if (silence > LONGEST_SILENCE + SLACK) problems.push(`said nothing for ${(silence / 1000).toFixed(1)} s`);
  return [...problems, ...(await heals(own))];
}

/** The user stands on a page, has typed something, and goes on or asks for more. */
async function inOpenTab(own: Play, broken: BrokenCell): Promise<string[]> {
  const { page, stage } = own;
  await typeInto(page);
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  const ear = listen(page);
  await page.evaluate((to) => history.pushState(null, '', to), stage.path);
  const problems = await during(own, broken);
  const silence = await ear();
  if (silence > LONGEST_SILENCE + SLACK) problems.push(`said nothing for ${(silence / 1000).toFixed(1)} s`);
  if (loads > 0) problems.push('loaded the page anew over something typed');
  const value = await page
    .locator('#typed')
    .inputValue({ timeout: 1_000 })
    .catch(() => '');
  if (value !== TYPED) problems.push('lost what was typed');
  return [...problems, ...(await heals(own))];
}

/** The time of the fault: until it was met, and the page has said what it has to say about it. */
async function during(own: Play, { met, mend }: BrokenCell): Promise<string[]> {
  const { page, cell, stage } = own;
  const problems: string[] = [];
  if (stage.wants) problems.push(...(await askFor(own, stage.wants)));
  const late = Date.now() + COMEBACK;
  while (!(await met()) && Date.now() < late && !page.isClosed()) await page.waitForTimeout(250);
  const until = Date.now() + WATCH;
  let settled = 0;
  // One look is not enough: a failure may give way to a skeleton for good.
  while (Date.now() < until && settled < 4) {
    const said = stage.wants !== undefined || (await waysOut(page).count()) > 0 || (!silentByNature(cell) && (await isWhole(page)));
    settled = said && (await met()) ? settled + 1 : 0;
    await page.waitForTimeout(250);
  }
  if (!(await met())) problems.push('the fault was never met');
  mend();
  return problems;
}

/** A file that may never come while the screen stands as it was: only words, or the end of the watch, end the wait. */
const silentByNature = (cell: Cell): boolean => lasts(cell) && cell.file.startsWith('frame');

/** A form that stands beside the modules, as a dialog of the frame would: nobody may take it away. */
async function typeInto(page: Page): Promise<void> {
  await page.evaluate(() => {
    const form = document.createElement('form');
    const field = document.createElement('input');
    field.id = 'typed';
    form.append(field);
    document.body.append(form);
  });
  await page.locator('#typed').fill(TYPED);
}

const frameOf = (page: Page): Locator => page.locator('#module-shell :is(nav, header)').filter({ visible: true }).first();

/** The ways out that the page offers. */
const waysOut = (page: Page): Locator =>
  page
    .locator('#outlet, #shell, body > main')
    .getByRole('button', { name: /^(Try again|Reload)$/ })
    .or(page.locator('a.failure-action, .late a'))
    .filter({ visible: true });

async function isWhole(page: Page): Promise<boolean> {
  const bare = await page.evaluate(() => document.documentElement.dataset.layout === 'bare').catch(() => false);
  const screen = page.locator('#outlet h1').filter({ visible: true }).first();
  return (await screen.isVisible()) && (bare || (await frameOf(page).isVisible())) && (await waysOut(page).count()) === 0;
}

const searchIn = (page: Page): Locator => page.getByRole('dialog').filter({ visible: true }).first();
const viewsIn = (page: Page): Locator => page.getByRole('group', { name: 'Save this view' });

/** A part that is loaded when it is wanted: it comes, or there are words about it. */
async function askFor({ page, stage }: Play, wants: 'search' | 'views'): Promise<string[]> {
  await page.waitForURL((url) => url.pathname === stage.path);
  await frameOf(page).waitFor();
  if (wants === 'search') await page.keyboard.press('Control+k');
  const there = wants === 'search' ? searchIn(page) : viewsIn(page);
  const words = wants === 'search' ? page.locator('[data-toasts] [data-kind]') : page.locator('#outlet :is([role=alert], [role=status])');
  return there
    .or(words)
    .filter({ visible: true })
    .first()
    .waitFor({ timeout: LONGEST_SILENCE + SLACK })
    .then(
      () => [],
      () => [`said nothing for ${LONGEST_SILENCE / 1000} s after it was asked for more`],
    );
}

/** After the fault the page stands: by itself, or by the first way out that it offers. */
async function heals({ page, stage: { wants } }: Play): Promise<string[]> {
  const until = Date.now() + COMEBACK;
  while (Date.now() < until) {
    if (await isWhole(page)) return wants ? comes(page, wants) : [];
    const way = waysOut(page).first();
    if (await way.isEnabled({ timeout: 200 }).catch(() => false)) await way.click({ timeout: 1_000 }).catch(() => undefined);
    await page.waitForTimeout(250);
  }
  return ['never came back after the fault was over'];
}

async function comes(page: Page, wants: 'search' | 'views'): Promise<string[]> {
  if (wants === 'search' && !(await searchIn(page).isVisible())) await page.keyboard.press('Control+k');
  return (wants === 'search' ? searchIn(page) : viewsIn(page)).waitFor({ timeout: 12_000 }).then(
    () => [],
    () => [wants === 'search' ? 'Ctrl-K stays dead after the fault was over' : 'the saved views never came after the fault was over'],
  );
}
