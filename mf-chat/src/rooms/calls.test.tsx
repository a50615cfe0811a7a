import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { type CallCard, readCallCards } from '@vimarsh/shared/contract/calls/cards.ts';
import { anOptionCall, anOptionPage } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import { myOptionCalls } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { myCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { sendMessage } from '@vimarsh/shared/contract/chat/routes.ts';
import { refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from './chat.page.tsx';
import { entry, ME, OTHER } from './entry.testing.ts';
import { openOutboxStore } from './outbox/outbox.store.ts';
import { layOut, openChat, room } from './server.testing.tsx';

const shots = { showModal: HTMLDialogElement.prototype.showModal };
beforeEach(() => {
  layOut();
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('indexedDB', new IDBFactory());
  document.hasFocus = () => true;
  HTMLDialogElement.prototype.showModal = function open() {
    this.open = true;
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  HTMLDialogElement.prototype.showModal = shots.showModal;
});

const card = (id: string, change: Partial<CallCard> = {}): CallCard => ({ id, card: aCall({ id }), refused: '', ...change });

/** Cards as the server has them; a test changes them. */
function show(cards: Record<string, CallCard>, options: Partial<Parameters<typeof openChat>[0]> = {}) {
  const asked: string[][] = [];
  const answers = [
    reply(readCallCards, ({ query }) => {
      const ids = String(query.ids).split(',');
      asked.push(ids);
      return { cards: ids.map((id) => cards[id] ?? card(id, { card: null, refused: 'NOT_FOUND' })) };
    }),
  ];
  const shows = Object.keys(cards).map((call_id, at) => entry(at + 1, { call_id, body: '' }));
  const chat = openChat({ rooms: [room()], logs: { r1: shows }, path: '/chat?room=r1', ...options, answers: [...answers, ...(options.answers ?? [])] });
  return { asked, chat, ...render(<Page />, { wrapper: chat.host.Wrapper }) };
}

test('calls of messages are read in one request, each as this reader may see it: live, locked, frozen, gone', async () => {
  const { asked, container } = show({
    open: card('open', { card: aCall({ id: 'open', stock: 'RELIANCE', status: 'active' }) }),
    frozen: card('frozen', { card: aCall({ id: 'frozen', stock: 'INFY', status: 'suspended_open' }) }),
    contract: card('contract', { card: anOptionCall({ id: 'contract', underlying: 'NIFTY' }) }),
    locked: card('locked', { card: null, refused: 'NOT_ENTITLED' }),
    gone: card('gone', { card: null, refused: 'NOT_FOUND' }),
  });
  expect(await screen.findByText('RELIANCE')).toBeInTheDocument();
  expect(screen.getByText('Its author may not publish now. Prices still end it.')).toBeInTheDocument();
  expect(screen.getByText('Frozen')).toBeInTheDocument();
  expect(screen.getByText('NIFTY').closest('a')).toHaveAttribute('href', expect.stringContaining('contract'));
  expect(screen.getByText('The attached call is not in your plan.')).toBeInTheDocument();
  expect(screen.getByText('The attached call can’t be shown here.')).toBeInTheDocument();
  expect(asked).toEqual([['open', 'frozen', 'contract', 'locked', 'gone']]);
  const { violations } = await axe.run(container, { rules: { 'color-contrast': { enabled: false } } });
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('a card follows its call; a change of another call asks for nothing, and after a gap all in view are read at once', async () => {
  const cards = { a: card('a', { card: aCall({ id: 'a', status: 'active' }) }), b: card('b', { card: aCall({ id: 'b', stock: 'INFY' }) }) };
  const { asked, chat } = show(cards);
  await screen.findByText('INFY');
  cards.a = card('a', { card: aCall({ id: 'a', status: 'target_hit', exit: { price: 1, ts: '2026-11-20T07:00:00.000Z', reason: 'target' } }) });
  chat.host.callChanged('of_nobody_here');
  chat.host.callChanged('a');
  expect(await screen.findByText('Target reached', undefined, { timeout: 3000 })).toBeInTheDocument();
  expect(asked).toEqual([['a', 'b'], ['a']]);
  chat.host.callChanged(null);
  await waitFor(() => expect(asked).toHaveLength(3), { timeout: 3000 });
  expect(asked[2]!.toSorted()).toEqual(['a', 'b']);
});

test('an expert attaches an own call of either kind and sends it without a text; it is one row from Send to the server’s entry', async () => {
  const user = aUser();
  const { chat } = show(
    {},
    {
      rooms: [room({ retail_user_id: OTHER })],
      logs: { r1: [entry(1)] },
      answers: [
        reply(myCalls, aPage([aCall({ id: 'share', stock: 'TCS', call_type: 'Buy' })])),
        reply(myOptionCalls, anOptionPage([anOptionCall({ id: 'contract', underlying: 'NIFTY' })])),
      ],
    },
  );
  const choose = async (): Promise<void> => {
    await user.click(await screen.findByRole('button', { name: 'Attach' }));
    await user.click(await screen.findByRole('menuitem', { name: 'A published call' }));
    const list = await screen.findByRole('list', { name: 'Your calls' });
    expect(within(list).getAllByRole('button')).toHaveLength(2);
    await user.click(within(list).getByRole('button', { name: /NIFTY/ }));
  };
  await choose();
  const chip = screen.getByRole('region', { name: 'Call to send' });
  expect(chip).toHaveTextContent(/^NIFTY /);
  await user.click(within(chip).getByRole('button', { name: 'Leave the call out' }));
  expect(screen.queryByRole('region', { name: 'Call to send' })).toBeNull();
  await choose();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(chat.logOf('r1').at(-1)).toMatchObject({ call_id: 'contract', body: '' }));
  expect(chat.callsOf(sendMessage).map(({ input }) => (input as { body: object }).body)).toEqual([
    { room: 'r1', client_msg_id: expect.any(String), body: '', reply_to: null, call_id: 'contract' },
  ]);
  expect(screen.queryByRole('region', { name: 'Call to send' })).toBeNull();
  expect(await screen.findAllByText('The attached call can’t be shown here.')).toHaveLength(1);
});

test('an investor attaches pictures and PDFs alone', async () => {
  show({}, { logs: { r1: [entry(1)] } });
  expect(await screen.findByRole('button', { name: 'Attach a picture or PDF' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Attach' })).toBeNull();
});

test('a message with a call waits in the store as others do, with its call sealed, and a refused one gives it back to the field', async () => {
  const store = openOutboxStore(ME);
  const item = {
    client_msg_id: 'c-1',
    room: 'r1',
    body: '',
    reply_to: null,
    call_id: 'call_sealed',
    state: 'queued',
    reason: '',
    seq: null,
    at: null,
  } as const;
  await store.put({ ...item, written_at: Date.now(), since: Date.now(), kept: false });
  expect((await openOutboxStore(ME).list())[0]).toMatchObject({ call_id: 'call_sealed', kept: true });
  const user = aUser();
  const { chat } = show(
    {},
    { rooms: [room({ retail_user_id: OTHER })], logs: { r1: [entry(1)] }, answers: [refuse(sendMessage, 'MESSAGE_BLOCKED', 'Contacts stay out.')] },
  );
  await user.click(await screen.findByRole('button', { name: 'Write it anew' }));
  expect(await screen.findByRole('region', { name: 'Call to send' })).toHaveTextContent('Published call');
  expect(chat.callsOf(sendMessage)).toHaveLength(1);
});
