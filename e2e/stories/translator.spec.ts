import type { Page } from '@playwright/test';
import { addressesFor, type Kind } from '../support/screens.ts';
import type { Demo, Stack } from '../support/stack.ts';
import { expect, requestsOf, signedIn, test as story } from '../support/story.ts';
import { startTranslator, type Translator } from '../support/translator.ts';

/** Under a browser's translator every screen goes on: its figures move, what is on it can be pressed, and it can be left. */

interface Reader {
  readonly who: string;
  readonly account?: string;
  readonly kind: Kind;
}
const READERS: readonly Reader[] = [
  { who: 'a visitor', kind: {} },
  { who: 'a Pro member', account: 'Pro investor', kind: { user_id: 'somebody', profession: 'Retail Investor', plan: 'Pro' } },
  {
    who: 'a verified expert',
    account: 'verified expert',
    kind: { user_id: 'somebody', profession: 'Analyst', registered: true, verified: true },
  },
  { who: 'an admin', account: 'admin', kind: { user_id: 'somebody', profession: 'Market Expert', is_admin: true } },
];
/** Longer than the second in which prices move. */
const A_TICK_MS = 1100;
const MOST_PRESSES = 30;

/** Where the page has the translator. */
type World = { translator: Translator };

/** Presses what can be pressed on a screen without leaving it, one after the other, and says how many that were. */
const pressAll = (page: Page): Promise<number> =>
  page.evaluate(async (most) => {
    const LASTING = /log ?out|delete|erase|remove|pay|cancel|publish|save|send|verify|download|follow|close|end |copy|new tab|demo/i;
    const pressed = new Set<Element>();
    const path = location.pathname;
    const pressable = (): HTMLElement | undefined =>
      [...document.querySelectorAll<HTMLElement>('main button:not([type=submit],:disabled), main [role=tab], main summary, main input[type=radio]')].find(
        (one) => !pressed.has(one) && one.checkVisibility() && !LASTING.test(`${one.getAttribute('aria-label') ?? ''} ${one.textContent}`),
      );
    for (let next = pressable(); next && pressed.size < most && location.pathname === path; next = pressable()) {
      pressed.add(next);
      next.click();
      await new Promise((resolve) => setTimeout(resolve, 10));
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    }
    return pressed.size;
  }, MOST_PRESSES);

async function readAll(page: Page, stack: Stack, demo: Demo, { account, kind }: Reader): Promise<void> {
  const problems: string[] = [];
  let at = '';
  page.on('console', (message) => {
    // A press may be refused by the server; that is no fault of the page.
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(`${at}: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`${at}: ${error.message}`));
  const allIsThere = requestsOf(page);
  if (account) await signedIn(page, stack.portal, demo, account);
  await page.goto(`${stack.portal}/`);
  await expect(page.locator('main h1').first()).toBeVisible();
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/later\.js/.test(name)));
  await allIsThere();
  await page.evaluate(`globalThis.translator = (${startTranslator})()`);
  let presses = 0;
  for (const address of addressesFor(kind)) {
    at = address;
    await page.evaluate((to) => history.pushState(null, '', to), address);
    await expect(page.locator('main h1').first()).toBeVisible();
    await allIsThere();
    await page.waitForTimeout(A_TICK_MS / 2);
    presses += await pressAll(page);
    await page.waitForTimeout(A_TICK_MS / 2);
    const { unseen, failed } = await page.evaluate(() => ({
      unseen: (globalThis as unknown as World).translator.unseen(),
      failed: [...document.querySelectorAll('main [role=alert]')]
        .map(({ textContent }) => textContent)
        .filter((text) => /could not be (loaded|shown)/.test(text)),
    }));
    expect.soft(unseen, `texts of ${address} that were written where nobody sees them`).toEqual([]);
    expect.soft(failed, address).toEqual([]);
  }
  expect(problems).toEqual([]);
  expect(await page.evaluate(() => (globalThis as unknown as World).translator.count), 'texts that were translated').toBeGreaterThan(500);
  expect(presses).toBeGreaterThan(20);
}

// All at the same time: on every screen they wait for prices to move.
story('translated, every screen goes on, for each kind of reader', async ({ browser, stack, demo }) => {
  // Some forty screens each, on a machine that others may keep busy.
  story.setTimeout(480_000);
  const read = async (reader: Reader): Promise<void> => readAll(await (await browser.newContext()).newPage(), stack, demo, reader);
  await Promise.all(READERS.map((reader) => story.step(reader.who, () => read(reader))));
});
