import { downloadEvidence } from '@vimarsh/shared/contract/account/evidence.ts';
import { checkEvidence, type UnpackedFiles } from '@vimarsh/shared/domain/evidence/check-evidence.ts';
import { MANIFEST, SIGNATURE } from '@vimarsh/shared/domain/evidence/manifest.ts';
import { expect, test } from 'vitest';
import type { Evidence } from '../identity/index.ts';
import { answerOf } from './answer.ts';
import { evidenceFiles } from './bundle.ts';
import { filesIn, signer, textOf } from './evidence.testing.ts';
import { type FileInZip, zipOf } from './zip.ts';

const AT = new Date('2026-11-26T10:00:00.000Z');
const HEAD = { made_at: AT.toISOString(), site: 'vimarsh.example', user_id: 'usr_1' };
const ledger = signer();
const own = { keys: [ledger.key], from: 'of the test' };
const evidenceOf = (files: readonly FileInZip[]): Evidence => ({
  about: [['<any>.txt', 'What the test wrote.']],
  async *files(user_id) {
    for (const { path, bytes } of files) yield { path, content: bytes };
    yield { path: 'who.txt', content: user_id };
  },
});
const FILES = [1, 2, 3].map((n) => ({ path: `part/${n}.txt`, bytes: Buffer.from(`The ₹ of ${n}\n`.repeat(n * 1000)) }));

/** What a client gets. */
async function downloaded(evidence: readonly Evidence[] = [evidenceOf(FILES)]): Promise<UnpackedFiles> {
  let text = '';
  for await (const part of answerOf('my.zip', zipOf(evidenceFiles({ head: HEAD, evidence, sign: ledger.signManifest }), AT))) text += part;
  const { status, data } = JSON.parse(text);
  expect(status).toBe(true);
  expect(data.file).toBe('my.zip');
  return filesIn(downloadEvidence.data.parse(data));
}
/** The steps that fail, by name. */
const failing = async (files: UnpackedFiles, known = own): Promise<string[]> =>
  (await checkEvidence(files, known)).flatMap(({ ok, label, detail }) => (ok ? [] : [`${label}: ${detail}`]));
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

test('the zip has what the features gave, a README that names each sort of file, and a manifest that holds', async () => {
  const files = await downloaded();
  expect([...files.keys()]).toEqual(['README.txt', 'part/1.txt', 'part/2.txt', 'part/3.txt', 'who.txt', MANIFEST, SIGNATURE]);
  for (const { path, bytes: written } of FILES) expect(Buffer.from(files.get(path)!).equals(written), path).toBe(true);
  expect(textOf(files, 'who.txt')).toBe('usr_1');
  const readme = textOf(files, 'README.txt');
  for (const words of ['<any>.txt', 'What the test wrote.', MANIFEST, SIGNATURE, 'usr_1', 'https://vimarsh.example/how-to-check-us'])
    expect(readme).toContain(words);
  expect(await failing(files)).toEqual([]);
});

test('a file that was changed, taken out or put in is found by its name; a list or a signature that was changed, too', async () => {
  const files = await downloaded();
  const manifest = textOf(files, MANIFEST);
  const signature = JSON.parse(textOf(files, SIGNATURE));
  const changed = (path: string, content: string | null): Promise<string[]> => {
    const copy = new Map(files);
    if (content === null) copy.delete(path);
    else copy.set(path, bytes(content));
    return failing(copy);
  };
  expect(await changed('part/2.txt', `${textOf(files, 'part/2.txt')} `)).toEqual(['Each file is as it was: Does not hold for part/2.txt']);
  expect(await changed('README.txt', 'Trust me.')).toEqual(['Each file is as it was: Does not hold for README.txt']);
  expect(await changed('who.txt', null)).toEqual(['Each file is as it was: Does not hold for who.txt (missing)']);
  expect(await changed('calls.csv', 'A better call')).toEqual(['No file was added: Does not hold for calls.csv']);
  expect(await changed(MANIFEST, manifest.replace('usr_1', 'usr_2'))).toEqual([expect.stringMatching(/^The manifest is signed as it is: .*altered/)]);
  const otherSum = await changed(MANIFEST, manifest.replace(/[0-9a-f]{64} {2}who/, `${'0'.repeat(64)}  who`));
  expect(otherSum).toEqual([expect.stringMatching(/^The manifest is signed as it is/), 'Each file is as it was: Does not hold for who.txt']);
  for (const [path, content] of [
    [MANIFEST, null],
    [SIGNATURE, null],
    [SIGNATURE, '{}'],
    [MANIFEST, manifest.slice(0, -1)],
    [MANIFEST, manifest.replace('evidence/v1', 'evidence/v2')],
  ] as const)
    expect(await changed(path, content)).toEqual([expect.stringMatching(/^It has a signed manifest/)]);
  expect(await changed(SIGNATURE, JSON.stringify({ ...signature, signature: 'A'.repeat(86) }))).toEqual([
    expect.stringMatching(/^The manifest is signed as it is/),
  ]);
});

test('a manifest of somebody else’s key is foreign, though all sums fit', async () => {
  expect(await failing(await downloaded(), { keys: [signer().key], from: 'you gave' })).toEqual([
    expect.stringMatching(/^The key is the ledger’s: Signed with a foreign key, not with the key you gave/),
  ]);
});

test('a file is made when the one before is in the zip: only one lies in memory', async () => {
  let made = 0;
  async function* big(): AsyncGenerator<FileInZip> {
    for (; made < 20; made += 1) yield { path: `${made}.txt`, bytes: Buffer.alloc(100_000, made) };
  }
  const seen: number[] = [];
  for await (const chunk of zipOf(big(), AT)) if (chunk.length > 0) seen.push(made);
  expect(seen.slice(0, 20)).toEqual(Array.from({ length: 20 }, (_, index) => index));
});

test('two features never write one file, and none writes the manifest: the second would hide the first', async () => {
  await expect(downloaded([evidenceOf([]), evidenceOf([])])).rejects.toThrow('two files who.txt');
  await expect(downloaded([evidenceOf([{ path: MANIFEST, bytes: Buffer.from('') }])])).rejects.toThrow(`two files ${MANIFEST}`);
});
