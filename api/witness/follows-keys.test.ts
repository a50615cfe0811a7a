import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { LedgerKey } from '@vimarsh/shared/contract/calls/ledger-key.ts';
import { expect, test } from 'vitest';
import { keyOfSeed } from '../src/ledger/signing-key.ts';
import { keyListOf, logOf, ORIGIN, rawKeyOf, signerNamed } from './log.testing.ts';
import { keysAfter, proofFromTiles, serve, Witness, type WitnessState } from './witness.mjs';

const first = signerNamed('first');
const second = signerNamed('second');
const third = signerNamed('third');
const evil = signerNamed('evil');
const KEY = keyOfSeed(createHash('sha256').update('witness').digest());
const entries = (count: number): string[] => Array.from({ length: count }, (_, at) => `event ${at}`);
const broken = (n: number): string => `key ${n} in the list of the log’s keys is not signed by the one before`;

const list = await keyListOf(first, second, third);
/** The list with other words of one change. */
const changed = (n: number, change: Partial<NonNullable<LedgerKey['since']>>, of = list): LedgerKey[] =>
  of.map((one, at) => (at === n - 1 ? { ...one, since: { ...one.since!, ...change } } : one));
const names = (...signers: (typeof first)[]) => signers.map(({ publicKey }) => publicKey);

test.each<[string, unknown, readonly string[], readonly string[], string | null]>([
  ['two changes on', list, names(first), names(second, third), null],
  ['one change on', list, names(second), names(third), null],
  ['no change', list, names(third), [], null],
  ['several trusted: from the latest of them', list, names(first, second), names(third), null],
  ['a list of another log', list, names(evil), [], null],
  ['no list', undefined, names(first), [], null],
  ['something else', { public_key: 'x' }, names(first), [], null],
  ['entries that are none', [null, 7, ...list], names(first), [], broken(4)],
  ['a change that nobody signed', [list[0], { public_key: evil.publicKey, since: null }], names(first), [], broken(2)],
  ['a change that the key before did not sign', changed(2, { signed: list[2]!.since!.signed }), names(first), [], broken(2)],
  ['a change that the new key did not accept', changed(2, { accepted: list[1]!.since!.signed }), names(first), [], broken(2)],
  ['a change after another root', changed(2, { root: 'ab'.repeat(32) }), names(first), [], broken(2)],
  ['a change of another day', changed(3, { after: '2026-11-20' }), names(first), [], broken(3)],
  ['a key left out', [list[0], list[2]], names(first), [], broken(2)],
  ['a change by a key that was followed', [...list.slice(0, 2), ...(await keyListOf(first, evil)).slice(1)], names(second), [], broken(3)],
])('the keys after a trusted one: %s', (_, published, trusted, keys, why) => {
  expect(keysAfter(trusted, published)).toEqual({ keys, why });
});

function witness(published: () => unknown, state: WitnessState = {}) {
  let kept = state;
  let now = Date.parse('2026-11-20T13:15:00.000Z');
  let asked = 0;
  const said: string[] = [];
  const store = {
    read: () => kept,
    write: (next: WitnessState) => {
      kept = next;
    },
  };
  const keyList = async () => {
    asked += 1;
    return published();
  };
  const one = new Witness({
    name: 'w1.example',
    key: KEY,
    store,
    origin: ORIGIN,
    keys: [rawKeyOf(first)],
    keyList,
    say: (words) => said.push(words),
    now: () => now,
  });
  return {
    one,
    said,
    asked: () => asked,
    later: () => {
      now += 60_000;
    },
    /** What the log shows everybody, looked at. */
    async see(log: ReturnType<typeof logOf>) {
      const forged = await one.follow(log.note, true);
      const old = one.state().head?.size ?? 0;
      const proof = old < log.size ? await proofFromTiles(old, log.size, async (...place) => Buffer.from(await log.tile(...place))) : [];
      return forged ?? one.add({ old, proof, note: log.note }, true);
    },
  };
}

