import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EventBody, GENESIS, hashRoot, merklePath } from '@vimarsh/shared/domain/calls/ledger.ts';
import { afterAll, expect, test } from 'vitest';
import { chain, emptyHeads } from './chain.ts';
import type { NewEvent } from './kinds.ts';
import { checkpoint } from './log/checkpoint.ts';
import { leafOf } from './log/log.store.ts';
import { Tree } from './log/tree.ts';
import { makeRoot } from './roots.store.ts';
import { keyOfSeed, signerOf } from './signing-key.ts';

const DOCUMENTED = new URL('../../../docs/record-vectors.json', import.meta.url);
const VERIFIER = fileURLToPath(new URL('../../../e2e/record/verify.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** One of each thing of docs/record-format.md, made by the code that makes the record. */
async function vectors() {
  const signer = signerOf(keyOfSeed(Buffer.alloc(32, 7)));
  const heads = emptyHeads();
  const write = (event: Pick<NewEvent, 'type' | 'payload' | 'ts'> & { call_id?: string }) =>
    chain(heads, { name: 'equity', unnamed: true }, { kind: 'equity', call_id: 'call_1', expert_id: 'exp_01', actor: 'exp_01', ...event }, signer);
  const rows = [
    await write({ type: 'publish', payload: { stock: 'TCS', text: '₹ 3,000' }, ts: '2026-11-20T05:00:00.000Z' }),
    await write({ type: 'note', payload: { note: 'Another call of the same expert.' }, ts: '2026-11-20T05:01:00.000Z', call_id: 'call_2' }),
    await write({ type: 'tighten_sl', payload: { stop_loss: 2950.5 }, ts: '2026-11-20T06:00:00.000Z' }),
  ];
  const row = rows[2]!;
  const hashes = rows.map(({ hash }) => hash);
  const { trading_date, merkle_root, count, prev_root, signature } = await makeRoot(null, '2026-11-20', hashes, signer);
  const root = { trading_date, merkle_root, count, prev_root, signature };
  const tree = new Tree();
  const leaves = rows.map(({ seq, hash }) => leafOf(signer, seq, hash));
  for (const leaf of leaves) tree.append(leaf);
  return {
    public_key: signer.publicKey,
    place: { n: row.n, prev_hash: row.prev_hash, salt: signer.salt('exp_01', row.n) },
    event: { canonical: row.canonical, hash: row.hash, sig: row.sig, merkle: await merklePath(hashes, 2) },
    root: { ...root, hash: await hashRoot(root) },
    log: {
      index: 2,
      salt: signer.leafSalt(row.seq),
      leaves: leaves.map((leaf) => leaf.toString('hex')),
      checkpoint: checkpoint('vimarsh.example/vimarsh-log', { size: 3, root: tree.root() }, signer),
    },
  };
}

test('the published vectors are what this server makes, for ever', async () => {
  const made = await vectors();
  expect(JSON.parse(readFileSync(DOCUMENTED, 'utf8'))).toEqual(made);
  expect((JSON.parse(made.event.canonical) as EventBody).prev_hash).not.toBe(GENESIS);
});

test('a program written from docs/record-format.md alone agrees with them, and with nothing else', async () => {
  expect(execFileSync('python3', [VERIFIER, '--vectors', fileURLToPath(DOCUMENTED)], { encoding: 'utf8' })).toBe('all vectors hold\n');
  const made = await vectors();
  const changes: [string, (copy: typeof made) => void][] = [
    [
      'place',
      (copy) => {
        copy.place.n += 1;
      },
    ],
    [
      'hash',
      (copy) => {
        copy.event.canonical = copy.event.canonical.replace('2950.5', '2950.6');
      },
    ],
    [
      'signature',
      (copy) => {
        copy.event.sig = copy.root.signature;
      },
    ],
    ['path', (copy) => void copy.event.merkle.pop()],
    [
      'root',
      (copy) => {
        copy.root.count = 4;
      },
    ],
    [
      'leaf',
      (copy) => {
        copy.log.salt = '00'.repeat(16);
      },
    ],
    ['head', (copy) => void copy.log.leaves.reverse()],
  ];
  for (const [what, change] of changes) {
    const copy = structuredClone(made);
    change(copy);
    const file = join(folder, `${what}.json`);
    writeFileSync(file, JSON.stringify(copy));
    const { status, stdout } = spawnSync('python3', [VERIFIER, '--vectors', file], { encoding: 'utf8' });
    expect([status, stdout.includes(`the vector ${what} does not hold`)], `${what}: ${stdout}`).toEqual([1, true]);
  }
});
