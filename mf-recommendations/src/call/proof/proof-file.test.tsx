import { render, screen } from '@testing-library/react';
import { downloadCallProof, downloadExpertProof } from '@vimarsh/shared/contract/calls/proof-file.ts';
import { fakeHost, refuse, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { aUser } from '@vimarsh/shared/kit/user.testing.ts';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import '../../testing/patience.ts';
import { ProofFile } from './proof-file.tsx';

vi.mock('@vimarsh/shared/ui/fields/save-file.ts', () => ({ saveFile: vi.fn() }));
beforeEach(() => vi.mocked(saveFile).mockClear());

const ZIP = Buffer.from('PK bytes').toString('base64');

test('the proof of a call is saved as the bytes of its zip', async () => {
  const host = fakeHost({ answers: [reply(downloadCallProof, { file: 'call-1.zip', zip: ZIP })] });
  render(<ProofFile of={{ call: 'call_1' }} label="Download the proof" />, { wrapper: host.Wrapper });
  await aUser().click(screen.getByRole('button', { name: 'Download the proof' }));
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  const [name, bytes, type] = vi.mocked(saveFile).mock.calls[0]!;
  expect([name, Buffer.from(bytes as Uint8Array).toString(), type]).toEqual(['call-1.zip', 'PK bytes', 'application/zip']);
  expect(host.calls.map(({ route }) => route)).toEqual([downloadCallProof]);
});

test.each([
  ['RATE', 'You downloaded such files several times. Try again later.'],
  ['NOT_FOUND', 'The file could not be made. It is gone.'],
] as const)('an expert’s file that is refused with %s says so, and the button asks again', async (code, told) => {
  const host = fakeHost({ answers: [refuse(downloadExpertProof, code, 'It is gone.')] });
  render(<ProofFile of={{ expert: 'exp_01' }} label="Download the record" />, { wrapper: host.Wrapper });
  const button = screen.getByRole('button', { name: 'Download the record' });
  await aUser().click(button);
  expect(await screen.findByRole('alert')).toHaveTextContent(told);
  expect(saveFile).not.toHaveBeenCalled();
  await aUser().click(button);
  await vi.waitFor(() => expect(host.calls).toHaveLength(2));
});
