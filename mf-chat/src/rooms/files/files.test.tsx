import 'fake-indexeddb/auto';
import { webcrypto } from 'node:crypto';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { readFile, sendFile, sendMessage } from '@vimarsh/shared/contract/chat/routes.ts';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import axe from 'axe-core';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Page } from '../chat.page.tsx';
import { entry, OTHER } from '../entry.testing.ts';
import { layOut, openChat, room } from '../server.testing.tsx';

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

const JPEG = new File([new Uint8Array([0xff, 0xd8, 0xff, 1, 2, 3])], 'IMG_0001.jpg', { type: 'image/jpeg' });
const PDF = new File(['%PDF-1.7 and so on'], 'Q2 results.pdf', { type: 'application/pdf' });
const PICTURE = { id: 'f1', kind: 'picture', name: '', size: 90_000, width: 800, height: 400, sha256: 'a' } as const;

function show(options: Partial<Parameters<typeof openChat>[0]> = {}) {
  const chat = openChat({ rooms: [room()], logs: { r1: [entry(1)] }, path: '/chat?room=r1', ...options });
  return { chat, ...render(<Page />, { wrapper: chat.host.Wrapper }) };
}
const field = () => screen.findByLabelText('Message to Lakshmi Rao');
const choose = async (file: File): Promise<void> => {
  await field();
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [file] } });
};
const chip = () => screen.findByRole('region', { name: 'File to send' });

test('a picture is chosen, stands above the field, is sent without a text, and stays one row from Send to the server’s entry', async () => {
  const user = aUser();
  const { chat } = show();
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull();
  await choose(JPEG);
  expect(await chip()).toHaveTextContent('Picture0.1 MB');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(chat.callsOf(sendFile)).toHaveLength(1));
  const form = (chat.callsOf(sendFile)[0]!.input as { body: FormData }).body;
  expect([form.get('room'), form.get('body'), form.get('name'), (form.get('file') as File).size]).toEqual(['r1', '', '', JPEG.size]);
  await waitFor(() => expect(chat.logOf('r1').at(-1)?.file?.kind).toBe('picture'));
  expect(await screen.findAllByRole('button', { name: 'Open the picture' })).toHaveLength(1);
  await waitFor(() => expect(screen.getByText('Sent')).toBeInTheDocument());
  expect(screen.queryByRole('region', { name: 'File to send' })).toBeNull();
});

test('a picture is pasted; what comes with a text is pasted as the text', async () => {
  const { chat } = show();
  const box = await field();
  fireEvent.paste(box, { clipboardData: { files: [JPEG], getData: () => 'a\tb' } });
  expect(screen.queryByRole('region', { name: 'File to send' })).toBeNull();
  fireEvent.paste(box, { clipboardData: { files: [JPEG], getData: () => '' } });
  await chip();
  const user = aUser();
  await user.click(screen.getByRole('button', { name: 'Leave the file out' }));
  expect(screen.queryByRole('region', { name: 'File to send' })).toBeNull();
  expect(chat.callsOf(sendMessage)).toEqual([]);
});

test('a PDF goes with its name and a text, and stands as a card', async () => {
  const user = aUser();
  const { chat } = show();
  await choose(PDF);
  expect(await chip()).toHaveTextContent('Q2 results.pdf');
  await user.enter(await field(), 'Page 2');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(chat.logOf('r1')).toHaveLength(2));
  expect(await screen.findByText('Page 2')).toBeInTheDocument();
  expect(await screen.findByText('Q2 results.pdf')).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Download the PDF' })).toBeEnabled();
});

test.each([
  ['a drawing', new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.png', { type: 'image/png' }), /can’t be sent/],
  ['six megabytes', new File(['%PDF-', new Uint8Array(6 * 1024 * 1024)], 'a.pdf'), /larger than 5 MB/],
])('%s is refused before anything is sent, in words', async (_what, file, words) => {
  const { chat } = show();
  await choose(file);
  expect(await screen.findByText(words)).toBeInTheDocument();
  expect([screen.queryByRole('region', { name: 'File to send' }), chat.callsOf(sendFile)]).toEqual([null, []]);
});

test('what the server refuses says why at the message, with Retry and Discard', async () => {
  const user = aUser();
  const { chat } = show();
  chat.refuse(sendFile, 'FILE_TYPE', 'This file is damaged. Choose another one.');
  await choose(JPEG);
  await chip();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('This file is damaged. Choose another one.')).toBeInTheDocument();
  chat.heal(sendFile);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(chat.logOf('r1')).toHaveLength(2));
});

test('the guard’s refusal gives text and file back into the field', async () => {
  const user = aUser();
  const { chat } = show();
  chat.refuse(sendFile, 'MESSAGE_BLOCKED', 'Phone numbers stay out of chats.');
  await choose(JPEG);
  await chip();
  await user.enter(await field(), 'call me');
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Write it anew' }));
  await chip();
  expect(await field()).toHaveValue('call me');
});

test('a picture of the other has its place before it has come, opens large, and says so where it does not come', async () => {
  const user = aUser();
  const { chat } = show({ logs: { r1: [entry(1, { body: '', file: PICTURE })] } });
  chat.refuse(readFile, 'RETRY', 'Later.');
  await field();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  const box = retry.parentElement!.parentElement!;
  expect([box.style.width, box.style.aspectRatio]).toEqual(['280px', '800 / 400']);
  chat.heal(readFile);
  await user.click(retry);
  await user.click(await screen.findByRole('button', { name: 'Open the picture' }));
  expect(within(screen.getByRole('dialog', { name: 'Picture' })).getByRole('button', { name: 'Download' })).toBeInTheDocument();
  expect([box.style.width, box.style.aspectRatio], 'the same place').toEqual(['280px', '800 / 400']);
});

test('a list names a file where there is no text, and so does what answers it', async () => {
  show({
    path: '/chat',
    rooms: [room({ last: { seq: 1, sender_id: OTHER, body: '', at: '2026-11-20T06:30:00.000Z', file: 'pdf' } })],
  });
  expect(await screen.findByRole('link', { name: /Lakshmi Rao/ })).toHaveTextContent('PDF');
});

test('axe finds nothing in a thread with a chosen file, a picture and a card', async () => {
  const { container, chat } = show({
    logs: {
      r1: [
        entry(1, { body: 'See', file: PICTURE }),
        entry(2, { body: '', file: { ...PICTURE, id: 'f2', kind: 'pdf', name: 'Q2', width: null, height: null } }),
      ],
    },
  });
  await choose(PDF);
  await chip();
  await screen.findByRole('button', { name: 'Open the picture' });
  await screen.findByRole('button', { name: 'Download the PDF' });
  const { violations } = await act(() => axe.run(container, { rules: { 'color-contrast': { enabled: false } } }));
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  expect(chat.host.calls.length).toBeGreaterThan(0);
});
