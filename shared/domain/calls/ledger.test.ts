import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, hashText, merkleRoot } from './ledger.ts';

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
