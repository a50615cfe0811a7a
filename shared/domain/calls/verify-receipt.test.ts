import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import type { LedgerFile } from '../../contract/calls/types.ts';
import type { Receipt } from '../../contract/receipt/types.ts';
import { hashKeyChange } from './key-chain.ts';
import { GENESIS, hashRoot, merkleRoot } from './ledger.ts';
import { receiptText } from './receipt.ts';
import { type PublicLog, verifyReceipt } from './verify-receipt.ts';

type Pair = { publicKey: KeyObject; privateKey: KeyObject };
const [first, second] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const nameOf = ({ publicKey }: Pair): string => publicKey.export({ format: 'jwk' }).x!;
const signature = (by: Pair, hash: string): string => sign(null, Buffer.from(hash, 'hex'), by.privateKey).toString('base64url');

/** Roots of 2 and 3 November by the first key, of 4 and 5 November by the second. */
async function ledger(): Promise<LedgerFile> {
  const roots: LedgerFile['roots'] = [];
  const hashes = [GENESIS];
  for (const [index, by] of [first, first, second, second].entries()) {
    const leaf = `0${index}`.repeat(32);
    const body = { trading_date: `2026-11-0${index + 2}`, merkle_root: await merkleRoot([leaf]), count: 1, prev_root: hashes.at(-1)! };
    hashes.push(await hashRoot(body));
    roots.push({ ...body, signature: signature(by, hashes.at(-1)!), published_at: '' });
  }
  const change = { after: '2026-11-03', root: hashes[2]! };
  const hash = await hashKeyChange({ ...change, n: 2, previous: nameOf(first), key: nameOf(second) });
  const since = { ...change, signed: signature(first, hash), accepted: signature(second, hash) };
  const keys = [
    { public_key: nameOf(first), since: null },
    { public_key: nameOf(second), since },
  ];
  return { public_key: nameOf(second), keys, roots };
}

function receiptOf(day: string, by: Pair): Receipt {
  const text = { call_id: 'c1', leaf: 'ab'.repeat(32), log: 'vimarsh.test/vimarsh-log', n: 1, root_date: day, ts: `${day}T05:00:00.000Z` };
  return { ...text, public_key: nameOf(by), signature: sign(null, Buffer.from(receiptText(text)), by.privateKey).toString('base64url') };
}

/** What the step of the key says to a reader who trusts these keys. */
async function keyOf(receipt: Receipt, keys: readonly Pair[]): Promise<string> {
  const log: PublicLog = { keys: keys.map(nameOf), from: 'of the test', ledger: await ledger(), checkpoint: null, readTile: () => Promise.reject(), now: null };
  const { ok, detail } = (await verifyReceipt(receipt, log)).find(({ label }) => label === 'The key is the ledger’s')!;
  return ok ? 'holds' : detail;
}
const OUT_OF_TIME = 'It is a key of the ledger, and was not in force when this receipt says it was given.';

test.each<[string, string, Pair, string]>([
  ['the first key in its time', '2026-11-03', first, 'holds'],
  ['the second key in its time', '2026-11-04', second, 'holds'],
  ['the second key on the last day', '2026-11-05', second, 'holds'],
  ['the first key after its time, as whoever stole it would use it', '2026-11-05', first, OUT_OF_TIME],
  ['the second key before its time', '2026-11-02', second, OUT_OF_TIME],
])('%s, whichever keys the reader trusts', async (_what, day, by, said) => {
  for (const trusted of [[first], [second], [first, second]]) expect(await keyOf(receiptOf(day, by), trusted)).toBe(said);
});

test('a key that the reader trusts for itself has no time; another is foreign', async () => {
  const third = generateKeyPairSync('ed25519');
  expect(await keyOf(receiptOf('2026-11-05', third), [first, third])).toBe('holds');
  expect(await keyOf(receiptOf('2026-11-05', third), [first])).toMatch(/^Signed with a foreign key/);
});
