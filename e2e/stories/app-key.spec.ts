import type { FrameLocator, Page } from '@playwright/test';
import { serveSite } from '../support/site.ts';
import { demoOf, type Stack } from '../support/stack.ts';
import { expect, test as story } from '../support/story.ts';

/**
 * A broker's app shows our widgets in a page it brought along. Such a page has an opaque origin, as has a sandboxed frame
 * that may not keep its own: a browser says `null` of both.
 */
const sandboxed = (page: Page): FrameLocator => page.frameLocator('iframe#app');

async function openInApp(page: Page, { portal }: Stack, body: string): Promise<string[]> {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title><script type="module" async crossorigin src="${portal}/w/v1.js"></script></head><body>${body}</body></html>`;
  const attribute = html.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  await page.setContent(
    `<!doctype html><html lang="en"><title>Phone</title><iframe id="app" title="App" sandbox="allow-scripts" width="400" height="700" srcdoc="${attribute}"></iframe>`,
  );
  await expect(sandboxed(page).locator('vimarsh-sentiment')).toBeVisible();
  expect(
    await sandboxed(page)
      .locator('body')
      .evaluate(() => globalThis.origin),
  ).toBe('null');
  return said;
}
const element = (key: string, proof = ''): string =>
  `<vimarsh-sentiment stock="TCS" access-key="${key}"${proof && ` proof="${proof}"`} style="display:block;min-height:208px"></vimarsh-sentiment>`;
const framed = ({ portal }: Stack, key: string, proof: string): string =>
  `<iframe id="ours" title="Sentiment" width="380" height="320" src="${portal}/market-sentiment-widget/INFY?broker_access_key=${key}&proof=${proof}"></iframe>`;

story('A page of an app, of opaque origin, shows element and frame with what the broker’s server has signed', async ({ page, stack }) => {
  const { access_key, proof } = (await demoOf(stack.portal)).widget.app;
  const streaming = page.waitForRequest((request) => request.url().includes('/embed/v1/stream'));
  await openInApp(page, stack, element(access_key, proof) + framed(stack, access_key, proof));
  await expect(sandboxed(page).getByRole('region', { name: 'Market sentiment of TCS' })).toBeVisible();
  const ours = sandboxed(page).frameLocator('iframe#ours');
  await expect(ours.getByRole('region', { name: 'Market sentiment of INFY' })).toBeVisible();
  // Neither key nor proof stays in the address.
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain(`${stack.portal}/market-sentiment-widget/INFY`);
  // Prices go on: the stream stands.
  await streaming;
});

story('Without a proof the app’s page is refused and reads why; a proof given later opens it', async ({ page, stack }) => {
  const { access_key, proof } = (await demoOf(stack.portal)).widget.app;
  const said = await openInApp(page, stack, element(access_key) + framed(stack, access_key, ''));
  const widget = sandboxed(page).locator('vimarsh-sentiment');
  await expect(widget.getByRole('status')).toHaveText('Widget not enabled');
  await expect.poll(() => said.join('\n')).toContain('PROOF_MISSING. Have your server sign a proof for this key');
  await expect(sandboxed(page).frameLocator('iframe#ours').getByText('Widget not enabled')).toBeVisible();
  await widget.evaluate((host, given) => host.setAttribute('proof', given), proof);
  await expect(sandboxed(page).getByRole('region', { name: 'Market sentiment of TCS' })).toBeVisible();
});

story('A web site’s key opens nothing on a page of opaque origin', async ({ page, stack, demo }) => {
  const said = await openInApp(page, stack, element(demo.widget.access_key, demo.widget.app.proof));
  await expect(sandboxed(page).locator('vimarsh-sentiment').getByRole('status')).toHaveText('Widget not enabled');
  await expect.poll(() => said.join('\n')).toContain('ORIGIN_DENIED. This page’s origin is “null”');
});

story(
  'A site’s page in a sandbox that took its origin reads that, from widget, frame and check alike, and not that its address be added',
  async ({ page, stack, demo }) => {
    const key = demo.widget.access_key;
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    // The address is the listed one; only the sandbox makes the origin opaque.
    const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Neem</title><script type="module" async crossorigin src="${stack.portal}/w/v1.js"></script></head><body>${element(key)}${framed(stack, key, '')}</body></html>`;
    const outer = `<!doctype html><html lang="en"><title>Portal of a bank</title><iframe id="app" title="Neem" sandbox="allow-scripts" width="500" height="1200" src="/inner?vimarsh-check"></iframe></html>`;
    const type = 'text/html; charset=utf-8';
    const site = await serveSite({ '/': { type, body: outer }, '/inner': { type, body: html } }, Number(new URL(stack.partnerSite).port));
    try {
      await page.goto(site.origin);
      const check = sandboxed(page).getByRole('region', { name: 'Vimarsh integration check' });
      await expect(check).toContainText('not for null');
      await expect(check).toContainText('allow-same-origin');
      await expect.poll(() => said.filter((line) => /ORIGIN_DENIED|origin_denied/.test(line)).length).toBeGreaterThanOrEqual(2);
      const told = [...said.filter((line) => /ORIGIN_DENIED|origin_denied/.test(line)), (await check.textContent())!];
      for (const words of told) expect(words).toContain('allow-same-origin');
      for (const words of told) expect(words).not.toContain(`${site.origin} added`);
    } finally {
      site.close();
    }
  },
);

story('A WebView opens the frame’s address itself: the widget alone, also where a tab would show the portal’s page', async ({ page, stack }) => {
  const { access_key, proof } = (await demoOf(stack.portal)).widget.app;
  await page.goto(`${stack.portal}/equity-insights/TCS/${access_key}?proof=${proof}`);
  await expect(page.getByRole('region', { name: 'Equity insight of TCS' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  expect(page.url()).toBe(`${stack.portal}/equity-insights/TCS`);
  await page.goto(`${stack.portal}/equity-insights/TCS/${access_key}`);
  await expect(page.getByText('Widget not enabled')).toBeVisible();
});
