import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LedgerKey } from '../../contract/calls/ledger-key.ts';
import type { CallProof } from '../../contract/calls/types.ts';
import { hashKeyChange } from './key-chain.ts';
import { canonicalJson, GENESIS, hashPlace, hashRoot, hashText, merkleRoot } from './ledger.ts';
import { merklePath } from './merkle-path.testing.ts';
import { verifyProof } from './verify-proof.ts';

type Pair = { publicKey: KeyObject; privateKey: KeyObject };
const pair = (): Pair => generateKeyPairSync('ed25519');
const nameOf = ({ publicKey }: Pair): string => publicKey.export({ format: 'jwk' }).x!;
const signature = (by: Pair, hash: string): string => sign(null, Buffer.from(hash, 'hex'), by.privateKey).toString('base64url');
const day = (n: number): string => `2026-11-${String(n).padStart(2, '0')}`;

let first: Pair;
let second: Pair;
let third: Pair;
beforeAll(() => {
  [first, second, third] = [pair(), pair(), pair()];
});

interface Written {
  /** The day (of November) of each event and each root; `null`: it waits. */
  readonly on: number | null;
  readonly by: Pair;
}

/** A call whose events and roots these keys signed. Keys change after the root of a day, 0: before the first. */
async function served(events: readonly Written[], roots: readonly Pair[], changes: readonly { after: number; to: Pair }[]): Promise<CallProof> {
  const own: CallProof['events'] = [];
  let prev_hash = GENESIS;
  for (const [index, { on, by }] of events.entries()) {
    const place = { n: index + 1, prev_hash: GENESIS, salt: 'ab'.repeat(16) };
    const canonical = canonicalJson({
      actor: 'exp_01',
      call_id: 'c1',
      expert_id: 'exp_01',
      link: await hashPlace(place),
      n: index + 1,
      payload: {},
      prev_hash,
      ts: `${day(on ?? roots.length + 1)}T05:00:00.000Z`,
      type: index === 0 ? 'publish' : 'note',
    });
    const hash = await hashText(canonical);
    own.push({ n: index + 1, canonical, prev_hash, hash, sig: signature(by, hash), place, root_date: on === null ? null : day(on), merkle: [] });
    prev_hash = hash;
  }
  const made: CallProof['roots'] = [];
  const hashes = [GENESIS];
  for (const [index, by] of roots.entries()) {
    const today = own.filter(({ root_date }) => root_date === day(index + 1));
    const leaves = today.map(({ hash }) => hash);
    const body = { trading_date: day(index + 1), merkle_root: await merkleRoot(leaves), count: leaves.length, prev_root: hashes.at(-1)! };
    for (const [at, event] of today.entries()) Object.assign(event, { merkle: await merklePath(leaves, at) });
    hashes.push(await hashRoot(body));
    made.push({ ...body, signature: signature(by, hashes.at(-1)!) });
  }
  const keys: LedgerKey[] = [{ public_key: nameOf(first), since: null }];
  let before = first;
  for (const { after, to } of changes) {
    const change = { after: after ? day(after) : null, root: hashes[after]! };
    const hash = await hashKeyChange({ ...change, n: keys.length + 1, previous: nameOf(before), key: nameOf(to) });
    keys.push({ public_key: nameOf(to), since: { ...change, signed: signature(before, hash), accepted: signature(to, hash) } });
    before = to;
  }
  return { call_id: 'c1', expert_id: 'exp_01', events: own, roots: made, public_key: nameOf(before), keys };
}

const STEPS = ['complete', 'text', 'follows', 'signed', 'times', 'merkle', 'roots', 'key', 'published'];

async function failing(proof: CallProof, pinned: Pair, roots: CallProof['roots'] | null = proof.roots): Promise<string[]> {
  const published = roots?.map((root) => ({ ...root, published_at: '' })) ?? null;
  return (await verifyProof(proof, { keys: [nameOf(pinned)], from: 'of the test', roots: published })).flatMap(({ ok }, at) => (ok ? [] : [STEPS[at]!]));
}

