import type { Page } from '@playwright/test';
import { expectNoShift, watchShifts } from '../support/layout-shift.ts';
import { pagesWithout, unlisted } from '../support/screens.ts';
import { REPOSITORY } from '../support/stack.ts';
import { expect, expectAccessible, OF_COLOURS, requestsOf, signedIn, test as story } from '../support/story.ts';

/** A screen, with what shows that its content has come. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly as?: 'Premium investor' | 'Pro investor' | 'verified expert' | 'admin' | 'partner customer, broker with plans';
  /** Partner whose host shows it; the main host without. */
  readonly at?: string;
  ready(page: Page): Promise<void>;
}
const heading = (page: Page) => expect(page.locator('main h1').first()).toBeVisible();
const list = (page: Page) => expect(page.locator('main').getByRole('listitem').first()).toBeVisible();

const LISTED: readonly Screen[] = [
  { name: 'public', path: '/', ready: (page) => expect(page.getByRole('list', { name: 'Closed calls' })).toBeVisible() },
  { name: 'sign-in', path: '/login', ready: heading },
  { name: 'sign-up', path: '/login?plan=register', ready: heading },
  { name: 'verify-user', path: '/verify-user', ready: heading },
  { name: 'forgot-password', path: '/forgot-password', ready: heading },
  { name: 'nothing-to-verify', path: '/verify-otp', ready: (page) => expect(page.getByRole('link', { name: 'Begin again' })).toBeVisible() },
  { name: 'partner-login', path: '/login', at: 'palash', ready: (page) => expect(page.getByLabel('Client ID')).toBeVisible() },
  { name: 'paytm-login', path: '/paytm-login', at: 'jhelum', ready: heading },
  { name: 'auth-bypass', path: '/auth-bypass', at: 'chambal', ready: heading },
  { name: 'faq', path: '/retail-side/faq', ready: heading },
  { name: 'compliance', path: '/vimarsh-compliance', ready: heading },
  {
    name: 'compliance-experts',
    path: '/vimarsh-compliance-experts',
    ready: (page) => expect(page.getByRole('table', { name: 'Register of experts' })).toBeVisible(),
  },
  { name: 'how-to-check', path: '/how-to-check-us', ready: (page) => expect(page.getByRole('button', { name: 'Check', exact: true })).toBeVisible() },
  { name: 'widget-broker-disclaimer', path: '/widget-broker-disclaimer', ready: heading },
  { name: 'terms', path: '/retail-side/terms-condition', ready: heading },
  { name: 'contact', path: '/retail-side/contact-us', ready: heading },
  { name: 'for-investors', path: '/retail-investors', ready: heading },
  { name: 'for-brokers', path: '/business-partners', ready: heading },
  { name: 'market-sentiment', path: '/market-sentiment', ready: heading },
  { name: 'equity-insights', path: '/equity-insights/RELIANCE', ready: (page) => expect(page.getByRole('group', { name: 'Technical rating' })).toBeVisible() },
  {
    name: 'stock',
    path: '/stocks/RELIANCE',
    as: 'Pro investor',
    ready: (page) => expect(page.getByRole('region', { name: 'Chart' }).getByRole('slider')).toBeVisible(),
  },
  {
    name: 'options-insights',
    path: '/options-insights/NIFTY',
    ready: (page) => expect(page.getByRole('group', { name: 'Option chain', exact: true })).toBeVisible(),
  },
  {
    name: 'markets-overview',
    path: '/markets-overview',
    as: 'Pro investor',
    ready: (page) => expect(page.getByRole('group', { name: 'Movers' })).toBeVisible(),
  },
  {
    name: 'widgets',
    path: '/business-partners/widgets',
    ready: (page) => expect(page.getByRole('region', { name: 'Preview' }).getByRole('link', { name: 'Not advice' })).toBeVisible(),
  },
  {
    name: 'data-categorisation',
    path: '/data-categorisation?view=closed&columns=term',
    as: 'Pro investor',
    ready: (page) => expect(page.getByRole('region', { name: /^Closed calls by sector and term/ })).toBeVisible(),
  },
  { name: 'calls-live', path: '/experts-past-recommendations', as: 'Pro investor', ready: list },
  { name: 'calls-past', path: '/experts-past-recommendations?view=past', as: 'Pro investor', ready: list },
  { name: 'publish', path: '/upload-recommendation/TCS', as: 'verified expert', ready: heading },
  { name: 'publish-options', path: '/publish-recommendation-options', as: 'verified expert', ready: heading },
  { name: 'option-calls', path: '/expert-past-strategy-options?view=past&period=ALL', as: 'Pro investor', ready: list },
  { name: 'my-option-calls', path: '/past-strategy-options', as: 'verified expert', ready: heading },
  { name: 'equity-watchlist', path: '/equity-watchlist', as: 'Pro investor', ready: list },
  { name: 'options-watchlist', path: '/options-watchlist', as: 'Pro investor', ready: list },
  { name: 'expert-store', path: '/expert-store', as: 'Pro investor', ready: list },
  { name: 'performers', path: '/performers', ready: list },
  { name: 'experts-to-chat-with', path: '/expert-list', as: 'Pro investor', ready: list },
  { name: 'expert-buzz', path: '/expert-buzz', as: 'Pro investor', ready: (page) => expect(page.getByRole('list', { name: 'Posts' })).toBeVisible() },
  { name: 'my-posts', path: '/my-posts', as: 'verified expert', ready: (page) => expect(page.getByRole('list', { name: 'My posts' })).toBeVisible() },
  // Others talk in stories of the same stack.
  { name: 'chats', path: '/chat', as: 'Premium investor', ready: (page) => expect(page.getByText('No chat yet.')).toBeVisible() },
  {
    name: 'expert-dashboard',
    path: '/expert-dashboard?user_id=exp_09&period=1Y',
    as: 'Pro investor',
    ready: (page) => expect(page.getByRole('button', { name: 'Check the record' })).toBeVisible(),
  },
  {
    name: 'expert-dashboard-own',
    path: '/expert-dashboard',
    as: 'verified expert',
    ready: (page) => expect(page.getByRole('heading', { name: /open calls?$/ })).toBeVisible(),
  },
  { name: 'plans', path: '/pricing', as: 'Premium investor', ready: (page) => expect(page.getByRole('link', { name: '₹999 for 30 days' })).toBeVisible() },
  {
    name: 'checkout',
    path: '/pricing/upi?plan=Pro&days=30',
    as: 'Premium investor',
    ready: (page) => expect(page.getByRole('button', { name: 'Pay ₹999.00' })).toBeVisible(),
  },
  {
    name: 'my-plan',
    path: '/my-account?tab=plan',
    as: 'Pro investor',
    ready: (page) => expect(page.getByRole('heading', { name: 'Pro', exact: true })).toBeVisible(),
  },
  {
    name: 'my-billing',
    path: '/my-account?tab=billing',
    as: 'Pro investor',
    ready: (page) => expect(page.getByText('You have not paid for anything here.')).toBeVisible(),
  },
  { name: 'my-account', path: '/my-account?tab=security', as: 'Pro investor', ready: heading },
  {
    name: 'my-consents',
    path: '/my-account?tab=consents',
    as: 'Pro investor',
    ready: (page) => expect(page.getByRole('list', { name: 'Record of consents' })).toBeVisible(),
  },
  {
    name: 'my-notifications',
    path: '/my-account?tab=notifications',
    as: 'Pro investor',
    ready: (page) => expect(page.getByRole('group', { name: 'New calls' })).toBeVisible(),
  },
  { name: 'document-review', path: '/document-review', as: 'admin', ready: list },
  {
    name: 'book-demo',
    path: '/book-demo',
    as: 'Pro investor',
    ready: (page) => expect(page.locator('main').getByRole('button', { name: 'Book a demo' })).toBeVisible(),
  },
  {
    name: 'demos',
    path: '/demo-bookings',
    as: 'admin',
    ready: (page) => expect(page.locator('main').getByText(/No demo is booked|Times are IST/)).toBeVisible(),
  },
  { name: 'support-desk', path: '/support-desk', as: 'admin', ready: heading },
  { name: 'corrections', path: '/corrections', as: 'admin', ready: heading },
  { name: 'cases', path: '/cases', as: 'admin', ready: (page) => expect(page.getByText(/cases? is open|cases are open/)).toBeVisible() },
  { name: 'communications', path: '/communications', as: 'admin', ready: (page) => expect(page.getByText(/for a second admin\.$/)).toBeVisible() },
  { name: 'profile', path: '/profile-update', as: 'Pro investor', ready: heading },
  { name: 'change-password', path: '/change-password', as: 'Pro investor', ready: heading },
  { name: 'my-dashboard', path: '/my-dashboard', as: 'verified expert', ready: (page) => expect(page.getByRole('region', { name: 'Today' })).toBeVisible() },
  { name: 'my-dashboard-activity', path: '/my-dashboard?tab=ACTIVITY', as: 'verified expert', ready: list },
  { name: 'light-view', path: '/expert-view-lite', as: 'Pro investor', ready: list },
  {
    name: 'calls-by-stock',
    path: '/experts-past-recommendations-v2?term=all',
    as: 'Pro investor',
    ready: (page) => expect(page.getByRole('button', { name: 'Show as table' })).toBeVisible(),
  },
  {
    name: 'my-analytics',
    path: '/ra-dashboard-analytics',
    as: 'verified expert',
    ready: (page) => expect(page.getByRole('region', { name: 'Post-mortems' }).getByText('missing')).toBeVisible(),
  },
  {
    name: 'product-analytics',
    path: '/vimarsh-dashboard-analytics',
    as: 'admin',
    ready: (page) => expect(page.getByRole('region', { name: 'People' })).toBeVisible(),
  },
  {
    name: 'trading',
    path: '/trading/orders',
    at: 'garnet',
    as: 'partner customer, broker with plans',
    ready: (page) => expect(page.getByRole('button', { name: 'Compare now' })).toBeVisible(),
  },
  { name: 'my-calls', path: '/past-recommendations', as: 'verified expert', ready: list },
];
const addresses = (screens: readonly Screen[]): string[] => screens.map(({ path }) => path.split('?')[0]!);