test('goes on with the new key that the old one signed for, keeps it, and takes nothing new from the old one', async () => {
  let published: unknown = list.slice(0, 1);
  const { one, see, said, asked } = witness(() => published);
  expect(await see(logOf(entries(20), first))).toMatchObject({ status: 200 });
  published = list.slice(0, 2);
  // Until the next root the head is the old key's.
  expect(await see(logOf(entries(20), first))).toMatchObject({ status: 200 });
  expect(asked(), 'a known key needs no list').toBe(0);
  expect(await see(logOf(entries(33), second))).toMatchObject({ status: 200, why: null });
  expect(one.state()).toMatchObject({ head: { size: 33 }, log: { origin: ORIGIN, keys: names(second), before: names(first) } });
  expect(one.state().refused).toBeUndefined();
  expect(said).toEqual(['co-signed 20 entries', `the log’s key is ${second.publicKey} from now on: the one before has signed that`, 'co-signed 33 entries']);
  // A cache may still have the old head; whoever stole the old key makes no new one.
  expect(one.add({ old: 33, proof: [], note: logOf(entries(20), first).note })).toMatchObject({ status: 400 });
  expect(await see(logOf(entries(40), first))).toEqual({ status: 403, why: 'not signed with the key of the log' });
  published = list;
  expect(await see(logOf(entries(40), third))).toMatchObject({ status: 200 });
  expect(one.state().log).toEqual({ origin: ORIGIN, keys: names(third), before: names(first, second) });
});

test('two changes at once are followed to the key that signed the head', async () => {
  const { one, see } = witness(() => list);
  await see(logOf(entries(20), first));
  expect(await see(logOf(entries(21), second))).toMatchObject({ status: 200 });
  expect(one.state().log).toEqual({ origin: ORIGIN, keys: names(second), before: names(first) });
  expect(await see(logOf(entries(22), third))).toMatchObject({ status: 200 });
});

test('a forged list is refused loudly, and the log is known by its key as before', async () => {
  let published: unknown = [list[0], { public_key: evil.publicKey, since: list[1]!.since }];
  const { one, see, said } = witness(() => published);
  await see(logOf(entries(20), first));
  const forged = logOf(entries(33), evil);
  expect(await see(forged)).toEqual({ status: 403, why: broken(2) });
  expect(await see(forged)).toEqual({ status: 403, why: broken(2) });
  expect(one.state()).toMatchObject({ head: { size: 20 }, refused: { why: broken(2), note: forged.note } });
  expect(said.filter((words) => words.startsWith('refused'))).toEqual([`refused: ${broken(2)}`]);
  published = await keyListOf(evil, third);
  expect(await see(logOf(entries(33), third)), 'a list that does not know its key').toEqual({ status: 403, why: 'not signed with the key of the log' });
  expect(await see(logOf(entries(33), first))).toMatchObject({ status: 200 });
});

test('a list that can’t be had now is no refusal', async () => {
  const { one, see } = witness(() => {
    throw new Error('answered 502');
  });
  await see(logOf(entries(20), first));
  await expect(see(logOf(entries(33), second))).rejects.toThrow('answered 502');
  expect(one.state().refused).toBeUndefined();
});

test('who offers a head by the new key has it co-signed at once; strangers make it read the list now and then only', async () => {
  let published: unknown = list.slice(0, 1);
  const { one, see, asked, later } = witness(() => published);
  await see(logOf(entries(20), first));
  const server = serve(one).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const post = async (log: ReturnType<typeof logOf>) => {
      const proof = await proofFromTiles(20, log.size, async (...place) => Buffer.from(await log.tile(...place)));
      const body = `old 20\n${proof.map((hash) => `${hash.toString('base64')}\n`).join('')}\n${log.note}`;
      return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/add-checkpoint`, { method: 'POST', body })).status;
    };
    for (let again = 0; again < 5; again += 1) expect(await post(logOf(entries(33), evil))).toBe(403);
    expect(asked()).toBe(1);
    expect(one.state().refused, 'it is held against nobody').toBeUndefined();
    later();
    published = list.slice(0, 2);
    expect(await post(logOf(entries(33), second))).toBe(200);
    expect(one.state()).toMatchObject({ head: { size: 33 }, log: { keys: names(second) } });
  } finally {
    server.close();
  }
});
