import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallProof } from '../../contract/calls/types.ts';
import { canonicalJson, GENESIS, hashPlace, hashRoot, hashText, merkleRoot } from './ledger.ts';
import { merklePath } from './merkle-path.testing.ts';
import { verifyProof } from './verify-proof.ts';

let key: { publicKey: KeyObject; privateKey: KeyObject };
beforeAll(() => {
  key = generateKeyPairSync('ed25519');
});
const signature = (hash: string): string => sign(null, Buffer.from(hash, 'hex'), key.privateKey).toString('base64url');

/**
 * A call with one event per entry of `days` (index of the day it was rooted on), written that morning or at `ts`. `older`: without a link
 * to the expert's other events. `engine`: index of the event that prices caused.
 */
async function fixture(days: number[], { older = false, ts = [] as string[], engine = -1, at = undefined as string | undefined } = {}): Promise<CallProof> {
  const events: CallProof['events'] = [];
  let prev_hash = GENESIS;
  for (const [index, day] of days.entries()) {
    const type = index === 0 ? 'publish' : 'note';
    const place = older ? null : { n: 40 + 3 * index, prev_hash: await hashText(`event ${index} of the expert`), salt: 'ab'.repeat(16) };
    const canonical = canonicalJson({
      actor: index === engine ? 'engine' : 'exp_01',
      call_id: 'c1',
      expert_id: 'exp_01',
      link: place ? await hashPlace(place) : undefined,
      n: index + 1,
      payload: { text: `₹ ${index}`, ...(index === days.length - 1 && at !== undefined && { at }) },
      prev_hash,
      ts: ts[index] ?? `2026-11-${String(day + 1).padStart(2, '0')}T05:00:00.000Z`,
      type,
    });
    const hash = await hashText(canonical);
    events.push({ n: index + 1, canonical, prev_hash, hash, sig: signature(hash), place, root_date: null, merkle: [] });
    prev_hash = hash;
  }
  const roots: CallProof['roots'] = [];
  let prev_root = GENESIS;
  for (const date of [...new Set(days)].sort((a, b) => a - b)) {
    const own = events.filter((_, index) => days[index] === date);
    const leaves = [...own.map((event) => event.hash), await hashText(`another call's event of day ${date}`)];
    const trading_date = `2026-11-${String(date + 1).padStart(2, '0')}`;
    const body = { trading_date, merkle_root: await merkleRoot(leaves), count: leaves.length, prev_root };
    for (const [index, event] of own.entries()) Object.assign(event, { root_date: trading_date, merkle: await merklePath(leaves, index) });
    prev_root = await hashRoot(body);
    roots.push({ ...body, signature: signature(prev_root) });
  }
  return { call_id: 'c1', expert_id: 'exp_01', events, roots, public_key: key.publicKey.export({ format: 'jwk' }).x! };
}

const STEPS = ['complete', 'text', 'follows', 'signed', 'times', 'merkle', 'roots', 'key', 'published'];
const otherKey = (): string => generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!;

/** The steps that fail for a reader who trusts these keys and knows these roots. */
async function failing(proof: CallProof, { keys = [proof.public_key], roots = null as CallProof['roots'] | null } = {}): Promise<string[]> {
  const published = roots?.map((root) => ({ ...root, published_at: '' }));
  return (await verifyProof(proof, { keys, from: 'of the test', roots: published ?? null })).flatMap(({ ok }, index) => (ok ? [] : [STEPS[index]!]));
}

