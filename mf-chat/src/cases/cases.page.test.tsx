import { render, screen, waitFor, within } from '@testing-library/react';
import { assignBuzzCase, decideBuzzCase, listBuzzCases } from '@vimarsh/shared/contract/buzz/routes.ts';
import { assignChatCase, decideChatCase, listChatCases, openChatCase } from '@vimarsh/shared/contract/chat/cases.ts';
import type { ChatEntry } from '@vimarsh/shared/contract/chat/types.ts';
import { type FakeHostOptions, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { aMember } from '../buzz/post.testing.ts';
import { aChatCase, afterStep, aPostCase } from './case.testing.ts';
import { Page } from './cases.page.tsx';

const PATIENCE = { timeout: 10_000 };
const ME = { user_id: aMember.id, name: aMember.full_name };
const moderator = { ...aMember, is_admin: true };
const posts = (...cases: ReturnType<typeof aPostCase>[]) => reply(listBuzzCases, { cases, next: null });
const chats = (...cases: ReturnType<typeof aChatCase>[]) => reply(listChatCases, { cases, next: null });

function show(path: string, answers: NonNullable<FakeHostOptions['answers']>, user = moderator) {
  const host = fakeHost({ path, snapshot: { signedIn: true, user }, answers: [posts(), chats(), ...answers] });
  return { host, ...render(<Page />, { wrapper: host.Wrapper }) };
}
const bodies = (host: ReturnType<typeof fakeHost>, route: object) =>
  host.calls.filter((call) => call.route === route).map(({ input }) => (input as { body?: object }).body);
const titles = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.querySelector('b')!.textContent);

test('cases of posts and chats stand in one queue, the first due first, and overdue ones are said so', async () => {
  const { container } = show('/cases', [posts(aPostCase()), chats(aChatCase())]);
  const list = await screen.findByRole('list', { name: 'Cases' }, PATIENCE);
  expect(titles(list)).toEqual(['Reported message of a chat', 'Reported post']);
  expect(screen.getByRole('status')).toHaveTextContent('2 cases are open. 2 are overdue.');
  expect(within(list).getAllByText(/^Overdue since/)).toHaveLength(2);
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
});

test('filters ask the server for one queue, one state and one moderator, and a filter without cases has a way out', async () => {
  const visitor = aUser();
  const { host } = show('/cases', []);
  await screen.findByText('Nothing to decide', undefined, PATIENCE);
  await visitor.click(screen.getByRole('button', { name: 'Appeals' }));
  await visitor.click(screen.getByRole('button', { name: 'Mine' }));
  await visitor.click(screen.getByRole('tab', { name: 'Upheld' }));
  await waitFor(() => expect(host.calls.at(-1)!.input).toMatchObject({ query: { state: 'removed', queue: 'appeal', assigned: 'me' } }), PATIENCE);
  expect(await screen.findByRole('link', { name: 'Show all of them' }, PATIENCE)).toHaveAttribute('href', '/cases?state=upheld');
});

