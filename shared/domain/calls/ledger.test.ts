import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallProof } from '../../contract/calls/types.ts';
import { canonicalJson, GENESIS, hashPlace, hashRoot, hashText, merklePath, merkleRoot, verifyProof } from './ledger.ts';

describe('canonical JSON (RFC 8785)', () => {
  test('sorts keys by UTF-16 units and drops white space', () => {
    // The RFC's own example of key order.
    const keys = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji',
      '\u0080': 'Control',
      '\u00f6': 'O',
    };
    expect([...canonicalJson(keys).matchAll(/:"([^"]+)"/g)].map((match) => match[1])).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'O',
      'Euro Sign',
      'Emoji',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });
  test('prints numbers and literals as the RFC does', () => {
    expect(canonicalJson([Number('333333333.33333329'), 1e30, 4.5, 2e-3, 1e-27, -0])).toBe('[333333333.3333333,1e+30,4.5,0.002,1e-27,0]');
    expect(canonicalJson({ b: null, a: [true, false], c: undefined })).toBe('{"a":[true,false],"b":null}');
    expect(canonicalJson('€$\u000f\nA\'B"\\/')).toBe('"€$\\u000f\\nA\'B\\"\\\\/"');
  });
  test('refuses what JSON can’t hold', () => {
    expect(() => canonicalJson(Number.NaN)).toThrow('finite');
    expect(() => canonicalJson('\ud800')).toThrow('well-formed');
    expect(() => canonicalJson({ f: () => 1 })).toThrow('function');
  });
  test('gives equal values the same text, and parses back', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false } as object), (value) => {
        fc.pre(JSON.stringify(value).isWellFormed());
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
    );
  });
});

describe('Merkle tree', () => {
  test('SHA-256 and small trees', async () => {
    expect(await hashText('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    // RFC 6962: the root of a single leaf is H(0x00 || leaf).
    expect(await merkleRoot([])).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  });
  test.each([1, 2, 3, 5, 8, 13])('root of %d leaves depends on every leaf and their order', async (size) => {
    const hashes = await Promise.all(Array.from({ length: size }, (_, index) => hashText(`leaf ${index}`)));
    const root = await merkleRoot(hashes);
    expect(new Set([root, await merkleRoot([...hashes].reverse()), await merkleRoot([...hashes, hashes[0]!])]).size).toBe(size === 1 ? 2 : 3);
  });
});

let key: { publicKey: KeyObject; privateKey: KeyObject };
beforeAll(() => {
  key = generateKeyPairSync('ed25519');
});
const signature = (hash: string): string => sign(null, Buffer.from(hash, 'hex'), key.privateKey).toString('base64url');

/** A call with one event per entry of `days` (index of the day it was rooted on). `older`: without a link to the expert's other events. */
async function fixture(days: number[], { older = false } = {}): Promise<CallProof> {
  const events: CallProof['events'] = [];
  let prev_hash = GENESIS;
  for (const [index] of days.entries()) {
    const type = index === 0 ? 'publish' : 'note';
    const place = older ? null : { n: 40 + 3 * index, prev_hash: await hashText(`event ${index} of the expert`), salt: 'ab'.repeat(16) };
    const canonical = canonicalJson({
      actor: 'exp_01',
      call_id: 'c1',
      expert_id: 'exp_01',
      link: place ? await hashPlace(place) : undefined,
      n: index + 1,
      payload: { text: `₹ ${index}` },
      prev_hash,
      ts: '2026-11-19T05:00:00.000Z',
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

describe('verifier', () => {
  const failing = async (proof: CallProof, trusted?: string): Promise<number[]> =>
    (await verifyProof(proof, trusted)).flatMap((step, index) => (step.ok ? [] : [index]));

  test('accepts an untouched proof, old or new, even before today’s root', async () => {
    const before = await fixture([0, 0, 1, 2], { older: true });
    expect(await failing(before, before.public_key)).toEqual([]);
    const proof = await fixture([0, 0, 1, 2]);
    expect(await failing(proof, proof.public_key)).toEqual([]);
    expect(await failing({ ...proof, events: proof.events.map((event) => ({ ...event, place: null })) })).toEqual([]);
    const fresh = { ...proof, events: proof.events.map((event, index) => (index === 3 ? { ...event, root_date: null, merkle: [] } : event)) };
    expect(await failing(fresh)).toEqual([]);
    expect((await verifyProof(fresh))[4]?.detail).toContain('3 events of 4');
  });

  test('detects an event left out of the call, and a place in the expert’s chain that is not the one in the text', async () => {
    const proof = await fixture([0, 0, 1]);
    expect(await failing({ ...proof, events: proof.events.toSpliced(1, 1) })).toEqual([2]);
    const moved = proof.events.map((event) => ({ ...event, place: { ...event.place!, n: event.place!.n + 1 } }));
    expect(await failing({ ...proof, events: moved })).toEqual([2]);
  });

  test('names the event that was changed', async () => {
    const proof = await fixture([0, 0, 1]);
    const forged = structuredClone(proof);
    forged.events[1]!.canonical = forged.events[1]!.canonical.replace('₹ 1', '₹ 9');
    const steps = await verifyProof(forged);
    expect(steps[1]).toEqual({ label: 'Each text gives its hash', ok: false, detail: 'Does not hold for 2' });
  });

  test('detects changed hashes, order, keys and roots, and a missing start', async () => {
    const proof = await fixture([0, 0, 1]);
    const rehashed = structuredClone(proof);
    rehashed.events[1]!.canonical = rehashed.events[1]!.canonical.replace('₹ 1', '₹ 9');
    rehashed.events[1]!.hash = await hashText(rehashed.events[1]!.canonical);
    expect(await failing(rehashed)).toEqual([2, 3, 4]);
    expect(await failing({ ...proof, events: [...proof.events].reverse() })).toContain(2);
    expect(await failing({ ...proof, events: proof.events.slice(1) })).toEqual([0, 2]);
    expect(await failing({ ...proof, roots: proof.roots.map((root) => ({ ...root, count: root.count + 1 })) })).toEqual([5]);
    expect(await failing({ ...proof, roots: [] })).toEqual([4]);
    const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!;
    expect(await failing({ ...proof, public_key: other })).toEqual([3, 5]);
    expect(await failing(proof, other)).toEqual([6]);
    expect(await failing({ ...proof, public_key: 'not a key' })).toEqual([3, 5]);
    expect(await failing({ ...proof, call_id: 'c2' })).toEqual([0]);
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
