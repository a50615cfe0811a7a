import { cpSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { makeFolder } from '../support/folders.ts';
import { Person } from '../support/person.ts';
import { type Demo, REPOSITORY, type Stack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, freshMobile, signedIn, tabTo, testInTheMorning as test } from '../support/story.ts';

/** The second story closes the call that the first one published. */
test.describe.configure({ mode: 'serial' });

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
  await page.getByLabel('Trigger').fill('Bid and ask of both sold strikes came together this morning, and their open interest grew on both sides.');
  await page.getByLabel('Risks').fill('A surprise in rates or results would move the index beyond a sold strike, and volatility would rise with it.');
  await page.getByLabel('What would prove this wrong').fill('A close beyond either of the sold strikes would prove this wrong.');
  await page.getByLabel(/^I have not dealt in this underlying/).check();
}

type Reader = (typeof READERS)[number];
/** Everybody whom product D.4 tells apart. Periyar trades options, Sabarmati does not; neither sells plans, so both give their customers a bundle. */
const READERS = ['visitor', 'free investor', 'Lite investor', 'Premium investor', 'Pro investor', 'customer at Periyar', 'customer at Sabarmati'] as const;
/** Who reads a live call on an index with limited risk, and any other one. */
const OF_LIMITED: readonly Reader[] = ['Premium investor', 'Pro investor', 'customer at Periyar'];
const OF_ANY: readonly Reader[] = ['Pro investor'];

function reader(stack: Stack, demo: Demo, who: Reader): Promise<Person> | null {
  if (who === 'visitor') return null;
  const partner = /^customer at (\w+)$/.exec(who)?.[1];
  return partner ? Person.signUp({ portal: stack.partnerHost(partner.toLowerCase()) }, freshMobile()) : Person.demo(stack, demo, who);
}

/** Only those named read the call; the others get nothing of it: not in the lists, not by its address, not by its proof. */
async function expectReaders(stack: Stack, demo: Demo, id: string, view: 'live' | 'past', allowed: readonly Reader[]): Promise<void> {
  for (const who of READERS) {
    const person = await reader(stack, demo, who);
    const get = async (path: string): Promise<{ status: boolean; code?: string; data: unknown }> =>
      person ? person.get<unknown>(path) : (await fetch(stack.portal + path)).json();
    const reads = allowed.includes(who);
    const one = await get(`/reco/v1/options/calls/${id}`);
    expect([who, one.status, one.code]).toEqual([who, reads, reads ? undefined : 'NOT_FOUND']);
    const list = await get(`/reco/v1/options/calls?view=${view}&limit=50`);
    expect([who, list.status, JSON.stringify(list).includes(id)]).toEqual([who, true, reads]);
    const proof = await get(`/reco/v1/calls/${id}/proof`);
    expect([who, proof.status]).toEqual([who, reads]);
    if (reads) expect(one.data).toMatchObject({ legs: expect.any(Array), target: expect.any(Number), rationale: { thesis: expect.any(String) } });
    else {
      expect(one.data).toBeNull();
      expect(JSON.stringify([one, proof])).not.toMatch(/legs|strike|stop_loss|rationale|NIFTY|RELIANCE/);
    }
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
  await page.getByRole('dialog', { name: 'How many lose in F&O' }).getByRole('button', { name: 'I have read this' }).click();
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
  await expectReaders(stack, demo, id, 'live', OF_LIMITED);
  await addNote(page, `${stack.portal}/past-strategy-options`, id);
});

