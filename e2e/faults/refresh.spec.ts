import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as fault, OLD_TOKEN, signIn } from '../support/story.ts';

/**
 * Tabs of one session that wake up with the same old access token must trade the refresh token once between them, and
 * nobody may be signed out. The last test takes the lock between tabs away and sees the same watching count more.
 */

const REFRESH = '**/auth/v1/refresh_token';
const TABS = 10;
/** `ROUNDS=100` for a long night. */
const ROUNDS = Number(process.env.ROUNDS) || 4;
/** How long the server's answer is held back, ms: longer than ten tabs take to wake up. */
const HELD_MS = 150;

/** Counts refresh calls of all tabs and holds each answer back, so that tabs have time to come too early. */
async function watchRefreshes(context: BrowserContext): Promise<{ count: number; refused: number }> {
  const seen = { count: 0, refused: 0 };
  await context.route(REFRESH, async (route) => {
    seen.count += 1;
    const answer = await route.fetch();
    if (answer.status() !== 200) seen.refused += 1;
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    await route.fulfill({ response: answer });
  });
  return seen;
}

async function openTabs(context: BrowserContext, portal: string, count: number): Promise<Page[]> {
  const tabs: Page[] = [];
  while (tabs.length < count) {
    const tab = await context.newPage();
    await tab.goto(`${portal}/past-recommendations`);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    tabs.push(tab);
  }
  // The first seconds of a page end with its own reading of the profile, which also starts the keeper of the tokens.
  await Promise.all(tabs.map((tab) => tab.waitForFunction(() => performance.now() > 4000)));
  await Promise.all(tabs.map((tab) => tab.evaluate(() => Object.assign(window, { opened: true }))));
  return tabs;
}

/** Every tab at once finds that the token it holds is old, as after the machine slept. */
async function wake(tabs: readonly Page[]): Promise<void> {
  await tabs[0]!.evaluate((token) => localStorage.setItem('token', token), OLD_TOKEN);
  await Promise.all(
    tabs.map((tab) =>
      tab.evaluate(() => {
        dispatchEvent(new Event('vimarsh:storage'));
        dispatchEvent(new Event('focus'));
      }),
    ),
  );
}

/** The new token is there and no tab holds the lock or waits for it: whoever wanted to trade has had its turn. */
const settled = (tab: Page) =>
  tab.evaluate(async (old) => {
    const busy = async () => {
      const { held = [], pending = [] } = await navigator.locks.query();
      return [...held, ...pending].some(({ name }) => name === 'auth-refresh');
    };
    while (localStorage.getItem('token') === old || (await busy())) await new Promise((resolve) => setTimeout(resolve, 10));
  }, OLD_TOKEN);

/** All tabs are still in, none was loaded again, and their calls are answered. */
async function expectUndisturbed(tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/past-recommendations$/);
    expect(await tab.evaluate(() => 'opened' in window)).toBe(true);
    const status = await tab.evaluate(
      async () => (await fetch('/auth/v1/profile', { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })).status,
    );
    expect(status).toBe(200);
  }
}

fault(`${TABS} tabs waking with an expired token make one refresh and sign nobody out, ${ROUNDS} times over`, async ({ context, stack, demo }) => {
  fault.setTimeout(300_000);
  const seen = await watchRefreshes(context);
  const first = await context.newPage();
  await signIn(first, stack.portal, demo, 'Pro investor');
  await first.close();
  const tabs = await openTabs(context, stack.portal, TABS);
  for (let round = 1; round <= ROUNDS; round += 1) {
    await wake(tabs);
    await settled(tabs[0]!);
    expect(seen).toEqual({ count: round, refused: 0 });
  }
  // Long enough for a late one to come.
  await tabs[0]!.waitForTimeout(1000);
  expect(seen).toEqual({ count: ROUNDS, refused: 0 });
  await expectUndisturbed(tabs);
});

fault('without the lock between tabs the same waking makes more than one refresh', async ({ context, stack, demo }) => {
  fault.setTimeout(120_000);
  await context.addInitScript(() => {
    const request = (_name: string, _options: object, work: () => unknown) => work();
    Object.defineProperty(navigator, 'locks', { value: { request, query: async () => ({}) } });
  });
  const seen = await watchRefreshes(context);
  const first = await context.newPage();
  await signIn(first, stack.portal, demo, 'Premium investor');
  await first.close();
  const tabs = await openTabs(context, stack.portal, 3);
  await wake(tabs);
  await expect.poll(() => seen.count).toBeGreaterThan(1);
  await context.unrouteAll({ behavior: 'wait' });
});
