import { createHash } from 'node:crypto';
import { isCheckpointSigned, readCheckpoint } from '@vimarsh/shared/domain/log/checkpoint.ts';
import { brokenSince, type SeenHead } from '@vimarsh/shared/domain/log/seen-head.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyOfSeed } from '../src/ledger/signing-key.ts';
import { type Log, logOf, ORIGIN, rawKeyOf, signerNamed } from './log.testing.ts';
import { proofFromTiles, Witness, type WitnessState } from './witness.mjs';

const ours = signerNamed('ours');
const theirs = signerNamed('theirs');
const KEY = keyOfSeed(createHash('sha256').update('witness').digest());

/** Somebody who looks at a log again and again: whether what they are shown now can stand beside what they saw. */
type Watcher = (log: Log, proofBy: Log) => Promise<boolean>;

function aWitness(): Watcher {
  let kept: WitnessState = {};
  const store = {
    read: () => kept,
    write: (state: WitnessState) => {
      kept = state;
    },
  };
  const one = new Witness({ name: 'w1.example', key: KEY, store, origin: ORIGIN, keys: [rawKeyOf(ours)] });
  return async (log, proofBy) => {
    const old = kept.head?.size ?? 0;
    const proof = await proofFromTiles(old, log.size, async (...place) => Buffer.from(await proofBy.tile(...place))).catch(() => []);
    return one.add({ old, proof, note: log.note }).status === 200;
  };
}

/** What the portal does in a browser that was there before. */
function aBrowser(): Watcher {
  let seen: SeenHead | null = null;
  return async ({ note }, { tile }) => {
    const head = readCheckpoint(note);
    if (!head || !(await isCheckpointSigned(head, ours.publicKey))) return false;
    if (seen && (await brokenSince(seen, head, tile).catch(() => 'no proof'))) return false;
    seen = head;
    return true;
  };
}

const ENTRY = fc.uint8Array({ minLength: 6, maxLength: 6 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const HISTORY = fc.uniqueArray(ENTRY, { minLength: 2, maxLength: 20 });
const SPARE = fc.uniqueArray(ENTRY, { minLength: 0, maxLength: 12 });

/** What an operator who holds key and database can do to the entries that somebody saw; each gives other entries, or fewer. */
const TAMPER: Readonly<Record<string, (seen: readonly string[], at: number, other: number) => string[]>> = {
  cut: (seen, at) => seen.slice(0, at),
  change: (seen, at) => seen.with(at, `${seen[at]} changed`),
  swap: (seen, at, other) => (at === other ? seen.with(at, 'swapped') : seen.with(at, seen[other]!).with(other, seen[at]!)),
  insert: (seen, at) => seen.toSpliced(at, 0, 'backdated'),
  remove: (seen, at) => seen.toSpliced(at, 1),
  'replace the end': (seen, at) => [...seen.slice(0, at), ...seen.slice(at).map((entry) => `${entry} again`)],
};

test('1,000 random histories with random tampering: the witness and the browser that was there before notice each, and accept what only grew', async () => {
  let unnoticed = 0;
  let tampered = 0;
  await fc.assert(
    fc.asyncProperty(
      HISTORY,
      SPARE,
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(...Object.keys(TAMPER), 'another key', 'another log'),
      fc.nat(),
      fc.nat(),
      fc.boolean(),
      fc.boolean(),
      async (history, spare, shares, how, at, other, grows, oldTiles) => {
        const watchers = [aWitness(), aBrowser()];
        const sizes = shares.map((share) => 1 + Math.floor(share * (history.length - 1))).toSorted((a, b) => a - b);
        for (const size of sizes)
          for (const accepts of watchers) {
            const log = logOf(history.slice(0, size), ours);
            expect(await accepts(log, log), `${sizes} grew`).toBe(true);
          }
        const seen = history.slice(0, sizes.at(-1));
        const change = TAMPER[how];
        const after = change ? change(seen, at % seen.length, other % seen.length) : seen;
        const shown = grows ? [...after, ...spare.map((entry) => `later ${entry}`)] : after;
        // An insertion at the very end is growth.
        fc.pre(!change || seen.some((entry, index) => shown[index] !== entry));
        tampered += 1;
        const forged = logOf(shown, how === 'another key' ? theirs : ours, how === 'another log' ? 'other.example/log' : ORIGIN);
        const honest = logOf([...seen, ...spare.map((entry) => `later ${entry}`)], ours);
        for (const accepts of watchers) if (await accepts(forged, oldTiles ? honest : forged)) unnoticed += 1;
        // And it goes on unchanged for who was not taken in.
        for (const accepts of watchers) expect(await accepts(honest, honest), 'the true log is still accepted').toBe(true);
      },
    ),
    { numRuns: 1000 },
  );
  expect(tampered).toBeGreaterThanOrEqual(1000);
  expect(unnoticed).toBe(0);
}, 120_000);