test('a case of a post is taken, decided with a reason in two steps, and its end stays where the moderator looks', async () => {
  const visitor = aUser();
  const taken = afterStep(aPostCase(), 'assigned', 'taken', { assignee: ME });
  const end = afterStep(taken, 'removed', 'It promises a return.', { state: 'removed', closed_at: '2026-11-20T08:00:00.000Z' });
  const { host, container } = show('/cases?case=case_1', [posts(aPostCase()), reply(assignBuzzCase, taken), reply(decideBuzzCase, end)]);
  const article = await screen.findByRole('article', { name: 'Reported post' }, PATIENCE);
  expect(within(article).getByText('Sure gains in a week.')).toBeInTheDocument();
  expect(within(article).getByText('It promises gains.')).toBeInTheDocument();
  expect(within(article).queryByRole('button', { name: 'Decide' })).toBeNull();
  await visitor.click(within(article).getByRole('button', { name: 'Assign to me' }));
  await waitFor(() => expect(bodies(host, assignBuzzCase)).toEqual([{ case: 'case_1', take: true }]), PATIENCE);
  await visitor.click(await within(article).findByRole('button', { name: 'Decide' }, PATIENCE));
  let dialog = await screen.findByRole('dialog', { name: 'Decide the case' }, PATIENCE);
  expect(within(dialog).getByLabelText('Reason that readers see')).toHaveValue('claim');
  await visitor.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(within(dialog).getByText('Write at least 3 characters')).toBeInTheDocument();
  await visitor.type(within(dialog).getByLabelText('Why'), 'It promises a return.');
  await visitor.click(within(dialog).getByRole('button', { name: 'Continue' }));
  dialog = await screen.findByRole('dialog', { name: 'Confirm the decision' }, PATIENCE);
  expect(bodies(host, decideBuzzCase), 'the first step sends nothing').toEqual([]);
  expect(dialog).toHaveTextContent('A moderator removed this post. Reason: A promise or a false claim.');
  expect((await axe.run(container, { rules: { 'color-contrast': { enabled: false } } })).violations).toEqual([]);
  await visitor.click(within(dialog).getByRole('button', { name: 'Remove the post' }));
  await waitFor(
    () => expect(bodies(host, decideBuzzCase)).toEqual([{ case: 'case_1', remove: true, reason: 'claim', words: 'It promises a return.' }]),
    PATIENCE,
  );
  expect(await screen.findByText('The post was removed.', undefined, PATIENCE)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull();
});

test('a refused decision says why, and loses nothing that was written', async () => {
  const visitor = aUser();
  show('/cases?case=case_1', [posts(aPostCase({ assignee: ME })), refuse(decideBuzzCase, 'BUZZ_STATE', 'It was decided meanwhile.')]);
  await visitor.click(await screen.findByRole('button', { name: 'Decide' }, PATIENCE));
  const dialog = await screen.findByRole('dialog', undefined, PATIENCE);
  await visitor.selectOptions(within(dialog).getByLabelText('Decision'), 'Let it stand');
  expect(within(dialog).queryByLabelText('Reason that readers see')).toBeNull();
  await visitor.type(within(dialog).getByLabelText('Why'), 'An opinion.');
  await visitor.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await visitor.click(within(dialog).getByRole('button', { name: 'Let it stand' }));
  expect(await screen.findByText('It was decided meanwhile.', undefined, PATIENCE)).toBeInTheDocument();
  await visitor.click(within(dialog).getByRole('button', { name: 'Back' }));
  expect(within(dialog).getByLabelText('Why')).toHaveValue('An opinion.');
});

test('an appeal shows what its author writes, and is barred to who removed the post', async () => {
  const history = [{ at: '2026-11-20T05:00:00.000Z', by: 'Lakshmi Rao', step: 'opened' as const, words: 'My source is the annual report.' }];
  show('/cases?case=case_1', [posts(aPostCase({ kind: 'appeal', queue: 'appeal', reports: [], history, barred: 'own_decision' }))]);
  const article = await screen.findByRole('article', { name: 'Appeal against a removal' }, PATIENCE);
  expect(within(article).getAllByText('My source is the annual report.')).toHaveLength(1);
  expect(within(article).getByText('You removed this post, so another moderator hears the appeal.')).toBeInTheDocument();
  expect(within(article).queryByRole('button', { name: 'Assign to me' })).toBeNull();
});

const anEntry = (seq: number, change: Partial<ChatEntry> = {}): ChatEntry => ({
  room: 'room_1',
  seq,
  kind: 'message',
  sender_id: 'exp_02',
  client_msg_id: `m${seq}`,
  body: 'Send the money to me',
  target: null,
  withdrawn: false,
  status_str: '',
  reason: '',
  at: '2026-11-19T05:00:00.000Z',
  ...change,
});
const RECORD = {
  members: [
    { user_id: 'usr_9', name: 'Asha Rao', side: 'investor' as const },
    { user_id: 'exp_02', name: 'Ravi Menon', side: 'expert' as const },
  ],
  entries: [anEntry(2), anEntry(3, { kind: 'withdrawal', target: 2, body: '' })],
  more: false,
};

test('a chat is read by nobody who has not taken its case and said so: only then is the server asked, once', async () => {
  const visitor = aUser();
  const taken = afterStep(aChatCase(), 'assigned', 'taken', { assignee: ME });
  let isRead = false;
  const list = () => ({ cases: [isRead ? afterStep(taken, 'read', '', {}) : aChatCase()], next: null });
  const open = () => {
    isRead = true;
    return RECORD;
  };
  const { host } = show('/cases?case=case_2', [reply(listChatCases, list), reply(assignChatCase, taken), reply(openChatCase, open)]);
  const article = await screen.findByRole('article', { name: 'Reported message of a chat' }, PATIENCE);
  expect(within(article).queryByRole('button', { name: 'Read the chat' }), 'nobody has taken it').toBeNull();
  await visitor.click(within(article).getByRole('button', { name: 'Assign to me' }));
  await visitor.click(await within(article).findByRole('button', { name: 'Read the chat' }, PATIENCE));
  const dialog = await screen.findByRole('dialog', { name: 'Read this chat?' }, PATIENCE);
  expect(dialog).toHaveTextContent('both members are told that the chat was read');
  // It takes presses from its second drawing on.
  await waitFor(() => expect(dialog).toHaveStyle('pointer-events: auto'), PATIENCE);
  expect(bodies(host, openChatCase), 'a question reads nothing').toEqual([]);
  await visitor.click(within(dialog).getByRole('button', { name: 'Read the chat' }));
  const record = await screen.findByRole('list', { name: 'The chat' }, PATIENCE);
  expect(bodies(host, openChatCase)).toEqual([{ case: 'case_2', after: 0 }]);
  const [message, withdrawal] = within(record).getAllByRole('listitem');
  expect(message).toHaveTextContent('Ravi Menon');
  expect(message).toHaveTextContent('Reported');
  expect(message).toHaveTextContent('Send the money to me');
  expect(withdrawal).toHaveTextContent('Withdrew message 2.');
  expect(await within(article).findByText('Chat read', undefined, PATIENCE), 'the opening stands in the history').toBeInTheDocument();
});

test('an upheld chat closes; one of another moderator, and one that is closed, stay unread', async () => {
  const visitor = aUser();
  const end = afterStep(aChatCase({ assignee: ME }), 'upheld', 'Asks for money.', { state: 'upheld', closed_at: '2026-11-20T08:00:00.000Z' });
  const { host, unmount } = show('/cases?case=case_2', [chats(aChatCase({ assignee: ME })), reply(decideChatCase, end)]);
  await visitor.click(await screen.findByRole('button', { name: 'Decide' }, PATIENCE));
  const dialog = await screen.findByRole('dialog', undefined, PATIENCE);
  await visitor.type(within(dialog).getByLabelText('Why'), 'Asks for money.');
  await visitor.click(within(dialog).getByRole('button', { name: 'Continue' }));
  await visitor.click(within(dialog).getByRole('button', { name: 'Uphold, and close the chat' }));
  await waitFor(() => expect(bodies(host, decideChatCase)).toEqual([{ case: 'case_2', uphold: true, words: 'Asks for money.' }]), PATIENCE);
  expect(await screen.findByText('Upheld: the chat is closed.', undefined, PATIENCE)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Read the chat' })).toBeNull();
  unmount();
  show('/cases?case=case_2', [chats(aChatCase({ assignee: { user_id: 'usr_other', name: 'Meera Iyer' } }))]);
  expect(await screen.findByText('Another moderator has taken this case.', undefined, PATIENCE)).toBeInTheDocument();
  for (const name of ['Decide', 'Read the chat', 'Assign to me']) expect(screen.queryByRole('button', { name })).toBeNull();
});

test('who is no moderator sees no case, and asks for none', async () => {
  const { host } = show('/cases', [], { ...moderator, is_admin: false });
  expect(await screen.findByText('Only moderators read cases.')).toBeInTheDocument();
  expect(host.calls).toEqual([]);
});