describe('a ledger whose key changed', () => {
  /** The second key came on day 3, the third before day 5. */
  const honest = (
    changes = [
      { after: 2, to: second },
      { after: 4, to: third },
    ],
  ): Promise<CallProof> =>
    // biome-ignore format: one line
    served(
      [
        { on: 1, by: first },
        { on: 3, by: first },
        { on: 3, by: second },
        { on: 4, by: second },
        { on: null, by: second },
        { on: null, by: third },
      ],
      [first, first, second, second],
      changes,
    );

  test('holds for whoever knows any of its keys, with or without the published roots', async () => {
    for (const known of [first, second, third]) {
      expect(await failing(await honest(), known)).toEqual([]);
      expect(await failing(await honest(), known, null)).toEqual([]);
    }
    const steps = await verifyProof(await honest(), { keys: [nameOf(first)], from: 'built into this release', roots: null });
    expect(steps[7]!.detail).toBe('It is tied to the key built into this release by signatures of both');
    expect(await failing(await honest(), pair())).toEqual(['key', 'published']);
  });

  test('changed before its first root, twice on one day, or on a day without events, it holds', async () => {
    const early = await served([{ on: 1, by: first }, { on: 1, by: second }], [second], [{ after: 0, to: second }]); // biome-ignore format: one line
    expect(await failing(early, first)).toEqual([]);
    const twice = await served(
      [{ on: 1, by: first }, { on: 2, by: first }, { on: 2, by: second }, { on: 2, by: third }, { on: 4, by: third }], // biome-ignore format: one line
      [first, third, third, third],
      [{ after: 1, to: second }, { after: 1, to: third }], // biome-ignore format: one line
    );
    expect(await failing(twice, first)).toEqual([]);
    expect(await failing(twice, third, null)).toEqual([]);
  });

  test('whoever stole the old key can write nothing after its time', async () => {
    const event = (on: number | null, by: Pair) => served([{ on: 1, by: first }, { on, by }], [first, first, second, second], [{ after: 2, to: second }]); // biome-ignore format: one line
    expect(await failing(await event(4, second), first)).toEqual([]);
    expect(await failing(await event(4, first), first), 'an event of a later day').toEqual(['signed']);
    expect(await failing(await event(null, first), first), 'an event that waits').toEqual(['signed']);
    const roots = (by: Pair) => served([{ on: 1, by: first }], [first, first, by], [{ after: 2, to: second }]);
    expect(await failing(await roots(second), first)).toEqual([]);
    expect(await failing(await roots(first), first), 'a root').toEqual(['roots', 'published']);
  });

  test('the new key can write nothing before its time', async () => {
    const early = await served([{ on: 1, by: second }], [first, first, second], [{ after: 2, to: second }]);
    expect(await failing(early, second)).toEqual(['signed']);
    const root = await served([{ on: 1, by: first }], [first, second, second], [{ after: 2, to: second }]);
    expect(await failing(root, second)).toEqual(['roots']);
  });

  test('a change that is not signed by both keys, or is another than was signed, ties nothing together', async () => {
    const proof = await honest();
    const changed = async (change: (since: NonNullable<LedgerKey['since']>) => Partial<NonNullable<LedgerKey['since']>>): Promise<string[]> =>
      failing({ ...proof, keys: proof.keys!.map((key, at) => (at === 1 ? { ...key, since: { ...key.since!, ...change(key.since!) } } : key)) }, first);
    for (const change of [
      (since: { accepted: string }) => ({ signed: since.accepted }),
      (since: { signed: string }) => ({ accepted: since.signed }),
      () => ({ after: day(1) }),
      () => ({ root: GENESIS }),
    ])
      expect(await changed(change)).toContain('key');
    expect(await failing({ ...proof, keys: proof.keys!.slice(1) }, third)).toContain('key');
    expect(await failing({ ...proof, keys: proof.keys!.slice(0, 2) }, first)).toContain('key');
    expect(await failing({ ...proof, keys: [] }, first)).toContain('key');
  });

  test('a change before the first root names no root: what both keys signed with another ties nothing together', async () => {
    const proof = await served([{ on: 1, by: first }, { on: 1, by: second }], [second], [{ after: 0, to: second }]); // biome-ignore format: one line
    const begun = async (root: string): Promise<CallProof> => {
      const hash = await hashKeyChange({ after: null, root, n: 2, previous: nameOf(first), key: nameOf(second) });
      const since = { after: null, root, signed: signature(first, hash), accepted: signature(second, hash) };
      return { ...proof, keys: [proof.keys![0]!, { public_key: nameOf(second), since }] };
    };
    expect(await failing(await begun(GENESIS), first)).toEqual([]);
    expect(await failing(await begun(proof.roots[0]!.merkle_root), first)).toContain('key');
  });

  test('a change after a root that nobody published is none', async () => {
    const changes = [{ after: 2, to: second }];
    const proof = await served([{ on: 1, by: first }], [first, first, second], changes);
    const other = await served([{ on: 2, by: first }], [first, first, second], changes);
    expect(await failing(proof, first)).toEqual([]);
    expect(await failing({ ...proof, keys: other.keys! }, first)).toEqual(['published']);
  });
});
