import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readAudit } from '@vimarsh/shared/contract/calls/routes.ts';
import { answerTicket, deskTickets, listTickets, openTicket, readComplaints } from '@vimarsh/shared/contract/support/routes.ts';
import type { DeskTicket, Ticket } from '@vimarsh/shared/contract/support/types.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { RecordCheck } from '../compliance/record-check.panel.tsx';
import { Complaints } from './complaints.panel.tsx';
import { Page as DeskPage } from './desk.page.tsx';
import { TicketPanel } from './ticket.panel.tsx';

const user = {
  id: 'u',
  full_name: 'Asha Rao',
  profession: 'Retail Investor' as const,
  picture: '',
  email: 'asha@mail.example.com',
  verified: false,
  rank: null,
  is_admin: false,
};
const MEMBER = { snapshot: { signedIn: true, user } };
const ADMIN = { snapshot: { signedIn: true, user: { ...user, is_admin: true } } };
const ticket: Ticket = {
  number: 'V-7K3M9QX2',
  kind: 'question',
  opened_at: '2026-11-20T04:30:00Z',
  message: 'How do I end my plan, please?',
  answered_at: null,
  answer: '',
};
const show = (what: React.ReactNode, options: Parameters<typeof fakeHost>[0], ...answers: CannedAnswer[]) => {
  const host = fakeHost({ ...options, answers });
  return { host, ...render(what, { wrapper: host.Wrapper }) };
};
const faults = async () =>
  (
    await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false }, 'heading-order': { enabled: false } } })
  ).violations.map(({ id }) => id);

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test('what is missing is said at its field, and nothing is sent', async () => {
  show(<TicketPanel />, {});
  await userEvent.type(screen.getByLabelText('E-mail for the answer'), 'nobody');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(screen.getByLabelText('Your name')).toHaveAccessibleDescription('Field is required');
  expect(screen.getByLabelText('E-mail for the answer')).toHaveAccessibleDescription('Enter an e-mail address');
  expect(screen.getByLabelText('Your message')).toHaveAccessibleDescription('Write at least 20 characters');
  expect(screen.getByLabelText('Your name')).toHaveFocus();
  expect(await faults()).toEqual([]);
});

test.each([
  [true, true, 'The answer comes to the e-mail address you gave. Please note the number.'],
  [
    true,
    false,
    'The answer comes to the e-mail address you gave. No mail with the number was sent, because this address got several of them today. Please note',
  ],
  [false, false, 'This site can’t send mail at present. Sign in and write from your account'],
])('a visitor learns the number and what happens next (mail: %s, sent: %s)', async (by_mail, confirmed, words) => {
  show(<TicketPanel />, {}, reply(openTicket, { number: 'V-7K3M9QX2', by_mail, confirmed }));
  await userEvent.type(screen.getByLabelText('Your name'), 'Ravi');
  await userEvent.type(screen.getByLabelText('E-mail for the answer'), 'ravi@mail.example.com');
  await userEvent.type(screen.getByLabelText('Your message'), 'How do I end my plan, please?');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  const said = await screen.findByRole('status');
  expect(said).toHaveTextContent('V-7K3M9QX2');
  expect(said).toHaveTextContent(words);
  await userEvent.click(screen.getByRole('button', { name: 'Write another message' }));
  expect(screen.getByLabelText('Your message')).toHaveValue('');
  expect(screen.getByLabelText('What is it about?')).toHaveFocus();
});

test.each([
  ['visitor', {}],
  ['member', MEMBER],
])('a %s finds an unsent message again after leaving; once it is sent it is gone', async (_who, options) => {
  const answers = [reply(listTickets, []), reply(openTicket, { number: 'V-7K3M9QX2', by_mail: true, confirmed: false })];
  const first = show(<TicketPanel />, options, ...answers);
  await userEvent.selectOptions(screen.getByLabelText('What is it about?'), 'A complaint');
  if (!('snapshot' in options)) {
    await userEvent.type(screen.getByLabelText('Your name'), 'Ravi');
    await userEvent.type(screen.getByLabelText('E-mail for the answer'), 'ravi@mail.example.com');
  }
  await userEvent.type(screen.getByLabelText('Your message'), 'How do I end my plan, please?');
  first.unmount();
  const second = show(<TicketPanel />, options, ...answers);
  expect(screen.getByLabelText('Your message')).toHaveValue('How do I end my plan, please?');
  expect(screen.getByLabelText('What is it about?')).toHaveDisplayValue('A complaint');
  expect(screen.getByLabelText('E-mail for the answer')).not.toHaveValue('');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  await screen.findByText('V-7K3M9QX2');
  second.unmount();
  show(<TicketPanel />, options, ...answers);
  expect(screen.getByLabelText('Your message')).toHaveValue('');
});

