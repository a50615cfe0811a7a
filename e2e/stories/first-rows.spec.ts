import { expect, signedIn, test } from '../support/story.ts';

test('A member’s list comes with the page: its rows are asked for once, by the page itself, and its letters follow', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'Pro investor');
  // A first visit leaves what later ones begin with: scripts in the cache and the list as it was last.
  await page.goto(`${stack.portal}/experts-past-recommendations`);
  await expect(page.getByRole('list', { name: 'Live calls' }).getByRole('listitem').first()).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/reco/v1/calls?') && asked.push(request.resourceType()));
  const html = await (await page.goto(`${stack.portal}/experts-past-recommendations`))!.text();
  await expect(page.getByRole('list', { name: 'Live calls' }).getByRole('listitem').first()).toBeVisible();
  expect(asked).toEqual(['fetch']);
  await expect.poll(() => page.evaluate(() => document.fonts.check('1em Montserrat', 'a₹'))).toBe(true);
  const client = /fetchpriority="low" [^>]*href="([^"]+)"/.exec(html)![1]!;
  expect(await (await page.request.get(stack.portal + client)).text(), 'compiled while it comes').toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  // What stands behind the path only the list itself understands.
  await page.goto(`${stack.portal}/experts-past-recommendations/-/-/IT`);
  await expect.poll(() => asked).toEqual(['fetch', 'xhr']);
});