describe('verifier', () => {
  test('accepts an untouched proof, old or new, even before today’s root', async () => {
    const before = await fixture([0, 0, 1, 2], { older: true });
    expect(await failing(before, { roots: before.roots })).toEqual([]);
    const proof = await fixture([0, 0, 1, 2]);
    expect(await failing(proof, { roots: proof.roots })).toEqual([]);
    expect(await failing({ ...proof, events: proof.events.map((event) => ({ ...event, place: null })) })).toEqual([]);
    const fresh = { ...proof, events: proof.events.map((event, index) => (index === 3 ? { ...event, root_date: null, merkle: [] } : event)) };
    expect(await failing(fresh)).toEqual([]);
    expect((await verifyProof(fresh, { keys: [], from: '', roots: null }))[5]?.detail).toContain('3 events of 4');
  });

  test('refuses an invented call that its maker signed with a key of their own', async () => {
    const proof = await fixture([0, 0, 1]);
    expect(await failing(proof, { keys: [otherKey()] })).toEqual(['key']);
    expect(await failing(proof, { keys: [otherKey()], roots: proof.roots })).toEqual(['key', 'published']);
    expect(await failing(proof, { keys: [otherKey(), proof.public_key] })).toEqual([]);
    const [, , , , , , , step] = await verifyProof(proof, { keys: [otherKey()], from: 'built into this release', roots: null });
    expect(step?.detail).toContain('a foreign key, not with the key built into this release');
  });

  test('refuses roots that are not the published ones', async () => {
    const proof = await fixture([0, 1, 2]);
    expect(await failing(proof, { roots: proof.roots.slice(0, 2) })).toEqual(['published']);
    const other = (await fixture([0, 1, 1, 2])).roots;
    expect(await failing(proof, { roots: other })).toEqual(['published']);
    expect(await failing(proof, { roots: proof.roots.map((root, index) => (index ? root : { ...root, count: root.count + 1 })) })).toEqual(['published']);
    expect(await failing(proof, { roots: proof.roots.slice(1) })).toEqual(['published']);
    const unsigned = proof.roots.map((root, index) => (index === 2 ? { ...root, signature: proof.roots[0]!.signature } : root));
    expect(await failing(proof, { roots: unsigned })).toEqual(['published']);
  });

  test('refuses a call that was written later than its events say', async () => {
    const day = (date: string) => `2026-11-${date}T05:00:00.000Z`;
    const honest = await fixture([0, 1, 2]);
    const backdated = await fixture([1, 2, 2], { ts: [day('01'), day('03'), day('03')] });
    const roots = [honest.roots[0]!, ...backdated.roots];
    expect(await failing(backdated, { roots: honest.roots })).toContain('times');
    expect(await failing({ ...backdated, roots }, { roots })).toContain('times');
    const waiting = { ...honest, events: honest.events.map((event, index) => (index === 2 ? { ...event, root_date: null, merkle: [] } : event)) };
    expect(await failing(waiting, { roots: honest.roots.slice(0, 2) })).not.toContain('times');
    expect(await failing(waiting, { roots: honest.roots }), 'held back from a root that is made').toContain('times');
    expect(await failing(await fixture([0, 1], { ts: [day('01'), day('03')] })), 'later than its root').toEqual(['times']);
    expect(await failing(await fixture([1, 1], { ts: [day('02'), '2026-11-02T04:59:59.000Z'] })), 'falls').toEqual(['times']);
    expect(await failing(await fixture([1], { ts: ['long ago'] })), 'no time at all').toEqual(['times']);
  });

  test('what prices did is dated by its bar, which may have begun before the author’s last word, never on another day nor before publication', async () => {
    const bar = (time: string) => fixture([1, 1, 1], { ts: ['2026-11-02T04:30:00.000Z', '2026-11-02T05:00:00.500Z', time], engine: 2 });
    expect(await failing(await bar('2026-11-02T05:00:00.000Z'))).toEqual([]);
    expect(await failing(await bar('2026-11-02T04:29:59.000Z'))).toEqual(['times']);
    expect(await failing(await bar('2026-11-01T05:00:00.000Z'))).toEqual(['times']);
  });

  test('what prices did before they were known lies between publication and the day it was written down, and only prices may say so', async () => {
    const late = (at: string, engine = 2) => fixture([1, 1, 4], { ts: ['2026-11-02T04:30:00.000Z'], engine, at });
    expect(await failing(await late('2026-11-03T10:00:00.000Z'))).toEqual([]);
    expect(await failing(await late('2026-11-02T04:29:59.000Z')), 'before publication').toEqual(['times']);
    expect(await failing(await late('2026-11-05T05:00:01.000Z')), 'after it was written down').toEqual(['times']);
    expect(await failing(await late('one day')), 'no time').toEqual(['times']);
    expect(await failing(await late('2026-11-03T10:00:00.000Z', -1)), 'said by a person').toEqual(['times']);
  });

  test('detects an event left out of the call, and a place in the expert’s chain that is not the one in the text', async () => {
    const proof = await fixture([0, 0, 1]);
    expect(await failing({ ...proof, events: proof.events.toSpliced(1, 1) })).toEqual(['follows']);
    const moved = proof.events.map((event) => ({ ...event, place: { ...event.place!, n: event.place!.n + 1 } }));
    expect(await failing({ ...proof, events: moved })).toEqual(['follows']);
  });

  test('names the event that was changed', async () => {
    const proof = await fixture([0, 0, 1]);
    const forged = structuredClone(proof);
    forged.events[1]!.canonical = forged.events[1]!.canonical.replace('₹ 1', '₹ 9');
    const steps = await verifyProof(forged, { keys: [], from: '', roots: null });
    expect(steps[1]).toEqual({ label: 'Each text gives its hash', ok: false, detail: 'Does not hold for 2' });
  });

  test('detects changed hashes, order, keys and roots, and a missing start', async () => {
    const proof = await fixture([0, 0, 1]);
    const rehashed = structuredClone(proof);
    rehashed.events[1]!.canonical = rehashed.events[1]!.canonical.replace('₹ 1', '₹ 9');
    rehashed.events[1]!.hash = await hashText(rehashed.events[1]!.canonical);
    expect(await failing(rehashed)).toEqual(['follows', 'signed', 'merkle']);
    expect(await failing({ ...proof, events: [...proof.events].reverse() })).toContain('follows');
    expect(await failing({ ...proof, events: proof.events.slice(1) })).toEqual(['complete', 'follows']);
    expect(await failing({ ...proof, roots: proof.roots.map((root) => ({ ...root, count: root.count + 1 })) })).toEqual(['roots']);
    expect(await failing({ ...proof, roots: [] })).toEqual(['merkle']);
    expect(await failing({ ...proof, public_key: otherKey() })).toEqual(['signed', 'roots']);
    expect(await failing({ ...proof, public_key: 'not a key' })).toEqual(['signed', 'roots']);
    expect(await failing({ ...proof, call_id: 'c2' })).toEqual(['complete']);
  });

  test('changing any one character of any event or root fails', async () => {
    const proof = await fixture([0, 1, 1]);
    const places: { list: 'events' | 'roots'; index: number; field: string; length: number }[] = [
      ...proof.events.flatMap((event, index) =>
        (['canonical', 'prev_hash', 'hash', 'sig'] as const).map((field) => ({ list: 'events' as const, index, field, length: event[field].length })),
      ),
      ...proof.roots.flatMap((root, index) =>
        (['merkle_root', 'signature'] as const).map((field) => ({ list: 'roots' as const, index, field, length: root[field].length })),
      ),
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.nat(5000), async ({ list, index, field, length }, at) => {
        const forged = structuredClone(proof);
        const row = forged[list][index] as unknown as Record<string, string>;
        const text = row[field]!;
        // The last base64url character of 64 bytes carries 4 unused bits.
        const place = at % (field.startsWith('sig') ? length - 1 : length);
        row[field] = text.slice(0, place) + (text[place] === 'a' ? 'b' : 'a') + text.slice(place + 1);
        expect(await failing(forged)).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
