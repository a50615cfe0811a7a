import type { Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { REPOSITORY } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';

/** Friday 20 Nov 2026, 10:15 IST: option calls can be published until 15:15. */
test.use({ stackOptions: { now: '2026-11-20T04:45:00Z' } });

interface Side {
  readonly bid: number | null;
  readonly ask: number | null;
}
interface Chain {
  readonly atm: number;
  readonly rows: readonly { readonly strike: number; readonly ce: Side | null; readonly pe: Side | null }[];
}

/** An iron condor two and five strikes away from the money. */
async function condorOf(expert: Person): Promise<{ buttons: string[] }> {
  const { data } = await expert.get<Chain>('/insights/v1/options/NIFTY');
  const at = data.rows.findIndex(({ strike }) => strike === data.atm);
  const named = (away: number): string => data.rows[at + away]!.strike.toLocaleString('en-IN');
  return { buttons: [`Buy ${named(-5)} put`, `Sell ${named(-2)} put`, `Sell ${named(2)} call`, `Buy ${named(5)} call`] };
}

/** Nothing sticks out, and nobody is shut out, on the narrowest phone and on a desk, light and dark. */
async function expectFits(page: Page, name: string): Promise<void> {
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await expect(page.locator('html')).toHaveCSS('color-scheme', colorScheme);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      if (process.env.E2E_PICTURES !== 'off')
        await page.screenshot({ path: `${REPOSITORY}test-results/screens/${name}-${width}-${colorScheme}.png`, fullPage: true });
      if (width === 320 || width === 1440) await expectAccessible(page);
    }
  }
}

async function writeReasons(page: Page): Promise<void> {
  const reason = 'The index has closed within one per cent of its average for two weeks while its volatility fell from session to session.';
  await page.getByLabel('Thesis').fill(reason);
  await page.getByLabel('Trigger').fill(`${reason} Quotes narrow.`);
  await page.getByLabel('Risks').fill(`${reason} A surprise would end that.`);
  await page.getByLabel('What would prove this wrong').fill('A close beyond either of the sold strikes would prove this wrong.');
  await page.getByLabel(/^I have not dealt in this underlying/).check();
}

test('an expert publishes an iron condor on NIFTY and sees its receipt (S1-SCOPE-02, S2.1-ROUTE-20)', async ({ page, stack, demo }) => {
  test.setTimeout(300_000);
  const { buttons } = await condorOf(await Person.demo(stack, demo, 'verified expert'));
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/publish-recommendation-options`);
  await page.getByRole('combobox', { name: 'Underlying' }).fill('NIFTY');
  await page
    .getByRole('option', { name: /^NIFTY(?!\w)/ })
    .first()
    .click();
  for (const name of buttons) await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByText('Iron condor', { exact: true })).toBeVisible();
  await page.getByLabel('Stop-loss: loss of (₹)').fill('450');
  await page.getByLabel('Target: profit of (₹)').fill('500');
  await page.getByLabel('I have read how many who trade options lose').check();
  await expect(page.getByRole('slider', { name: 'Target' })).toBeVisible();
  await page.getByRole('slider', { name: 'Target' }).press('ArrowUp');
  await expect(page.getByLabel('Target: profit of (₹)')).not.toHaveValue('500');
  await expectFits(page, 'publish-options-levels');

  await page.getByRole('button', { name: 'Continue to rationale' }).click();
  await writeReasons(page);
  await page.reload();
  await page.getByRole('button', { name: 'Continue to rationale' }).click();
  await expect(page.getByLabel('What would prove this wrong')).toHaveValue(/sold strikes/);
  await page.getByRole('button', { name: 'Continue to preview' }).click();
  await expect(page.getByRole('article', { name: 'Preview of the call' })).toContainText('Iron condor');
  await expectFits(page, 'publish-options-preview');
  await page.getByRole('button', { name: 'Publish call' }).click();
  await page.getByRole('dialog', { name: 'Publish this call?' }).getByRole('button', { name: 'Publish call' }).click();
  await expect(page.getByRole('heading', { name: 'Your call on NIFTY is on record' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open the call' })).toHaveAttribute('href', /^\/expert-past-strategy-options\?reco=/);
  await page.getByRole('link', { name: 'Open the receipt' }).click();
  await expect(page).toHaveURL(/how-to-check-us#/);
});
