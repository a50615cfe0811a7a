import { canonicalJson, GENESIS, hashRoot, hashText, merkleRoot } from '@vimarsh/shared/domain/calls/ledger.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { expect, test } from 'vitest';
import { altered } from './altered-proof.ts';

const base64url = (bytes: ArrayBuffer) => Buffer.from(bytes).toString('base64url');

async function signedProof() {
  const keys = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const sign = async (hash: string) => base64url(await crypto.subtle.sign('Ed25519', keys.privateKey, Buffer.from(hash, 'hex')));
  const canonical = canonicalJson({
    actor: 'exp_01',
    call_id: 'call_1',
    expert_id: 'exp_01',
    n: 1,
    payload: { target: 3150 },
    prev_hash: GENESIS,
    ts: '2026-11-18T05:00:00.000Z',
    type: 'publish',
  });
  const hash = await hashText(canonical);
  const root = { trading_date: '2026-11-18', merkle_root: await merkleRoot([hash]), count: 1, prev_root: GENESIS };
  return {
    call_id: 'call_1',
    expert_id: 'exp_01',
    events: [{ n: 1, canonical, prev_hash: GENESIS, hash, sig: await sign(hash), place: null, root_date: root.trading_date, merkle: [] }],
    roots: [{ ...root, signature: await sign(await hashRoot(root)) }],
    public_key: base64url(await crypto.subtle.exportKey('raw', keys.publicKey)),
  };
}

test('a genuine record holds; the same record with one digit changed does not', async () => {
  const proof = await signedProof();
  const known = { keys: [proof.public_key], from: 'of the test', roots: null };
  expect((await verifyProof(proof, known)).every((step) => step.ok)).toBe(true);
  const forged = altered(proof);
  expect(forged.events[0]!.canonical).not.toBe(proof.events[0]!.canonical);
  expect((await verifyProof(forged, known)).filter((step) => !step.ok).map((step) => step.label)).toContain('Each text gives its hash');
});
