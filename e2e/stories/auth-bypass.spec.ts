import { CLIENT, signInAtBroker } from '../support/broker.ts';
import { expect, expectAccessible, notices, openAccount, test as story } from '../support/story.ts';

story('Chambal hands its customers over; the login is the bypass, and nobody logs out here (S2.2-ROUTE-03)', async ({ page, stack, demo }) => {
  const chambal = stack.partnerHost('chambal');
  await page.goto(`${chambal}/login`);
  await expect(page).toHaveURL(`${chambal}/auth-bypass`);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue to Chambal Securities' }).click();
  await signInAtBroker(page, demo);
  // S4-AFTER-A02: finished here, it goes on to where the server says.
  await expect(page).toHaveURL(`${chambal}/experts-past-recommendations`);
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
  await openAccount(page);
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toHaveCount(0);
});

story('A token that is none leaves me at the door with a way to the partner, without a circle', async ({ page, stack }) => {
  const chambal = stack.partnerHost('chambal');
  const calls: string[] = [];
  page.on('request', (request) => void (request.url().includes('level_two') && calls.push(request.url())));
  await page.goto(`${chambal}/auth-bypass?secure_token=forged`);
  await expect(page.getByRole('button', { name: 'Continue to Chambal Securities' })).toBeVisible();
  await expect(notices(page)).toContainText('This sign-in was used already or is too old. Start again.');
  await expect(page).toHaveURL(`${chambal}/auth-bypass`);
  expect(calls).toHaveLength(1);
});
