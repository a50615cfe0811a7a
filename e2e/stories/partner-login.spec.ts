import type { Page } from '@playwright/test';
import { CLIENT, mobileAt } from '../support/broker.ts';
import type { Demo } from '../support/stack.ts';
import { expect, expectAccessible, notices, otpFor, test as story } from '../support/story.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const password = (page: Page) => page.getByLabel('Password');
async function stepOne(page: Page, demo: Demo) {
  await page.getByLabel('Client ID').fill(CLIENT.id);
  await password(page).fill(demo.password);
  await button(page, 'Log In').click();
}

story('On Palash’s host people sign in with client ID and password, then the PIN (S2.4-PARTNER-O01, S4-LOGIN-05)', async ({ page, stack, demo }) => {
  const palash = stack.partnerHost('palash');
  await page.goto(`${palash}/login`);
  // S1-WL-11, S2.4-PARTNER-01: the partner's form instead of the default one.
  await expect(page.getByLabel('Client ID')).toBeVisible();
  await expect(password(page)).toBeVisible();
  await expect(page.getByLabel('Mobile number or e-mail')).toHaveCount(0);
  await expect(page.getByText(/you agree to the terms/)).toBeVisible(); // S2.4-PARTNER-08
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByLabel('PIN')).toHaveCount(0);
  await expectAccessible(page);
  // S5-USER-16, S5-USER-17: nothing is sent.
  const calls: string[] = [];
  page.on('request', (request) => void (request.method() === 'POST' && request.url().includes('/validate_') && calls.push(request.url())));
  await button(page, 'Log In').click();
  await expect(page.getByText('Field is required')).toHaveCount(2);
  expect(calls).toEqual([]);

  // S4-LOGIN-06: a refusal stays in step one.
  await page.getByLabel('Client ID').fill(CLIENT.id);
  await password(page).fill('wrong');
  await button(page, 'Log In').click();
  await expect(notices(page)).toContainText('The client ID or password is not right.');
  await expect(page.getByLabel('PIN')).toHaveCount(0);
  expect(calls.map((url) => new URL(url).pathname)).toEqual(['/auth/v1/palash/validate_user']);
  await stepOne(page, demo);
  await expect(page.getByLabel('PIN')).toBeFocused(); // S2.4-PARTNER-02, S2.4-PARTNER-04
  await expect(button(page, 'Generate New OTP/Pin')).toBeVisible(); // S2.4-PARTNER-07
  await expectAccessible(page);
  calls.length = 0;
  await button(page, 'Verify Pin').click(); // S2.4-PARTNER-05
  await expect(page.getByText('Field is required')).toBeVisible(); // S5-USER-18
  expect(calls).toEqual([]);
  await page.getByLabel('PIN').fill(CLIENT.pin);
  await button(page, 'Verify Pin').click();
  await expect(notices(page)).toContainText('Welcome to Palash Wealth');
  await expect(page).toHaveURL(`${palash}/experts-past-recommendations`);
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
});

story(
  'Agate shows its disclaimer and sends an OTP; a new one replaces it (S2.4-PARTNER-06, S2.4-PARTNER-09, S2.4-PARTNER-O01)',
  async ({ page, stack, demo }) => {
    await page.goto(`${stack.partnerHost('agate')}/login`);
    const points = page.getByRole('dialog', { name: 'Disclaimer' }).getByRole('listitem');
    // S2.6-DLG-12…16, S2.6-DLG-A02, S2.6-DLG-O02
    await expect(points).toHaveText([
      'Agate Wealth gives you access to this platform for guidance only.',
      'All research here comes from analysts registered with SEBI.',
      'Choose carefully: read the analyst’s disclosures and check whether a call suits you before you invest.',
      'Agate Wealth takes no responsibility for the research, or for gains or losses that follow from it.',
    ]);
    await expectAccessible(page);
    await button(page, 'I understand').click();
    await stepOne(page, demo);
    await expect(button(page, 'Verify OTP')).toBeVisible();
    const first = await otpFor(stack, mobileAt(44));
    await button(page, 'Generate New OTP/Pin').click();
    await expect(notices(page)).toContainText('A new code is on its way');
    const second = await otpFor(stack, mobileAt(44));
    expect(second).not.toBe(first);
    await page.getByLabel('OTP', { exact: true }).fill(second);
    await button(page, 'Verify OTP').click();
    await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
  },
);

story('Two brokers on one system sign in over the shared route', async ({ page, stack, demo }) => {
  const used: string[] = [];
  page.on('request', (request) => void (request.url().includes('/validate_') && used.push(new URL(request.url()).pathname)));
  await page.goto(`${stack.partnerHost('onyx')}/login`);
  await stepOne(page, demo);
  await page.getByLabel('PIN').fill(CLIENT.pin);
  await button(page, 'Verify Pin').click();
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
  await page.goto(`${stack.partnerHost('carnelian')}/login`);
  await stepOne(page, demo);
  await expect(button(page, 'Verify OTP')).toBeVisible();
  await page.getByLabel('OTP', { exact: true }).fill(await otpFor(stack, mobileAt(76)));
  await button(page, 'Verify OTP').click();
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
  expect(new Set(used)).toEqual(new Set(['/auth/v1/xts/validate_user', '/auth/v1/xts/validate_pin']));
});

story(
  'Opal asks for the year of birth with the first form and leads to its front page (S2.4-PARTNER-03, S5-USER-19, S2.4-PARTNER-O01)',
  async ({ page, stack, demo }) => {
    const opal = stack.partnerHost('opal');
    await page.goto(`${opal}/login`);
    await stepOne(page, demo);
    await expect(page.getByText('Field is required')).toHaveCount(1);
    await page.getByLabel('Year of birth').fill(CLIENT.yearOfBirth);
    await button(page, 'Log In').click();
    await expect(notices(page)).toHaveText('SuccessWelcome to Opal Securities');
    await expect(page).toHaveURL(`${opal}/`); // S4-AFTER-07
  },
);

story('A partner that can’t be reached clears the form and says to try later (S8-ERR-13, S8-ERR-14)', async ({ page, stack, demo }) => {
  await page.route('**/auth/v1/palash/validate_user', (route) => route.abort());
  await page.goto(`${stack.partnerHost('palash')}/login`);
  await stepOne(page, demo);
  await expect(notices(page)).toHaveText('Oops! Something went wrong!Try after some time');
  await expect(page.getByLabel('Client ID')).toHaveValue('');
  await expect(password(page)).toHaveValue('');
});