test('a message whose answer got lost is sent again with its key, also after a reload; a changed one with another', async () => {
  const keysOf = ({ calls }: ReturnType<typeof fakeHost>) =>
    calls.filter(({ route }) => route === openTicket).map(({ input }) => (input.body as { key: string }).key);
  const lost = [reply(listTickets, []), refuse(openTicket, 'UNREACHABLE', 'No answer.')];
  const first = show(<TicketPanel />, MEMBER, ...lost);
  await userEvent.type(screen.getByLabelText('Your message'), 'How do I end my plan, please?');
  for (let times = 0; times < 2; times += 1) await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  first.unmount();
  const second = show(<TicketPanel />, MEMBER, ...lost);
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  const [one, two, three] = [...keysOf(first.host), ...keysOf(second.host)];
  expect([two, three]).toEqual([one, one]);
  await userEvent.type(screen.getByLabelText('Your message'), ' And my account?');
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  expect(keysOf(second.host).at(-1)).not.toBe(one);
});

test('why a message could not be sent stays by the form until it is changed or sent again', async () => {
  let heard = (): void => {};
  const { host } = show(<TicketPanel />, MEMBER, reply(listTickets, []), refuse(openTicket, 'UNREACHABLE', 'No answer.'));
  await userEvent.type(screen.getByLabelText('Your message'), 'How do I end my plan, please?');
  const send = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));
  await send();
  expect(await screen.findByText('No answer.')).toBeVisible();
  expect(await faults()).toEqual([]);
  await userEvent.type(screen.getByLabelText('Your message'), ' Today?');
  expect(screen.queryByText('No answer.')).toBeNull();
  await send();
  expect(await screen.findByText('No answer.')).toBeVisible();
  host.answer(reply(openTicket, () => new Promise((resolve) => (heard = () => resolve({ number: 'V-7K3M9QX2', by_mail: true, confirmed: true })))));
  await send();
  expect(screen.queryByText('No answer.')).toBeNull();
  heard();
  expect(await screen.findByText('V-7K3M9QX2')).toBeVisible();
});

test('members find name, address and their messages with the answers', async () => {
  show(<TicketPanel />, MEMBER, reply(listTickets, [ticket, { ...ticket, number: 'V-00000000', answered_at: '2026-11-21T04:30:00Z', answer: 'It is ended.' }]));
  expect(screen.getByLabelText('Your name')).toHaveValue('Asha Rao');
  expect(screen.getByLabelText('E-mail for the answer')).toHaveValue('asha@mail.example.com');
  const [open, answered] = within(await screen.findByRole('list', { name: 'Your messages' })).getAllByRole('listitem');
  expect(open).toHaveTextContent('Not answered yet');
  expect(answered).toHaveTextContent('It is ended.');
});

test('complaints by month, without a figure where there is none', async () => {
  const month = { opening: 1, received: 3, resolved: 2, pending: 2, pending_over_3_months: 0, average_days: 20 };
  show(
    <Complaints />,
    {},
    reply(readComplaints, {
      as_of: '2026-11-23T06:00:00Z',
      months: [
        { month: '2026-11', ...month },
        { month: '2026-10', ...month, average_days: null },
      ],
    }),
  );
  const rows = within(await screen.findByRole('table', { name: 'Complaints by month' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))).toEqual([
    'Month Open before Received Resolved Open after Over 3 months Days to resolve',
    'Nov 2026 1 3 2 2 0 20.0',
    'Oct 2026 1 3 2 2 0 –',
  ]);
  expect(await faults()).toEqual([]);
});

test.each([
  [null, 'is not finished'],
  [{ at: '2026-11-23T06:00:00Z', events: 1820, holds: true }, 'Last checked on 23 Nov 2026: all 1,820 events under daily roots are as they were signed'],
  [{ at: '2026-11-23T06:00:00Z', events: 0, holds: false }, 'the record is not as it was signed. Nothing is published or closed'],
])('the last check of the record, %o', async (latest, words) => {
  show(<RecordCheck />, {}, reply(readAudit, { latest }));
  expect(await screen.findByText(words, { exact: false })).toBeVisible();
  expect(await faults()).toEqual([]);
});

