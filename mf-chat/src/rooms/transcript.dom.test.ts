import { webcrypto } from 'node:crypto';
import { readTranscript } from '@vimarsh/shared/contract/chat/routes.ts';
import { fakeHost, reply } from '@vimarsh/shared/kit/fake-host.tsx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readWhole, sha256Hex } from './transcript.ts';

beforeEach(() => void vi.stubGlobal('crypto', webcrypto));
afterEach(() => void vi.unstubAllGlobals());

/** A server that has a room in parts, by the number behind which each begins. */
async function serverOf(parts: readonly { text: string; sha256?: string }[]) {
  const hashes = await Promise.all(parts.map(({ text, sha256 }) => sha256 ?? sha256Hex(text)));
  return fakeHost({
    answers: [
      reply(readTranscript, ({ query = {} }) => {
        const at = query.after === undefined ? 0 : Number(query.after);
        const next = at + 1 < parts.length ? at + 1 : null;
        return { room: 'r1', text: parts[at]!.text, sha256: hashes[at]!, from: at, to: at + 1, next };
      }),
    ],
  }).session;
}

test('a transcript is its parts in order, with the hash of the whole', async () => {
  const whole = '[1,"One"]\n[2,"Two"]\n';
  expect(await readWhole(await serverOf([{ text: '[1,"One"]\n' }, { text: '[2,"Two"]\n' }]), 'r1')).toEqual({ text: whole, sha256: await sha256Hex(whole) });
});

test('a part that is not what its hash says is saved nowhere', async () => {
  const altered = await serverOf([{ text: '[1,"One"]\n' }, { text: '[2,"Too"]\n', sha256: await sha256Hex('[2,"Two"]\n') }]);
  expect(await readWhole(altered, 'r1')).toEqual({ problem: expect.stringMatching(/does not match its hash/) });
});
