import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test';
import { accessibilityFaults, type Look, OF_COLOURS } from '../../shared/build/checks/accessible.ts';
import { askHost } from './ask-host.ts';
import { otpFor } from './outbox.ts';
import { modulesOf, undeclared } from './reach.ts';
import { type Demo, demoOf, MORNING, type Stack, type StackOptions, startStack } from './stack.ts';

/** A story runs against a whole Vimarsh of its own worker; `stackOptions` of a file choose its clock. */
export const test = base.extend<{ reach: undefined }, { stackOptions: StackOptions; stack: Stack; demo: Demo }>({
  // `npm test -- --since` picks stories by the modules that reach.json says they open, so what it says must be true.
  reach: [
    async ({ context }, use, { file }) => {
      const opened = new Set<string>();
      context.on('request', (request) => {
        for (const module of modulesOf(request.url())) opened.add(module);
      });
      await use(undefined);
      expect(undeclared(file, opened), 'modules that this file opens and e2e/reach.json does not name').toEqual([]);
    },
    { auto: true },
  ],
  stackOptions: [{}, { scope: 'worker', option: true }],
  stack: [
    async ({ stackOptions }, use) => {
      const stack = await startStack(stackOptions);
      await use(stack);
      await stack.stop();
    },
    // Above what a start may take, so that one that fails says why.
    { scope: 'worker', timeout: 300_000 },
  ],
  demo: [async ({ stack }, use) => use(await demoOf(stack.portal)), { scope: 'worker' }],
});
/**
 * On the evening of the same day: figures stand still. Files that share this share a stack; the same options in a file of its own
 * (`test.use`) would start one for that file.
 */
export const testAfterClose = test.extend({ stackOptions: { partnerSite: true, now: '2026-11-20T13:00:00Z' } });
/** In the morning of that day; files share their stack as those of the evening do. */
export const testInTheMorning = test.extend({ stackOptions: { now: MORNING } });
export { accessibilityFaults, expect, OF_COLOURS, otpFor };

let lastMobile = 7_000_000_000;
/** An Indian mobile number nobody has used in this stack. */
export const freshMobile = (): string => String(++lastMobile);

/** An access token whose life is over by its own words, and that no key of the server signed: the server refuses it, the session wants another. */
export const OLD_TOKEN = [
  { alg: 'HS256', typ: 'JWT' },
  { iat: 1_700_000_000, exp: 1_700_000_600 },
]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .concat('c3BlbnQ')
  .join('.');

/** Notices on show. */
export const notices = (page: Page): Locator => page.locator('[data-toasts]');

/**
 * Stops the page's clock where it stands, for `clock.runFor`; it was installed before. The frame, which shows the notices,
 * comes after the first screen: on a stopped clock it would never come.
 */
export async function stopClock(page: Page): Promise<void> {
  await expect(notices(page)).toBeAttached();
  await page.clock.pauseAt(Date.now() + 60_000);
}

/** Values of the session in the page's local storage. */
export const stored = (page: Page): Promise<Record<string, string>> => page.evaluate(() => ({ ...localStorage }));

/** Signs up somebody new by an OTP: what they buy is theirs alone. */
export async function newcomer(page: Page, stack: Stack, name = 'Asha Rao'): Promise<void> {
  await page.goto(`${stack.portal}/login?plan=register`);
  await page.getByRole('form', { name: 'Sign up' }).getByLabel('Full name').fill(name);
  await typeOtp(page, stack, freshMobile());
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Types a number, asks for the OTP and types the one that arrived. The form may be sign-in or sign-up. */
export async function typeOtp(page: Page, stack: Stack, mobile: string): Promise<void> {
  await page.getByLabel(/^mobile number/i).fill(mobile);
  await page.getByRole('button', { name: 'Generate OTP' }).click();
  await expect(page.getByRole('button', { name: 'Verify OTP' })).toBeVisible();
  await page.getByLabel('OTP', { exact: true }).fill(await otpFor(stack, mobile));
}

function accountOf(demo: Demo, shows: string): Demo['sign_ins'][number] {
  const account = demo.sign_ins.find((candidate) => candidate.shows === shows);
  if (!account) throw new Error(`The demo has no account "${shows}"`);
  return account;
}

/** Signs in on the login screen with a demo account's e-mail and password. */
export async function signIn(page: Page, host: string, demo: Demo, shows: string): Promise<void> {
  const account = accountOf(demo, shows);
  await page.goto(`${host}/login`);
  await page.getByLabel(/mobile number or e-?mail/i).fill(account.email);
  await page.getByLabel('Password').fill(demo.password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Opens the account menu of the head, where profile, theme, language and Logout are from 880 px. */
export async function openAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your account/ }).click();
  await expect(page.getByRole('menu')).toBeVisible();
}