test('who answers sees more of what waits by a press; what they began to write stays, what they answered goes', async () => {
  const waiting = (number: string, day: number): DeskTicket => ({
    ...ticket,
    ...{ number, opened_at: `2026-11-${day}T04:30:00Z`, name: 'Ravi', email: 'ravi@mail.example.com', partner_key: '' },
  });
  const all = [waiting('V-00000001', 11), waiting('V-00000002', 12), waiting('V-00000003', 13)];
  const left = () => all.filter(({ number }) => !sent.includes(number));
  const sent: string[] = [];
  const asked: unknown[] = [];
  show(
    <DeskPage />,
    ADMIN,
    reply(deskTickets, ({ query }) => {
      asked.push(query?.after);
      const from = query?.after === undefined ? 0 : left().findIndex(({ number }) => query.after?.endsWith(number)) + 1;
      const tickets = left().slice(from, from + 1);
      return { waiting: left().length, tickets, next: from + 1 < left().length ? `1_1_${tickets.at(-1)!.number}` : null };
    }),
    reply(answerTicket, ({ body }) => {
      sent.push((body as { number: string }).number);
      return { by_mail: true };
    }),
  );
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
  await screen.findByLabelText('Answer to V-00000001');
  expect(screen.getAllByRole('textbox')).toHaveLength(1);
  await press('Show more');
  await userEvent.type(await screen.findByLabelText('Answer to V-00000002'), 'Words that become a long answer.');
  await press('Show more');
  await screen.findByLabelText('Answer to V-00000003');
  expect(asked.filter((after) => after !== undefined)).toEqual(['1_1_V-00000001', '1_1_V-00000002']);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  await userEvent.type(screen.getByLabelText('Answer to V-00000003'), 'An answer that is begun.');
  await userEvent.click(screen.getAllByRole('button', { name: 'Send answer' })[1]!);
  await screen.findByText('2 messages wait', { exact: false });
  expect(screen.queryByLabelText('Answer to V-00000002')).toBeNull();
  expect(screen.getByLabelText('Answer to V-00000003')).toHaveValue('An answer that is begun.');
  expect(sent).toEqual(['V-00000002']);
});

test('why an answer could not be sent stays by it until it is changed', async () => {
  const waiting: DeskTicket = { ...ticket, name: 'Ravi', email: 'ravi@mail.example.com', partner_key: '' };
  show(<DeskPage />, ADMIN, reply(deskTickets, { waiting: 1, tickets: [waiting] }), refuse(answerTicket, 'UNREACHABLE', 'No answer.'));
  const answer = await screen.findByLabelText('Answer to V-7K3M9QX2');
  await userEvent.type(answer, 'Words that become a long answer.');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('No answer.')).toBeVisible();
  await userEvent.type(answer, ' More.');
  expect(screen.queryByText('No answer.')).toBeNull();
});

test('admins answer what waits; everyone else is told whose page it is', async () => {
  const waiting: DeskTicket = { ...ticket, kind: 'complaint', name: 'Ravi', email: 'ravi@mail.example.com', partner_key: '' };
  const sent: unknown[] = [];
  const { unmount } = show(
    <DeskPage />,
    ADMIN,
    reply(deskTickets, () => (sent.length === 0 ? { waiting: 1, tickets: [waiting] } : { waiting: 0, tickets: [] })),
    reply(answerTicket, ({ body }) => {
      sent.push(body);
      return { by_mail: true };
    }),
  );
  expect(await screen.findByRole('status')).toHaveTextContent('1 message waits for an answer.');
  const answer = screen.getByLabelText('Answer to V-7K3M9QX2');
  await userEvent.type(answer, 'Short');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(answer).toHaveAccessibleDescription('Write at least 20 characters');
  expect(answer).toHaveFocus();
  expect(await faults()).toEqual([]);
  await userEvent.type(answer, ' words become a long answer.');
  await userEvent.click(screen.getByRole('button', { name: 'Send answer' }));
  expect(await screen.findByText('Every message is answered.')).toBeInTheDocument();
  expect(sent).toEqual([{ number: 'V-7K3M9QX2', answer: 'Short words become a long answer.' }]);
  unmount();
  show(<DeskPage />, MEMBER);
  expect(screen.getByText('Only admins answer messages.')).toBeInTheDocument();
});
