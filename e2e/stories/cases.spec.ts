import type { Locator, Page } from '@playwright/test';
import { Person } from '../support/person.ts';
import { expect, expectAccessible, signedIn, test } from '../support/story.ts';

const POST = 'Utilisation leads margins by two quarters, and nobody can lose who watches it.';
const PAY = 'Send the fee to my own account first.';

async function expectSound(page: Page): Promise<void> {
  for (const width of [320, 360, 1080, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px wide`).toBeLessThanOrEqual(0);
  }
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
}

async function decide(page: Page, article: Locator, decision: string, words: string): Promise<void> {
  await article.getByRole('button', { name: 'Decide' }).click();
  await page.getByLabel('Decision').selectOption({ label: decision });
  await page.getByLabel('Why').fill(words);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: decision }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

test('a moderator finds a reported post and a reported chat in one queue, opens the chat for its case alone, and decides both; another moderator hears the appeal', async ({
  page,
  browser,
  stack,
  demo,
}) => {
  test.setTimeout(300_000);
  // Two whom no other story brings together: they share a server.
  const investor = await Person.demo(stack, demo, 'chat user');
  const expert = await Person.signIn(stack, 'harini@experts.example.com', demo.password);
  const written = await expert.post<{ post: { id: string } }>('/buzz/v1/posts', { client_id: crypto.randomUUID(), text: POST });
  const post = written.data.post.id;
  await expert.post('/buzz/v1/posts/publish', { post });
  await investor.post('/buzz/v1/reports', { client_id: crypto.randomUUID(), kind: 'post', target: post, reason: 'claim', note: 'Nobody can promise that.' });
  const asked = await investor.post<{ title: string }>('/chat/v1/rooms', {
    expert_id: expert.user_id,
    topic: 'Your last call',
    text: 'Why this stop?',
    client_msg_id: crypto.randomUUID(),
  });
  const room = asked.data.title;
  await expert.post('/chat/v1/rooms/decide', { room, accept: true });
  const said = await expert.post<{ seq: number }>('/chat/v1/messages', { room, client_msg_id: crypto.randomUUID(), body: PAY });
  await investor.post('/chat/v1/reports', { room, message: said.data.seq, reason: 'money', note: '' });

  await signedIn(page, stack.portal, demo, 'admin');
  await page.goto(`${stack.portal}/vimarsh-dashboard-analytics`);
  await page.getByRole('navigation').getByRole('link', { name: 'Cases', exact: true }).first().click();
  await expect(page.getByRole('status').getByText(/^\d+ cases are open\.$/)).toBeVisible();
  await expectSound(page);

  // A chat is closed until its case is taken and opened, and it says so before.
  await page.getByRole('link', { name: /^Reported message of a chat/ }).click();
  const chat = page.getByRole('article', { name: 'Reported message of a chat' });
  await expect(chat.getByText('It is closed to you. Take the case to open it.')).toBeVisible();
  await expect(page.getByText(PAY)).toHaveCount(0);
  await chat.getByRole('button', { name: 'Assign to me' }).click();
  await chat.getByRole('button', { name: 'Read the chat' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Read the chat' }).click();
  await expect(chat.getByRole('list', { name: 'The chat' }).getByRole('listitem').filter({ hasText: PAY })).toContainText('Reported');
  await expectSound(page);
  await decide(page, chat, 'Uphold, and close the chat', 'Asks for money.');
  await expect(chat.getByText('Upheld: the chat is closed.')).toBeVisible();
  await expect(page.getByText(PAY)).toHaveCount(0);
  expect((await investor.get<{ status_str: string }>(`/chat/v1/rooms/${room}`)).data.status_str).toBe('Closed');

  await page.getByRole('link', { name: /^Reported post/ }).click();
  const reported = page.getByRole('article', { name: 'Reported post' });
  await expect(reported.getByText(POST)).toBeVisible();
  await expect(reported.getByText('Nobody can promise that.')).toBeVisible();
  await reported.getByRole('button', { name: 'Assign to me' }).click();
  await decide(page, reported, 'Remove the post', 'It promises that nobody loses.');
  await expect(reported.getByText('The post was removed.')).toBeVisible();
  await reported.getByRole('link', { name: 'See it as readers do' }).click();
  await expect(page.getByRole('article')).toContainText('A moderator removed this post. Reason: A promise or a false claim.');

  // Who removed it hears no appeal; another does.
  await expert.post('/buzz/v1/appeals', { client_id: crypto.randomUUID(), post, text: 'It is a figure of speech, and the source is named.' });
  await page.goto(`${stack.portal}/cases?queue=appeal`);
  // Another story may have left an older one.
  await page
    .getByRole('link', { name: /^Appeal against a removal/ })
    .last()
    .click();
  await expect(page.getByText('You removed this post, so another moderator hears the appeal.')).toBeVisible();
  const second = await (await browser.newContext()).newPage();
  await signedIn(second, stack.portal, demo, 'second admin');
  await second.goto(page.url());
  const appeal = second.getByRole('article', { name: 'Appeal against a removal' });
  await expect(appeal.getByText('It is a figure of speech, and the source is named.')).toBeVisible();
  await expectSound(second);
  await appeal.getByRole('button', { name: 'Assign to me' }).click();
  await decide(second, appeal, 'Put the post back', 'It names its source.');
  await expect(appeal.getByText('The appeal was granted: the post is back.')).toBeVisible();
  expect((await investor.get<{ post: { status: string } }>(`/buzz/v1/posts/${post}`)).data.post.status).toBe('live');
  await second.context().close();
});

test('who is no moderator sees no case', async ({ page, stack, demo }) => {
  await signedIn(page, stack.portal, demo, 'verified expert');
  await page.goto(`${stack.portal}/cases`);
  await expect(page.getByText('Only moderators read cases.')).toBeVisible();
  await expect(page.getByRole('tab')).toHaveCount(0);
});
