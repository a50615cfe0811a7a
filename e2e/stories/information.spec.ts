import { expect, test as story } from '../support/story.ts';

story('FAQs answer what I ask, by search and by link (S1-FEAT-09, S2.3-RETAIL-02)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/`);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQs' }).click();
  await expect(page).toHaveURL(`${stack.portal}/retail-side/faq`);
  await expect(page.getByRole('heading', { level: 1, name: 'FAQs' })).toBeVisible();
  const answer = page.getByText('You place and confirm every order yourself');
  await expect(answer).toBeHidden();
  await page.getByText('Do you trade for me?').click();
  await expect(answer).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the questions' }).fill('refund');
  await expect(page.getByText(/^\d+ of \d+ questions$/)).toBeVisible();
  await expect(page.getByText('Do you trade for me?')).toHaveCount(0);
});

story('Terms are readable without an account, each section by its link (S2.3-RETAIL-01)', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/retail-side/terms-condition`);
  await expect(page.getByRole('heading', { level: 1, name: 'Terms and conditions' })).toBeVisible();
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last();
  const target = (await link.getAttribute('href'))!;
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${target}$`));
  await expect(page.locator(target)).toBeInViewport();
});
