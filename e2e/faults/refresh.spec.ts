import type { BrowserContext, Page } from '@playwright/test';
import { expect, test as fault, signIn, stored } from '../support/story.ts';

/**
 * Tabs of one session that wake up with the same old access token must trade the refresh token once between them, and
 * nobody may be signed out. The last test takes the lock between tabs away and sees the same watching count more.
 */

const REFRESH = '**/auth/v1/refresh_token';
const ROUNDS = 4;

/** An access token whose life is over by its own words; the server refuses it, the session wants another. */
const OLD_TOKEN = [
  { alg: 'HS256', typ: 'JWT' },
  { iat: 1_700_000_000, exp: 1_700_000_600 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c3BlbnQ')
  .join('.');

/** Counts refresh calls of all tabs and holds each answer back, so that tabs have time to come too early. */
async function watchRefreshes(context: BrowserContext): Promise<{ count: number; refused: number }> {
  const seen = { count: 0, refused: 0 };
  await context.route(REFRESH, async (route) => {
    seen.count += 1;
    const answer = await route.fetch();
    if (answer.status() !== 200) seen.refused += 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.fulfill({ response: answer });
  });
  return seen;
}

async function openTabs(context: BrowserContext, portal: string, count: number): Promise<Page[]> {
  const tabs: Page[] = [];
  for (let at = 0; at < count; at += 1) {
    const tab = await context.newPage();
    await tab.goto(`${portal}/past-recommendations`);
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    tabs.push(tab);
  }
  // The first seconds of a page end with its own reading of the profile, which also starts the keeper of the tokens.
  await Promise.all(tabs.map((tab) => tab.waitForFunction(() => performance.now() > 4000)));
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

const tokenOf = async (tab: Page) => (await stored(tab)).token;
const renewed = (tabs: readonly Page[]) => expect.poll(() => Promise.all(tabs.map(tokenOf)), { timeout: 15_000 }).not.toContain(OLD_TOKEN);

/** All tabs are still in, and their calls are answered. */
async function expectSignedIn(tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) {
    await expect(tab).toHaveURL(/\/past-recommendations$/);
    const status = await tab.evaluate(
      async () => (await fetch('/auth/v1/profile', { headers: { authorization: `Bearer ${localStorage.getItem('token')}` } })).status,
    );
    expect(status).toBe(200);
  }
}

for (const count of [2, 10])
  fault(`${count} tabs waking at once renew the session once, ${ROUNDS} times over`, async ({ context, stack, demo }) => {
    fault.setTimeout(120_000);
    const seen = await watchRefreshes(context);
    const first = await context.newPage();
    await signIn(first, stack.portal, demo, 'Pro investor');
    const tabs = await openTabs(context, stack.portal, count);
    for (let round = 1; round <= ROUNDS; round += 1) {
      await wake(tabs);
      await renewed(tabs);
      // Long enough for a second one to come.
      await tabs[0]!.waitForTimeout(700);
      expect(seen).toEqual({ count: round, refused: 0 });
    }
    await expectSignedIn(tabs);
  });

fault('without the lock between tabs the same watching counts more than one refresh', async ({ context, stack, demo }) => {
  fault.setTimeout(120_000);
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'locks', { value: { request: (_name: string, _options: object, work: () => unknown) => work() } });
    BroadcastChannel.prototype.postMessage = () => undefined;
    addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true });
  });
  const seen = await watchRefreshes(context);
  const first = await context.newPage();
  await signIn(first, stack.portal, demo, 'Premium investor');
  const tabs = await openTabs(context, stack.portal, 2);
  await wake(tabs);
  await expect.poll(() => seen.count).toBeGreaterThan(1);
  await context.unrouteAll({ behavior: 'wait' });
});
