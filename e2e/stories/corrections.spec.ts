import type { Browser, Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import type { Stack } from '../support/stack.ts';
import { expect, expectAccessible, notices, signedIn, testAfterClose as story } from '../support/story.ts';

interface CallRow {
  id: string;
  stock: string;
  call_type: 'Buy' | 'Sell';
  exit: { price: number };
  expert: { user_id: string; full_name: string };
}

const REASON = 'The feed showed a low that the exchange never had.';
const EVIDENCE = 'The exchange’s end-of-day file of that day.';
const inr = (value: number): string => `₹${value.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;

/** A lost call of an expert, which the price closed. */
async function lostCall(stack: Stack, demo: Parameters<typeof signedIn>[2]): Promise<CallRow> {
  const investor = await Person.demo(stack, demo, 'Pro investor');
  const { data } = await investor.get<{ items: CallRow[] }>('/reco/v1/calls?view=past&sort=newest&limit=50&status=sl_hit');
  const [call] = data.items;
  if (!call) throw new Error('The demo has no call that lost');
  await investor.post('/reco/v1/follow', { user_id: call.expert.user_id, on: true });
  return call;
}

async function desk(browser: Browser, stack: Stack, demo: Parameters<typeof signedIn>[2], shows: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signedIn(page, stack.portal, demo, shows);
  await page.goto(`${stack.portal}/corrections`);
  await expect(page.getByRole('heading', { name: 'Corrections', level: 1 })).toBeVisible();
  return page;
}

story('One admin proposes to correct a call, another approves, and an investor reads both numbers', async ({ page, browser, stack, demo }) => {
  story.setTimeout(300_000);
  const call = await lostCall(stack, demo);
  const right = Math.round(call.exit.price * 102) / 100;
  const effect = `Stop-loss reached at ${inr(call.exit.price)} → Expired at ${inr(right)}`;

  const first = await desk(browser, stack, demo, 'admin');
  await expect(first.getByText('No correction waits for a second admin.')).toBeVisible();
  await first.getByLabel('Address or id of the call').fill(`${stack.portal}/experts-past-recommendations?reco=${call.id}`);
  await first.getByRole('button', { name: 'Open', exact: true }).click();
  const dialog = first.getByRole('dialog', { name: `Correct the call on ${call.stock}` });
  await expect(dialog.getByLabel('Event', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(dialog.getByText('Enter the price')).toBeVisible();
  await dialog.getByLabel('How it ended').selectOption({ label: 'Expired' });
  await dialog.getByLabel('Price (₹)').fill(String(right));
  await dialog.getByLabel('Reason', { exact: true }).fill(REASON);
  await dialog.getByLabel('What shows it').fill(EVIDENCE);
  await expectAccessible(first);
  await dialog.getByRole('button', { name: 'Propose' }).click();
  await expect(notices(first)).toContainText('It takes effect once another admin approves.');
  const own = first.getByRole('list', { name: 'Corrections that wait' }).getByRole('listitem');
  await expect(own).toContainText(effect);
  await expect(own).toContainText('Another admin has to decide.');
  await expect(own.getByRole('button')).toHaveCount(0);
  // Nor by asking the server without the screen.
  const admin = await Person.demo(stack, demo, 'admin');
  const { data } = await admin.get<{ corrections: { id: string }[] }>('/admin/v1/corrections');
  const alone = await admin.post<unknown>(`/admin/v1/corrections/${data.corrections[0]!.id}/decide`, { approve: true });
  expect(alone).toMatchObject({ status: false, validation: 'Another admin has to decide on what you proposed.' });

  const second = await desk(browser, stack, demo, 'second admin');
  const theirs = second.getByRole('list', { name: 'Corrections that wait' }).getByRole('listitem');
  await expect(theirs).toContainText(effect);
  await expect(theirs).toContainText(REASON);
  await expectAccessible(second);
  await theirs.getByRole('button', { name: 'Approve' }).click();
  await expect(notices(second)).toContainText('Both numbers are in the record.');
  await expect(second.getByRole('list', { name: 'Corrections decided lately' }).getByRole('listitem')).toContainText('In the record');
  await expect(second.getByText('No correction waits for a second admin.')).toBeVisible();

  await signedIn(page, stack.portal, demo, 'Pro investor');
  await page.goto(`${stack.portal}/experts-past-recommendations?term=all&stock=${encodeURIComponent(call.stock)}&reco=${call.id}`);
  const drawer = page.getByRole('dialog', { name: new RegExp(`${call.stock.replace('&', '\\&')} · ${call.call_type} call`) });
  await expect(drawer.getByText(`Two people of this site corrected event`)).toContainText(effect);
  await expect(drawer.getByText(`Two people of this site corrected event`)).toContainText(REASON);
  await drawer.getByRole('button', { name: 'Verify this record' }).click();
  await expect(drawer.getByText(/^This record holds\./)).toBeVisible();
  await expectAccessible(page);
  await first.context().close();
  await second.context().close();
});

story('Who is no admin corrects nothing, and the address alone shows nothing', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/corrections`);
  await expect(page.getByText('Only admins correct calls.')).toBeVisible();
  await expect(page.getByLabel('Address or id of the call')).toHaveCount(0);
});
