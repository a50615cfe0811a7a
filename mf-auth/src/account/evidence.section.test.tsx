import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { downloadEvidence } from '@vimarsh/shared/contract/account/evidence.ts';
import { listConsents } from '@vimarsh/shared/contract/consents/routes.ts';
import { type CannedAnswer, fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { Page } from './my-account.page.tsx';

function open(answer: CannedAnswer) {
  const host = fakeHost({ path: '/my-account?tab=consents', answers: [reply(listConsents, { records: [] }), answer] });
  render(<Page />, { wrapper: host.Wrapper });
  return { host, user: aUser() };
}
const button = () => screen.findByRole('button', { name: 'Download my evidence file' });
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('the evidence file is saved as the zip that the server made; until it comes, it is said that it is on its way', async () => {
  const files: Blob[] = [];
  const names: string[] = [];
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => `blob:${files.push(blob)}`, revokeObjectURL: () => undefined }));
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  let finish = (): void => undefined;
  const made = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const { host, user } = open(
    reply(downloadEvidence, async () => {
      await made;
      return { file: 'my-evidence-2026-11-20.zip', zip: btoa('PK\x03\x04\xff\x00') };
    }),
  );
  await user.click(await button());
  expect(await screen.findByText('We are putting the file together. It can take a minute.')).toBeVisible();
  await user.click(await button());
  expect(names).toEqual([]);
  finish();
  await waitFor(() => expect(names).toEqual(['my-evidence-2026-11-20.zip']));
  expect(Buffer.from(await files[0]!.arrayBuffer()).toString('latin1')).toBe('PK\x03\x04\xff\x00');
  expect(files[0]!.type).toBe('application/zip');
  await waitFor(() => expect(screen.queryByText(/putting the file together/)).toBeNull());
  expect(
    host.calls.filter(({ route }) => route === downloadEvidence),
    'pressed twice',
  ).toHaveLength(1);
});

test('that it could not be made, or was had too often today, stands beside the button; another try takes it away', async () => {
  const { host, user } = open(refuse(downloadEvidence, 'INTERNAL', 'Something failed on our side.'));
  await user.click(await button());
  expect(await screen.findByRole('alert')).toHaveTextContent('The file could not be made. Something failed on our side.');
  expect(host.notices).toEqual([]);
  host.answer(refuse(downloadEvidence, 'RATE', 'Too many attempts. Wait a moment and try again.'));
  await user.click(await button());
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('You downloaded it several times in the last 24 hours. Try again tomorrow.'));
});
