import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import type { WitnessReport } from '@vimarsh/shared/contract/calls/witnesses.ts';
import { expect, test } from 'vitest';
import { checkLog, type LogEvidence, type LogMemory } from './check-log.ts';
import { newSigner, type Signer } from './record.testing.ts';

const ORIGIN = 'vimarsh.example/vimarsh-log';
const NOW = new Date('2026-11-23T14:00:00.000Z');
const sha = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const hashOf = (text: string): string => sha(Buffer.from(text)).toString('hex');
const SALT = 'ab'.repeat(16);
/** RFC 6962 2.1, as it is written there. */
function mth(leaves: readonly Buffer[]): Buffer {
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha(Buffer.of(1), mth(leaves.slice(0, k)), mth(leaves.slice(k)));
}
const rawOf = (signer: Signer): Buffer => Buffer.from(signer.public_key, 'base64url');
const line = (name: string, type: number, raw: Buffer, signature: Uint8Array): string =>
  `— ${name} ${Buffer.concat([sha(Buffer.from(`${name}\n`), Buffer.of(type), raw).subarray(0, 4), signature]).toString('base64')}\n`;

/** A witness's key, and its line for a text. */
function aWitness(name: string) {
  const key = createPrivateKey(generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const raw = Buffer.from(createPublicKey(key).export({ format: 'jwk' }).x!, 'base64url');
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(1_795_180_504n);
  const id = sha(Buffer.from(`${name}\n`), Buffer.of(4), raw).toString('hex', 0, 4);
  return {
    key: `${name}+${id}+${Buffer.concat([Buffer.of(4), raw]).toString('base64')}`,
    cosign: (text: string) => line(name, 4, raw, Buffer.concat([time, sign(null, Buffer.from(`cosignature/v1\ntime 1795180504\n${text}`), key)])),
  };
}

const ours = await newSigner();
const w1 = aWitness('w1.example');
const w2 = aWitness('w2.example');
const report = (key: string, change: Partial<WitnessReport> = {}): WitnessReport => ({
  ...{ name: key.split('+')[0]!, key, since: null, last: null, refusal: null, state: 'waits' },
  ...change,
});

/** A log of these events as a site serves it, co-signed by some. */
async function logOf(
  events: readonly string[],
  { by = ours, cosigners = [] as ReturnType<typeof aWitness>[], witnesses = [report(w1.key), report(w2.key)] } = {},
): Promise<LogEvidence> {
  const leaves = events.map((event) => sha(Buffer.of(0), Buffer.from(hashOf(event), 'hex'), Buffer.from(SALT, 'hex')));
  const text = `${ORIGIN}\n${events.length}\n${mth(leaves).toString('base64')}\n`;
  const own = line(ORIGIN, 1, rawOf(by), Buffer.from(await by.sign(Buffer.from(text).toString('hex')), 'base64url'));
  const note = `${text}\n${own}${cosigners.map((one) => one.cosign(text)).join('')}`;
  return { note, witnesses, tile: async (_, __, width) => Uint8Array.from(Buffer.concat(leaves.slice(0, width))) };
}
/** A proof of those of its events, numbers in the log from 0; `null`: it waits for a head. */
const proofOf = (events: readonly (readonly [string, number | null])[]): CallProof => ({
  ...{ call_id: 'call_1', expert_id: 'exp_01', roots: [], public_key: ours.public_key },
  events: events.map(([event, index], at) => ({
    ...{ n: at + 1, canonical: '', prev_hash: '', hash: hashOf(event), sig: '', place: null, merkle: [], root_date: index === null ? null : '2026-11-20' },
    ...(index !== null && { log: { index, salt: SALT } }),
  })),
});
const EVENTS = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
const PROOF = proofOf([
  ['b', 1],
  ['e', 4],
]);
const remember = async (events = EVENTS, witnesses: readonly string[] = []): Promise<LogMemory> => {
  const { next } = await checkLog(await logOf(events), proofOf([]), null, NOW);
  return { ...next!, witnesses };
};
const failed = ({ steps }: Awaited<ReturnType<typeof checkLog>>): string[] => steps.filter(({ ok }) => !ok).map(({ label, detail }) => `${label}: ${detail}`);
const LATER = [...EVENTS, 'h', 'i', 'j'];

test('a log is kept at the first look; the next look demands that it only grew', async () => {
  const first = await checkLog(await logOf(EVENTS), PROOF, null, NOW);
  expect(first.steps.map(({ ok, detail }) => [ok, detail])).toEqual([
    [true, 'Its head covers 7 entries; this browser keeps it and holds later ones against it'],
    [true, '2 of 2 at their places in the log'],
    [true, 'w1.example and w2.example have not co-signed this head yet'],
  ]);
  expect(first.next).toMatchObject({ head: { origin: ORIGIN, size: 7 }, at: NOW.toISOString() });
  const second = await checkLog(await logOf(LATER), PROOF, first.next, NOW);
  expect(failed(second)).toEqual([]);
  expect(second.steps[0]!.detail).toBe('The 7 entries this browser saw on 23 Nov 2026 are the first of its 10 entries');
});

test.each([
  ['cut', EVENTS.slice(0, 5), 'the log was cut: it had 7 entries and has 5 now'],
  ['cut and grown again', [...EVENTS.slice(0, 5), 'x', 'y', 'z'], 'the 7 entries it had are not the first of the 8 it has now: the past was rewritten'],
  ['changed', EVENTS.with(0, 'other'), 'another tree of 7 entries is shown: the past was rewritten'],
  ['backdated into', LATER.toSpliced(2, 0, 'late'), 'the 7 entries it had are not the first of the 11 it has now: the past was rewritten'],
])('a log that was %s is said to whoever was there before, and nothing is learnt from it', async (_, events, what) => {
  const checked = await checkLog(await logOf(events), proofOf([]), await remember(), NOW);
  expect(failed(checked)).toEqual([`The log has only grown: Since this browser looked on 23 Nov 2026: ${what}`]);
});

test('a head by another key, a log that is gone, and a site that never had one', async () => {
  const theirs = await newSigner();
  expect(failed(await checkLog(await logOf(EVENTS, { by: theirs }), PROOF, null, NOW))).toEqual([
    'The log has only grown: Its head is not signed with the key of this record',
  ]);
  const none = { ...(await logOf(EVENTS)), note: null };
  expect(failed(await checkLog(none, PROOF, await remember(), NOW))).toEqual([
    'The log has only grown: The log this browser saw on 23 Nov 2026 is gone: the past was rewritten',
  ]);
  expect((await checkLog(none, PROOF, null, NOW)).steps).toEqual([]);
});

test.each([
  ['another text', [['x', 1]]],
  ['another place', [['b', 2]]],
  ['a place beyond its end', [['b', 9]]],
] as [string, [string, number][]][])('an event with %s is not in the log', async (_, events) => {
  expect(failed(await checkLog(await logOf(EVENTS), proofOf([['a', 0], ...events]), null, NOW))).toEqual(['Each event is in the log: Does not hold for 2']);
});

test('an event that waits for a head is said; one under a root without a place in the log is none', async () => {
  const { steps } = await checkLog(
    await logOf(EVENTS),
    proofOf([
      ['b', 1],
      ['new', null],
    ]),
    null,
    NOW,
  );
  expect(steps[1]).toMatchObject({ ok: true, detail: '1 of 2 at their places in the log; the rest waits for today’s head at 18:45 IST' });
  const hidden = proofOf([['b', 1]]);
  const events = hidden.events.map(({ log: _, ...event }) => event);
  expect(failed(await checkLog(await logOf(EVENTS), { ...hidden, events }, null, NOW))).toEqual(['Each event is in the log: Does not hold for 1']);
});

test('co-signatures are checked; who signed is remembered and missed', async () => {
  const both = await checkLog(await logOf(EVENTS, { cosigners: [w1, w2] }), PROOF, null, NOW);
  expect(both.steps[2]).toMatchObject({ ok: true, detail: expect.stringMatching(/^Co-signed by w1\.example on .* IST and w2\.example on .* IST$/) });
  expect(both.next!.witnesses).toEqual([w1.key, w2.key]);
  // The site speaks of neither any more.
  const alone = await checkLog(await logOf(EVENTS, { cosigners: [w1], witnesses: [] }), PROOF, both.next, NOW);
  expect(alone.steps[2]!.detail).toMatch(/^Co-signed by w1\.example on .* IST; w2\.example has not co-signed this head yet$/);
  const none = await checkLog(await logOf(EVENTS, { witnesses: [] }), PROOF, null, NOW);
  expect(none.steps[2]).toMatchObject({ ok: true, detail: 'No witness is set up for this site yet' });
});

test('a co-signature for another head, and a refusal, fail the check by name', async () => {
  const other = (await logOf(EVENTS.slice(0, 3), { cosigners: [w1] })).note!.split('\n').find((one) => one.includes('w1.example'))!;
  const log = await logOf(EVENTS);
  expect(failed(await checkLog({ ...log, note: `${log.note}${other}\n` }, PROOF, null, NOW))).toEqual([
    'Witnesses outside saw the same log: The co-signature of w1.example is not for this head',
  ]);
  const refusal = { size: 7, at: NOW.toISOString(), why: 'it co-signed 9 entries, and the log has 7 now: some were cut off' };
  const refused = await logOf(EVENTS, { witnesses: [report(w2.key, { state: 'refuses', refusal })] });
  expect(failed(await checkLog(refused, PROOF, null, NOW))).toEqual([`Witnesses outside saw the same log: w2.example refuses this head: ${refusal.why}`]);
});