/** Signs out by the account menu. */
export async function logOut(page: Page): Promise<void> {
  await openAccount(page);
  await page.getByRole('menuitem', { name: 'Logout' }).click();
}

/** What the login screen left in the browser, by host and account. */
const leftBehind = new Map<string, Record<string, string>>();

/**
 * Makes the page's browser that of somebody who signed in on an earlier visit; the story opens its first screen itself. The first
 * time the login screen does it. After that, what it left is put there again with a session of its own, in a fifth of the time.
 */
export async function signedIn(page: Page, host: string, demo: Demo, shows: string): Promise<void> {
  const kept = leftBehind.get(`${host} ${shows}`);
  if (!kept) {
    await signIn(page, host, demo, shows);
    leftBehind.set(`${host} ${shows}`, await stored(page));
    return;
  }
  // Of the same origin, and nothing of ours runs there. A page whose session is over goes to the login by itself and may cut this way short.
  await expect(() => page.goto(`${host}/robots.txt`)).toPass({ timeout: 15_000 });
  const { email } = accountOf(demo, shows);
  const data = { username: email, password: demo.password, sign_in_with: 'EMAIL', profession: 'RETAIL_INVESTOR', referral_code: '' };
  const headers = { 'content-type': 'application/json', 'user-agent': await page.evaluate(() => navigator.userAgent) };
  const answer = await askHost(`${host}/auth/v1/sign_in`, { method: 'POST', headers, body: JSON.stringify(data) });
  await page.context().addCookies(
    answer.headers.getSetCookie().map((cookie) => {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      return { name, value, url: host };
    }),
  );
  const { status, validation, token_data } = await answer.json();
  if (!status) throw new Error(`${email} can’t sign in: ${validation}`);
  const session = { token: token_data.access_token, refresh_token: token_data.refresh_token, expire_in: String(Date.now() + token_data.expire_in * 1000) };
  await page.evaluate((values) => Object.assign(localStorage, values), { ...kept, ...session });
}

/** Waits, each time it is called, until nothing the page asked for is under way any more; streams never end and don't count. */
export function requestsOf(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource' && !request.url().includes('/socket.io/')) underWay.add(request);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const) page.on(end as 'requestfinished', (request) => underWay.delete(request));
  return () => expect.poll(() => [...underWay].map((request) => request.url()), { intervals: [20] }).toEqual([]);
}

/** axe finds nothing to object to on the page as it stands, but for what a selector leaves out. */
export async function expectAccessible(page: Page, look: string | Look = {}): Promise<void> {
  // What is still fading in has no contrast yet. Shimmer never ends, and in a row off screen that is not laid out nothing does.
  await page.evaluate((longest) => {
    const short = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < longest);
    const late = new Promise((resolve) => setTimeout(resolve, longest));
    return Promise.race([Promise.allSettled(short.map(({ finished }) => finished)).then(() => undefined), late]);
  }, 5_000);
  expect(await accessibilityFaults(page, typeof look === 'string' ? { without: look } : look)).toEqual([]);
}

/** Presses Tab until the focus is on the wanted control; says what came by when it never is. */
export async function tabTo(page: Page, name: RegExp, most = 40): Promise<void> {
  const passed: string[] = [];
  for (let press = 0; press < 2 * most; press += 1) {
    // A page that came with words alone gets its fields while somebody goes round it.
    if (press === most) await page.waitForTimeout(3000);
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const at = document.activeElement as HTMLElement | null;
      const label = at && 'labels' in at ? (at as HTMLInputElement).labels?.[0]?.textContent : '';
      return (at?.getAttribute('aria-label') || label || at?.innerText || at?.textContent || '').trim();
    });
    if (name.test(focused)) return;
    passed.push(focused);
  }
  throw new Error(`Tab never came to ${name}; it came by ${passed.join(' | ')}`);
}