/** Opens only to who has just proved an address; its own story looks at it. */
const ELSEWHERE = ['mf-auth/setNewPassword'];

/** Pages that nobody has listed yet are looked at by their route, so that a new one is looked at from its first day. */
const UNLISTED: readonly Screen[] = unlisted(addresses(LISTED))
  .filter(({ page }) => !ELSEWHERE.includes(page))
  .map(({ page, ...screen }) => ({ ...screen, name: page.replace('/', '-'), ready: heading }));
const SCREENS = [...LISTED, ...UNLISTED];

/** Each width is opened in one theme and switched to the other, so that both are seen at first sight and after a change. */
const VIEWS = [
  { width: 1440, height: 900, themes: ['light', 'dark'] },
  { width: 360, height: 740, themes: ['dark', 'light'] },
] as const;

/** `npm test` looks with axe and takes no pictures; for people there is one of each view in `test-results/screens`. */
const PICTURES = process.env.E2E_PICTURES !== 'off';

/** What loads only when it comes near is there, too: each part of the page was in view for two frames. */
const walkDown = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    // A browser that draws nothing for a while gives no frame either; what is in view is in view all the same.
    const frame = (): Promise<unknown> =>
      Promise.race([new Promise((resolve) => requestAnimationFrame(resolve)), new Promise((resolve) => setTimeout(resolve, 500))]);
    for (let y = 0; y < document.body.scrollHeight; y += innerHeight / 2) {
      scrollTo(0, y);
      await frame();
      await frame();
    }
    scrollTo(0, 0);
  });

