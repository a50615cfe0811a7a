import type { Page } from '@playwright/test';
import { CLIENT, signInAtBroker } from '../support/broker.ts';
import { expect, expectAccessible, notices, stored, test as story } from '../support/story.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tiles = (page: Page) => page.getByRole('list', { name: 'Brokers' }).getByRole('button');
const broker = (id: number, title: string) => ({
  id,
  title,
  logo: '',
  redirection_url: '',
  model_type: 'redirect',
  is_trading_available: true,
  broker_name: title,
  redirect_url: { sign_in: '', sign_up: '' },
});
/** Answers the broker list instead of the server. */
const answerList = (page: Page, brokers: object[], option: object = {}) =>
  page.route('**/auth/v1/broker/list', (route) =>
    route.fulfill({
      json: {
        status: true,
        validation: '',
        redirect: '',
        data: brokers,
        auth_option: { google_enable: false, fb_enable: false, credential_enable: true, sign_up: true, ...option },
      },
    }),
  );

story(
  'How to log in comes first, and there are three forms (S2.4-LOGIN-01, S2.4-LOGIN-02, S2.4-TOGGLE-03, S2.4-TOGGLE-04, S4-LOGIN-01)',
  async ({ page, stack }) => {
    await page.goto(`${stack.portal}/login`);
    await expect(page.getByRole('group', { name: 'How to log in' }).getByRole('button')).toHaveText(['Login with Mobile Or Email', 'Login with Broker']);
    await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
    const { data } = await (await page.request.post(`${stack.portal}/auth/v1/broker/list`, { data: {} })).json();
    await button(page, 'Login with Broker').click();
    await expect(page.getByRole('form')).toHaveCount(0);
    // One for each of the list, without the one broker visitors don't see.
    await expect(tiles(page)).toHaveCount(data.length - 1);
    await expectAccessible(page);
    await button(page, 'Login with Mobile Or Email').click();
    await button(page, "Don't have an account? Sign Up").click();
    await expect(page.getByRole('form', { name: 'Sign up' })).toBeVisible();
    await expect(page.getByRole('form')).toHaveCount(1);
  },
);

story('The search is there for more than one broker and says when nobody is found', async ({ page, stack }) => {
  await answerList(page, [broker(12, 'Alpha'), broker(13, 'Beta')]);
  await page.goto(`${stack.portal}/login`);
  await button(page, 'Login with Broker').click();
  await expect(page.getByLabel('Search brokers')).toBeVisible(); // S2.4-LOGIN-03
  await page.getByLabel('Search brokers').fill('zzzz');
  await expect(page.getByText('No brokers available to login', { exact: true })).toBeVisible(); // S2.4-LOGIN-04, S2.4-LOGIN-A02
  await answerList(page, [broker(12, 'Alpha')]);
  await page.reload();
  await button(page, 'Login with Broker').click();
  await expect(tiles(page)).toHaveCount(1); // S2.4-LOGIN-A01
  await expect(page.getByLabel('Search brokers')).toHaveCount(0);
});

story('What auth_option switches off is not offered (S3-BRK-A01, S2.4-LOGIN-O01, S2.4-TOGGLE-O02)', async ({ page, stack }) => {
  await answerList(page, [broker(12, 'Alpha')], { credential_enable: false, sign_up: false });
  await page.goto(`${stack.portal}/login?referral=ABC`);
  await expect(tiles(page).and(button(page, 'Alpha'))).toHaveCount(1);
  await expect(page.getByLabel('Mobile number or e-mail')).toHaveCount(0);
  await expect(button(page, 'Login with Mobile Or Email')).toHaveCount(0);
  await expect(button(page, "Don't have an account? Sign Up")).toHaveCount(0);
  await answerList(page, []);
  await page.goto(`${stack.portal}/login`);
  await expect(button(page, "Don't have an account? Sign Up")).toBeVisible();
  await expect(button(page, 'Login with Broker')).toHaveCount(0);
});

story('From Garnet’s host to the broker’s page and back, signed in (S7-BROKER-04)', async ({ page, stack, demo }) => {
  const garnet = stack.partnerHost('garnet');
  await page.goto(`${garnet}/login`);
  await button(page, 'Login with Broker').click();
  await tiles(page).filter({ hasText: 'Garnet Broking' }).click();
  await expect(page).toHaveURL(/\/__broker\/11\/login\?/);
  await signInAtBroker(page, demo);
  await expect(page).toHaveURL(`${garnet}/experts-past-recommendations`);
  await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
  expect(JSON.parse((await stored(page)).roles!)).toEqual(['Retail Investor']);
});

story(
  'A code is sent once as token_id, with the broker of the address, and leaves the address bar (S2.4-QUERY-03, S2.4-QUERY-04, S2.4-QUERY-07)',
  async ({ page, stack }) => {
    for (const [query, expected] of [
      ['code=T1&brokerId=40', { token_id: 'T1', broker_id: 40 }],
      ['secure_token=S1&brokerId=4', { token_id: 'S1', broker_id: 4 }],
    ] as const) {
      const sent = page.waitForRequest('**/auth/v1/level_two_auth_for_broker');
      await page.goto(`${stack.portal}/login?${query}`);
      expect((await sent).postDataJSON()).toMatchObject(expected);
      await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
      await expect(page).toHaveURL(`${stack.portal}/login`);
      await expect(notices(page)).toContainText('Oops! Something went wrong!');
    }
  },
);

for (const name of ['request_token', 'request-token', 'session'])
  story(`A broker that hands its code over as ${name} signs me in just so`, async ({ page, stack, demo }) => {
    const garnet = stack.partnerHost('garnet');
    await page.goto(`${garnet}/login`);
    await button(page, 'Login with Broker').click();
    await tiles(page).filter({ hasText: 'Garnet Broking' }).click();
    await expect(page).toHaveURL(/\/__broker\/11\/login\?/);
    // The demo's broker says code; this one has the same code in another word.
    const { origin, pathname, searchParams } = new URL(page.url());
    const form = { ...Object.fromEntries(searchParams), client_id: CLIENT.id, password: demo.password };
    const answer = await page.request.post(origin + pathname, { form, maxRedirects: 0 });
    await page.goto(answer.headers().location!.replace('code=', `${name}=`));
    await expect(page.locator('[data-profile]')).toContainText(CLIENT.name);
    await expect(page).toHaveURL(`${garnet}/experts-past-recommendations`);
  });

story(
  'userWith=SIO asks for our address first; bl_api_integrated harms nothing (S2.4-QUERY-08, S2.4-QUERY-09, S2.4-QUERY-A01, S2.4-QUERY-O01)',
  async ({ page, stack }) => {
    const shared = page.waitForRequest('**/auth/v1/share_india_request_token_redirect_url');
    const exchanged = page.waitForRequest('**/auth/v1/level_two_auth_for_broker');
    const address = `${stack.portal}/login?userWith=SIO&request_token=R1&brokerId=4&bl_api_integrated=true`;
    await page.goto(address);
    expect((await shared).postDataJSON()).toEqual({ url: address });
    expect((await exchanged).postDataJSON()).toMatchObject({ token_id: 'R1', broker_id: 4 });
    await expect(page.getByRole('form', { name: 'Log in' })).toBeVisible();
  },
);

story('Back without signing in, the login is as it was', async ({ page, stack }) => {
  await page.goto(`${stack.portal}/login`);
  await button(page, 'Login with Broker').click();
  await tiles(page).filter({ hasText: 'Saras Broking' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(`${stack.portal}/login`);
  await expect(button(page, 'Login with Broker')).toBeVisible();
});
