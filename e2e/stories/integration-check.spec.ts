import type { Page } from '@playwright/test';
import { serveSite } from '../support/site.ts';
import type { Stack } from '../support/stack.ts';
import { expect, expectAccessible, test as story } from '../support/story.ts';

const check = (page: Page) => page.getByRole('region', { name: 'Vimarsh integration check' });
const fileOf = (url: string): string => new URL(url).pathname.split('/').at(-1)!;
const element = (key: string, more = 'style="display:block;min-height:208px"') =>
  `<vimarsh-sentiment stock="TCS" access-key="${key}" ${more}></vimarsh-sentiment>`;

/** Opens a page of a partner on its origin: our script, a policy, and what else is written there. */
async function open(page: Page, stack: Stack, body: string, { policy = '', query = '?vimarsh-check' } = {}): Promise<void> {
  const meta = policy ? `<meta http-equiv="Content-Security-Policy" content="${policy}">` : '';
  const head = `<meta charset="utf-8"><title>Neem</title>${meta}<script type="module" async crossorigin src="${stack.portal}/w/v1.js"></script>`;
  const html = `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>Neem</h1>${body}</main></body></html>`;
  const site = await serveSite({ '/': { type: 'text/html; charset=utf-8', body: html } }, Number(new URL(stack.partnerSite).port));
  try {
    await page.goto(`${site.origin}/${query}`);
    await expect(page.locator('vimarsh-sentiment, vimarsh-equity').first()).toBeAttached();
  } finally {
    site.close();
  }
}

story(
  'A partner’s page opened with ?vimarsh-check says that all is in order, under a strict policy; without it nothing is fetched',
  async ({ page, stack, demo }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(fileOf(request.url())));
    const policy = `default-src 'none'; script-src ${stack.portal}; connect-src ${stack.portal}; require-trusted-types-for 'script'; trusted-types 'none'`;
    await open(page, stack, element(demo.widget.access_key, ''), { policy, query: '' });
    await expect(page.getByRole('region', { name: 'Market sentiment of TCS' })).toBeVisible();
    expect(asked).not.toContain('check.js');
    await open(page, stack, element(demo.widget.access_key, ''), { policy });
    await expect(check(page).getByRole('heading', { name: 'Vimarsh: all in order' })).toBeVisible();
    expect(asked).toContain('check.js');
    await expect(check(page)).toContainText(`live on ${stack.partnerSite}`);
    await expect(check(page)).toContainText('market-sentiment, equity-insights, options-insights');
    await expect(check(page)).toContainText('0.000 by our widgets');
    await expect(check(page)).toContainText('nothing of ours was blocked');
    await expect(check(page)).toContainText('data on the screen');
    await expectAccessible(page);
    await check(page).getByRole('button', { name: 'Close the check' }).click();
    await expect(check(page)).toHaveCount(0);
  },
);

story('A key that does not fit the page is told with the origin to add, a revoked one with what to do', async ({ page, stack, demo }) => {
  await open(page, stack, element(demo.widget.revoked_key) + element('pk_live_own_pages'));
  await expect(check(page)).toContainText('This key was revoked.');
  await expect(check(page)).toContainText('Use your other active key');
  await expect(check(page)).toContainText(`Have exactly ${stack.partnerSite} added to this key.`);
});

story('A policy without our data address is told with the line to add', async ({ page, stack, demo }) => {
  await open(page, stack, element(demo.widget.access_key), { policy: `default-src 'none'; style-src 'unsafe-inline'; script-src ${stack.portal}` });
  await expect(check(page)).toContainText(`Add to your policy: connect-src ${stack.portal}`);
  await expect(check(page).getByRole('heading', { name: /^Vimarsh: \d to mend$/ })).toBeVisible();
});

story('A widget without its room pushes what stands below, and is told so; the check’s own box is not counted', async ({ page, stack, demo }) => {
  // What nobody has seen yet is not pushed: the page is there before the script.
  await page.route('**/w/v1.js', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0);
    await route.continue();
  });
  await open(page, stack, `<vimarsh-equity stock="TCS" access-key="${demo.widget.access_key}"></vimarsh-equity><p>What stands below</p>`);
  await expect(check(page)).toContainText('Keep style="display:block;min-height:…px"');
  const [, ours, whole] = /(0\.\d{3}) by our widgets, (0\.\d{3}) on the whole page/.exec((await check(page).textContent())!)!;
  expect(whole).toBe(ours);
});

story('A frame on a site that the key does not list is refused by the browser, and the key’s holder reads where', async ({ page, stack, demo }) => {
  const key = demo.widget.access_key;
  const frame = `<iframe title="TCS" src="${stack.portal}/market-sentiment-widget/TCS?broker_access_key=${key}"></iframe>`;
  const stranger = await serveSite({ '/basket': { type: 'text/html', body: `<!doctype html><html lang="en"><title>Shop</title>${frame}</html>` } });
  try {
    await page.goto(`${stranger.origin}/basket?person=42`);
    const blocked = async (): Promise<unknown> => {
      const answer = await fetch(`${stack.portal}/embed/v1/check?access_key=${key}`, { headers: { origin: stack.partnerSite } });
      return ((await answer.json()) as { data: { blocked: unknown } }).data.blocked;
    };
    await expect.poll(blocked).toContainEqual({ origin: stranger.origin, directive: 'frame-ancestors', count: 1 });
  } finally {
    stranger.close();
  }
  await open(page, stack, element(key));
  await expect(check(page)).toContainText(`${stranger.origin} wanted to show a frame with this key, once in seven days`);
  await expect(check(page)).toContainText(`have exactly ${stranger.origin} added to this key`);
  await expectAccessible(page);
});