// Screens share nothing: several workers may take the longest file among them.
story.describe.configure({ mode: 'parallel' });

story('Every page that a module declares is one of them', () => {
  expect(pagesWithout(addresses(SCREENS))).toEqual(ELSEWHERE);
});

for (const { name, path, as, at, ready } of SCREENS) {
  story(`${name} is accessible, light and dark, at 360 and 1440 px, fits, and comes without a jump`, async ({ page, stack, demo }) => {
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    const allIsThere = requestsOf(page);
    const host = at ? stack.partnerHost(at) : stack.portal;
    if (as) await signedIn(page, host, demo, as);
    await watchShifts(page);
    for (const { width, height, themes } of VIEWS) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: themes[0], reducedMotion: 'reduce' });
      await page.goto(host + path);
      await ready(page);
      await allIsThere();
      await page.evaluate(() => document.fonts.ready);
      await expectNoShift(page);
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme });
        await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
        // Rows that are laid out only when they come near take the other theme's colours then.
        await walkDown(page);
        await allIsThere();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (PICTURES) await page.screenshot({ path: `${REPOSITORY}test-results/screens/${name}-${width}-${theme}.png`, fullPage: true });
        // Of what axe looks at, the other theme changes the colours alone.
        await expectAccessible(page, theme === themes[0] ? {} : { rules: OF_COLOURS });
      }
    }
    expect(problems).toEqual([]);
  });
}
