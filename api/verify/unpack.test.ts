import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MANIFEST, manifestText, SIGNATURE } from '@vimarsh/shared/domain/evidence/manifest.ts';
import { zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { resigned, signer, unzip } from '../src/evidence/evidence.testing.ts';
import { python } from '../src/platform/testing/python.testing.ts';
import { checkBundle } from './src/evidence.ts';
import { unpack } from './src/unpack.ts';

const VERIFIER = fileURLToPath(new URL('../../e2e/record/verify.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-unpack-'));
afterAll(() => rmSync(folder, { recursive: true }));

const ledger = signer();
const MB = 2 ** 20;
const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const HEAD = { made_at: '2026-11-26T10:00:00.000Z', site: 'vimarsh.example', user_id: '' };

/** A zip of files under a manifest that the test's ledger signed. */
async function signedZip(files: Record<string, string>): Promise<Uint8Array> {
  const all = new Map(Object.entries({ ...files, [MANIFEST]: manifestText(HEAD, []), [SIGNATURE]: '' }).map(([path, text]) => [path, bytes(text)]));
  return zipSync(Object.fromEntries(await resigned(all, ledger.signManifest)));
}
const LEDGER = { 'ledger.json': JSON.stringify({ public_key: ledger.key, keys: [{ public_key: ledger.key, since: null }], roots: [] }) };

/** The command's exit code and its last line; null and the words where it refuses the zip. */
async function inNode(zip: Uint8Array): Promise<[number | null, string]> {
  const lines: string[] = [];
  try {
    return [await checkBundle(zip, { keys: [ledger.key], from: 'of the test', site: null }, (line) => lines.push(line)), lines.join('\n')];
  } catch (error) {
    return [null, (error as Error).message];
  }
}

function inPython(zip: Uint8Array): { status: number | null; said: string } {
  const path = join(folder, 'file.zip');
  writeFileSync(path, zip);
  const { status, stdout, stderr } = spawnSync(python(), [VERIFIER, path, '--key', ledger.key], { encoding: 'utf8', timeout: 20_000 });
  return { status, said: `${stdout}${stderr}`.trim() };
}

/** The zip with another number, of two or four bytes, in the directory's entry of a file. */
function claiming(zip: Uint8Array, name: string, offset: number, value: number): Uint8Array {
  const view = Buffer.from(zip);
  const at = view.lastIndexOf(name) - 46;
  expect(view.readUInt32LE(at)).toBe(0x02014b50);
  view.writeUInt32LE(value, at + offset);
  return view;
}
const SIZE = 24;

test('a zip within the bounds holds in both', async () => {
  const zip = await signedZip(LEDGER);
  expect(await inNode(zip)).toEqual([0, expect.stringContaining('This evidence file holds.')]);
  expect(inPython(zip)).toEqual({ status: 0, said: '0 calls hold, under a head of 0 events' });
});

test('a file that says it unpacks to a gigabyte is refused before a byte of it is unpacked', async () => {
  const zip = claiming(await signedZip({ ...LEDGER, 'calls/c0/record.json': '{}' }), 'calls/c0/record.json', SIZE, 1024 * MB);
  const sentence = 'unpacks to more than 64 MB: it is no';
  expect(await inNode(zip)).toEqual([null, expect.stringContaining(`calls/c0/record.json in this zip ${sentence}`)]);
  expect(inPython(zip)).toEqual({ status: 1, said: expect.stringMatching(new RegExp(`^calls/c0/record.json ${sentence}.*$`)) });
});

test('a file that says less than it unpacks to is unpacked to what it says, and refused', async () => {
  const zeros = zipSync({ 'zeros.json': new Uint8Array(32 * MB) }, { level: 1 });
  const zip = claiming(zeros, 'zeros.json', SIZE, 10);
  const before = process.memoryUsage().arrayBuffers;
  expect(await inNode(zip)).toEqual([null, 'This zip can’t be unpacked: a part of it is missing or was changed.']);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * MB);
  expect(inPython(zip)).toEqual({ status: 1, said: expect.stringMatching(/^the file can’t be read as docs\/record-format\.md says: .*$/) });
});