/** Publishes a sold put at the money with a sold future: a covered put, by the keyboard alone. Answers the call's id. */
async function publishCoveredPut(page: Page, stack: Stack, expert: Person): Promise<string> {
  const { data: chain } = await expert.get<Chain>('/insights/v1/options/RELIANCE');
  await page.goto(`${stack.portal}/publish-recommendation-options`);
  const type = async (field: RegExp, text: string): Promise<void> => {
    await tabTo(page, field, 200);
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  const press = async (button: RegExp, key = 'Enter'): Promise<void> => {
    await tabTo(page, button, 200);
    await page.keyboard.press(key);
  };
  await expect(page.getByRole('combobox', { name: 'Underlying' })).toBeVisible();
  await type(/^Underlying/, 'RELIANCE');
  await expect(page.getByRole('option', { name: /^RELIANCE/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const put = `${chain.atm.toLocaleString('en-IN')} put`;
  await expect(page.getByRole('button', { name: `Sell ${put}`, exact: true })).toBeEnabled();
  await press(new RegExp(`^Sell ${put}$`));
  await press(/^Sell future$/);
  await expect(page.getByText('Own combination', { exact: true })).toBeVisible();
  await type(/^Stop-loss: loss of/, '1000');
  await type(/^Target: profit of/, '1000');
  await type(/^Caution for readers/, 'A rise has no ceiling: the sold future then loses without a limit, and the premium covers little of it.');
  await press(/^I have read how many who trade options lose/, 'Space');
  await press(/^Continue to rationale$/);
  const reason = 'The stock has closed below its falling average for two weeks while the volume of its sector went elsewhere from day to day.';
  await type(/^Thesis/, reason);
  await type(/^Trigger/, 'A rally to the 20-day average met supply yesterday, and the day ended at its low with more volume than the week before.');
  await type(/^Risks/, 'Results or a takeover would lift the stock at once, and the sold future loses with every rupee that it rises.');
  await type(/^What would prove this wrong/, 'A close above the average of the last twenty sessions would prove this wrong.');
  await press(/^I have not dealt in this underlying/, 'Space');
  await press(/^Continue to preview$/);
  await expect(page.getByRole('article', { name: 'Preview of the call' })).toContainText(put);
  await press(/^Publish call$/);
  await expect(page.getByRole('dialog', { name: 'Publish this call?' })).toBeVisible();
  await press(/^Publish call$/);
  await expect(page.getByRole('heading', { name: 'Your call on RELIANCE is on record' })).toBeVisible();
  const opened = await page.getByRole('link', { name: 'Open the call' }).getAttribute('href');
  return new URL(opened!, stack.portal).searchParams.get('reco')!;
}

/** Opens an ended call by its address and checks its proof in the browser, by the keyboard alone. */
async function expectClosed(page: Page, portal: string, id: string, name: string): Promise<void> {
  await page.goto(`${portal}/expert-past-strategy-options?view=past&period=1M&reco=${id}`);
  const drawer = page.getByRole('dialog', { name });
  await expect(drawer.getByText(/Target reached|Stop-loss reached|Expired/).first()).toBeVisible();
  await drawer.locator('summary', { hasText: /^\d legs?$/ }).click();
  await expect(drawer.getByRole('table', { name: 'Legs with the prices a follower got' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Verify this record' }).press('Enter');
  await expect(drawer.getByText(/^This record holds\./)).toBeVisible();
  await expectAccessible(page);
}

interface Ended {
  readonly status: string;
  readonly ended_at: string;
  readonly legs: readonly { readonly entry: number | null; readonly exit: number | null }[];
  readonly pnl: number | null;
}

test('an expert publishes a covered put on a stock by the keyboard alone; the market closes it and the condor, for those who may read them, and both proofs hold (S1-SCOPE-02)', async ({
  page,
  stack,
  demo,
}) => {
  test.setTimeout(300_000);
  const expert = await Person.demo(stack, demo, 'verified expert');
  await signedIn(page, stack.portal, demo, 'verified expert');
  const covered = await publishCoveredPut(page, stack, expert);
  await expectReaders(stack, demo, covered, 'live', OF_ANY);
  const { data: mine } = await expert.get<{ items: { id: string; strategy: string }[] }>('/reco/v1/options/mine?tab=open&limit=50');
  const condor = mine.items.find(({ strategy }) => strategy === 'IRON_CONDOR')!.id;

  // Both have run out by Monday evening: the market goes on while the server stands still, and the engine judges all of it at its start.
  const later = makeFolder(false);
  await stack.restart(() => cpSync(stack.dataDir, later, { recursive: true }));
  const evening = await startStack({ template: later, now: '2026-11-23T10:30:00Z' });
  try {
    const author = await Person.demo(evening, demo, 'verified expert');
    for (const id of [condor, covered]) {
      const read = async (): Promise<Ended> => (await author.get<Ended>(`/reco/v1/options/calls/${id}`)).data;
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toMatch(/^(target_hit|sl_hit|expired)$/);
      const { ended_at, legs, pnl } = await read();
      expect(pnl).toEqual(expect.any(Number));
      for (const leg of legs) expect(leg).toMatchObject({ entry: expect.any(Number), exit: expect.any(Number) });
      // Without a plan one reads an ended call on the next trading day, which Monday is to Friday; a visitor after the public's day.
      const friday = ended_at < '2026-11-21';
      const late: Reader[] = friday ? ['visitor', 'free investor'] : [];
      await expectReaders(evening, demo, id, 'past', [
        ...late,
        'Lite investor',
        'Premium investor',
        'Pro investor',
        'customer at Periyar',
        'customer at Sabarmati',
      ]);
    }
    await signedIn(page, evening.portal, demo, 'Pro investor');
    await expectClosed(page, evening.portal, condor, 'NIFTY · Iron condor');
    await expectClosed(page, evening.portal, covered, 'RELIANCE · Own combination');
  } finally {
    await evening.stop();
  }
});
