import type { Locator, Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { type Demo, demoOf, type Stack, startStack } from '../support/stack.ts';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';

const HOUR_MS = 3_600_000;

interface Expert {
  readonly user_id: string;
  readonly full_name: string;
}

const ananyaOf = async (investor: Person): Promise<Expert> =>
  (await investor.get<{ readonly experts: readonly Expert[] }>('/chat/v1/experts')).data.experts.find(({ full_name }) => full_name.startsWith('Ananya'))!;
const bodyOf = ({ user_id }: Expert, topic: string) => ({
  expert_id: user_id,
  topic,
  symbol: null,
  text: 'Does the stop of your last call still stand where it was published?',
  client_msg_id: crypto.randomUUID(),
});
const popup = (page: Page) => page.getByRole('dialog', { name: 'New chat request' });

/** A request of the Pro investor; answers the address of its room. */
async function ask(stack: Stack, demo: Demo, topic: string): Promise<string> {
  const investor = await Person.demo(stack, demo, 'Pro investor');
  const answer = await investor.post<{ title: string }>('/chat/v1/rooms', bodyOf(await ananyaOf(investor), topic));
  expect(answer.status, answer.validation).toBe(true);
  return `${stack.portal}/chat?room=${answer.data.title}`;
}

test('a request calls its expert on whatever page they are; denied, it can be made again a day later; undecided, it has ended after a day (S2.6-DLG-10, S2.6-DLG-11, S3-CHAT-02, S3-CHAT-04, S4-MISC-15, S4-MISC-17, S6-PERM-04)', async ({
  page: expert,
  browser,
}) => {
  test.setTimeout(240_000);
  // Its own server: its clock goes on by days.
  const stack = await startStack();
  const elsewhere = await browser.newContext();
  try {
    const demo = await demoOf(stack.portal);
    const investor = await elsewhere.newPage();
    await signedIn(expert, stack.portal, demo, 'verified expert');
    await expert.goto(`${stack.portal}/markets-overview`);
    await expect(expert.locator('main h1').first()).toBeVisible();
    const first = await ask(stack, demo, 'The stop of your last call');
    await expect(popup(expert)).toContainText('The stop of your last call');
    await expect(popup(expert).getByRole('button')).toHaveText([/Close|^$/, 'Deny', 'Go To Chat']);
    await expectAccessible(expert);
    await popup(expert).getByLabel('Reason, if you deny').selectOption('Not my field');
    await popup(expert).getByRole('button', { name: 'Deny' }).click();
    await expect(popup(expert)).toHaveCount(0);

    await signedIn(investor, stack.portal, demo, 'Pro investor');
    await investor.goto(first);
    await expect(investor.getByText(/^Ananya .* declined the request$/)).toBeVisible();
    await expect(investor.getByText(/^Reason: Not my field\. You can ask again from /)).toBeVisible();
    // No popup ever comes to who asks.
    await expect(popup(investor)).toHaveCount(0);
    const again = await Person.demo(stack, demo, 'Pro investor');
    expect((await again.post('/chat/v1/rooms', bodyOf(await ananyaOf(again), 'At once again'))).status).toBe(false);

    await stack.restart(() => {}, 25 * HOUR_MS);
    await signedIn(expert, stack.portal, demo, 'verified expert');
    await expert.goto(`${stack.portal}/stocks`);
    await expect(expert.locator('main h1').first()).toBeVisible();
    const second = await ask(stack, demo, 'A day later');
    await popup(expert).getByRole('button', { name: 'Go To Chat' }).click();
    await expect(expert).toHaveURL(/\/chat\?room=/);
    await expect(expert.getByRole('button', { name: 'Accept' })).toBeVisible();
    // On the page of chats the same request asks once more for nothing.
    await expect(popup(expert)).toHaveCount(0);

    await stack.restart(() => {}, 50 * HOUR_MS);
    await signedIn(investor, stack.portal, demo, 'Pro investor');
    await investor.goto(second);
    await expect(investor.getByText('Nobody decided within a day, so the request has ended')).toBeVisible();
    await investor.goto(`${stack.portal}/expert-list`);
    await expect(investor.getByRole('button', { name: /^Request a chat with Ananya/ })).toBeVisible();
  } finally {
    await elsewhere.close();
    await stack.stop();
  }
});

test('who has no plan with chats reads who answers and how soon, is led to the plans, and is refused by the server', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'free investor');
  await page.goto(`${stack.portal}/expert-list`);
  await expect(page.getByText('Chats with experts are not in your plan')).toBeVisible();
  await expect(page.getByText(/^(Too few answers yet|Half of \d+ requests)/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^Request a chat/ })).toHaveCount(0);
  await expectAccessible(page);
  const investor = await Person.demo(stack, demo, 'free investor');
  const answer = await investor.post('/chat/v1/rooms', bodyOf(await ananyaOf(investor), 'Without a plan'));
  expect(answer).toMatchObject({ status: false });
  await page.getByRole('link', { name: /plans/i }).last().click();
  await expect(page).toHaveURL(`${stack.portal}/pricing`);
});

test('an expert tells their hours and keeps a ready answer on a phone, and both stand after a reload', async ({ page, stack, demo }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/expert-list`);
  const fits = async (dialog: Locator): Promise<void> => {
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const beyond = await dialog.evaluate(
        (box) => [...box.querySelectorAll('input, textarea, button')].filter((each) => each.getBoundingClientRect().right > innerWidth).length,
      );
      expect(beyond, `beyond ${width} px`).toBe(0);
    }
    await expectAccessible(page);
  };
  await page.getByRole('button', { name: 'Hours and away note' }).click();
  const hours = page.getByRole('dialog', { name: 'Hours and away note' });
  await hours.getByLabel('Monday', { exact: true }).check();
  await hours.getByLabel('Monday, until').fill('12:30');
  await fits(hours);
  await hours.getByRole('button', { name: 'Save' }).click();
  await expect(hours).toHaveCount(0);
  await page.getByRole('button', { name: 'Ready answers' }).click();
  const answers = page.getByRole('dialog', { name: 'Ready answers' });
  await answers.getByRole('button', { name: 'New answer' }).click();
  const edit = page.getByRole('dialog', { name: 'New answer' });
  await edit.getByLabel('Answer', { exact: true }).fill('The reasons of a published call stand on its page.');
  await fits(edit);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(answers.getByRole('list', { name: 'Ready answers' })).toContainText('The reasons of a published call stand on its page.');
  await fits(answers);
  await page.reload();
  await page.getByRole('button', { name: 'Hours and away note' }).click();
  await expect(hours.getByLabel('Monday, until')).toHaveValue('12:30');
});
