import type { Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { type Demo, REPOSITORY, type Stack } from '../support/stack.ts';
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

/** A live call on an index with limited risk: plans without option calls get nothing of it, not in the lists, not by its address (product D.4). */
async function expectReaders(stack: Stack, demo: Demo, id: string): Promise<void> {
  for (const [who, reads] of [
    ['free investor', false],
    ['Lite investor', false],
    ['Premium investor', true],
    ['Pro investor', true],
  ] as const) {
    const reader = await Person.demo(stack, demo, who);
    const one = await reader.get<object | null>(`/reco/v1/options/calls/${id}`);
    const list = await reader.get<object | null>('/reco/v1/options/calls?view=live&limit=50');
    expect([who, one.status, one.code]).toEqual([who, reads, reads ? undefined : 'NOT_FOUND']);
    expect([who, JSON.stringify(list).includes(id)]).toEqual([who, reads]);
    if (!reads) expect(JSON.stringify(one)).not.toMatch(/legs|strike|stop_loss|rationale/);
  }
}

/** From the author's own list: the call is there, takes a note, by the keyboard alone, and its proof holds with it. */
async function addNote(page: Page, address: string, id: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  const row = page.getByRole('list', { name: 'Open option calls' }).locator(`[data-call="${id}"]`);
  await expect(row).toContainText('Iron condor');
  await row.press('Enter');
  const drawer = page.getByRole('dialog', { name: 'NIFTY · Iron condor' });
  await drawer.getByRole('button', { name: 'Add a note' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add a note to NIFTY' });
  await dialog.getByLabel('Note').focus();
  await page.keyboard.type('The bank’s decision is due on Friday.');
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add note' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(drawer.getByText('The bank’s decision is due on Friday.')).toBeVisible();
  if (process.env.E2E_PICTURES !== 'off') await page.screenshot({ path: `${REPOSITORY}test-results/screens/my-option-call-1440.png` });
  await drawer.getByRole('button', { name: 'Verify this record' }).press('Enter');
  await expect(drawer.getByText(/^This record holds\./)).toBeVisible();
}

test('an expert publishes an iron condor on NIFTY and finds it among their own, and its readers are those of D.4 (S1-SCOPE-02, S2.1-ROUTE-20, S2.1-ROUTE-24, S1-FEAT-03)', async ({
  page,
  stack,
  demo,
}) => {
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
  await expect(page.getByRole('link', { name: 'Open the call' })).toHaveAttribute('href', /^\/past-strategy-options\?reco=/);
  const opened = await page.getByRole('link', { name: 'Open the call' }).getAttribute('href');
  const id = new URL(opened!, stack.portal).searchParams.get('reco')!;
  await page.getByRole('link', { name: 'Open the receipt' }).click();
  await expect(page).toHaveURL(/how-to-check-us#/);
  await expectReaders(stack, demo, id);
  await addNote(page, `${stack.portal}/past-strategy-options`, id);
});