test('the sum of all files, and their number, are bounded', () => {
  const zip = zipSync({ 'a.json': new Uint8Array(1000), 'b.json': new Uint8Array(1000) });
  const bounds = { files: 2, fileBytes: 1000, bytes: 2000 };
  expect([...unpack(zip, bounds).keys()]).toEqual(['a.json', 'b.json']);
  expect(() => unpack(zip, { ...bounds, bytes: 1999 })).toThrow('This zip unpacks to more than');
  expect(() => unpack(zip, { ...bounds, fileBytes: 999 })).toThrow('a.json in this zip unpacks to more than');
  expect(() => unpack(zip, { ...bounds, files: 1 })).toThrow('This zip has more than 1 files');
  writeFileSync(join(folder, 'two.zip'), zip);
  const words = `
import sys; sys.path.insert(0, sys.argv[1])
import verify
for bounds in ((2, 1000, 2000), (2, 1000, 1999), (2, 999, 2000), (1, 1000, 2000)):
    try:
        print(len(verify.read_zip(sys.argv[2], *bounds)))
    except verify.Refused as error:
        print(error)
`;
  const said = execFileSync(python(), ['-c', words, join(VERIFIER, '..'), join(folder, 'two.zip')], { encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(said).toEqual([
    '2',
    ...['the zip unpacks to more than', 'a.json unpacks to more than', 'the zip has more than 1 files'].map((start) => expect.stringContaining(start)),
  ]);
});

test('what stands beside the signed files is named by both, whatever it is called', async () => {
  const signed = await signedZip(LEDGER);
  for (const name of ['__proto__', 'calls/evil/', 'constructor', 'calls/c9/record.json']) {
    const files = [...unzip(signed)];
    // By the bytes of another name of its length: fflate has no file of the name `__proto__`.
    const stand = 'x'.repeat(name.length);
    const zip = Buffer.from(
      Buffer.from(zipSync(Object.fromEntries([...files, [stand, bytes('data')]])))
        .toString('latin1')
        .replaceAll(stand, name),
      'latin1',
    );
    expect(await inNode(zip), name).toEqual([1, expect.stringContaining(`✗ No file was added: Does not hold for ${name}\n`)]);
    expect(inPython(zip), name).toEqual({ status: 1, said: `${name} was added` });
  }
});

test('an entry behind the number that the end record says is not passed over', async () => {
  const zip = Buffer.from(zipSync({ 'a.json': bytes('{}'), 'b.json': bytes('{}') }));
  zip.writeUInt16LE(1, zip.length - 22 + 10);
  expect(await inNode(zip)).toEqual([null, 'This zip can’t be unpacked: a part of it is missing or was changed.']);
});

const keys = [{ public_key: ledger.key, since: null }];
/** Copies of one event, which is signed by nobody. */
function copies(n: number, payload: string): string {
  const hash = '0'.repeat(64);
  const canonical = `{"actor":"exp_01","call_id":"c0","expert_id":"exp_01","link":"${hash}","n":1,"payload":${payload},"prev_hash":"${hash}","ts":"2026-11-20T05:00:00.000Z","type":"publish"}`;
  const event = { n: 1, canonical, hash, prev_hash: hash, sig: 'A'.repeat(86), place: null, root_date: null, merkle: [], log: null };
  const proof = { call_id: 'c0', expert_id: 'exp_01', public_key: ledger.key, keys, roots: [], events: Array(n).fill(event) };
  return JSON.stringify({ kind: 'equity', shown: null, follower: null, receipts: [], proof });
}

test('where the manifest does not hold, nothing in the file is computed: 20,000 events cost nothing', async () => {
  const files = unzip(await signedZip(LEDGER));
  const zip = zipSync(Object.fromEntries([...files, ['calls/c0/record.json', bytes(copies(20_000, '{}'))]]));
  expect(await inNode(zip)).toEqual([1, expect.not.stringContaining('What it says of calls')]);
  expect(inPython(zip)).toEqual({ status: 1, said: 'calls/c0/record.json was added' });
});

test('a file that is odd in another way is one sentence and no traceback', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const far = '{"bar":{"open":"1e999999999"},"entry_low":1e999}';
  for (const files of [
    {},
    { 'ledger.json': deep },
    { 'ledger.json': '[]' },
    { ...LEDGER, 'calls/c0/record.json': deep },
    { ...LEDGER, 'calls/c0/record.json': copies(1, far) },
    { ...LEDGER, 'calls/c0/record.json': copies(1, deep) },
    { ...LEDGER, 'log/checkpoint': `vimarsh\n${'9'.repeat(5000)}\nAAAA\n\n— x y\n` },
    { ...LEDGER, 'chain.csv': `n,hash,call\n1,${'x'.repeat(200_000)},c0\n` },
  ] as Record<string, string>[]) {
    const { status, said } = inPython(await signedZip(files));
    expect(status, said.slice(0, 200)).toBe(1);
    expect(said).not.toContain('Traceback');
    expect(said).not.toBe('');
  }
  expect(inPython(bytes('PK\u0003\u0004 and no more'))).toMatchObject({ status: 1, said: expect.not.stringContaining('Traceback') });
});
