import type { Call, CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { equitySteps } from '@vimarsh/shared/domain/calls/equity/equity-steps.ts';
import { GENESIS, hashRoot, merkleRoot } from '@vimarsh/shared/domain/calls/ledger.ts';
import 'fake-indexeddb/auto';
import { aCall, aDetail } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { beforeAll, expect, test } from 'vitest';
import { checkRecord } from './check-record.ts';
import { browserMemory, type Memory, type MemoryStore } from './memory.store.ts';
import { DAYS, newSigner, PUBLICATION, type Signer, STOPPED, served, WON, type Written } from './record.testing.ts';

const NOW = new Date('2026-11-23T14:00:00.000Z');
const { rationale, disclosures } = aDetail();

function memoryOf(): MemoryStore & { readonly seen: Memory | null } {
  let seen: Memory | null = null;
  const keep = async (memory: Memory | null): Promise<void> => {
    seen = memory;
  };
  return {
    get seen() {
      return seen;
    },
    read: async () => seen,
    write: keep,
    forget: () => keep(null),
  };
}
/** Checks a record of a call on shares. */
const checkCall = ({ shown, ...evidence }: Awaited<ReturnType<typeof served>> & { author?: CallProof }, ...rest: RestOf<Parameters<typeof checkRecord>>) =>
  checkRecord({ author: null, ...evidence, shown: (events, author) => equitySteps(shown, events, author) }, ...rest);
type RestOf<All extends readonly unknown[]> = All extends readonly [unknown, ...infer Rest] ? Rest : never;

const failed = ({ steps }: Awaited<ReturnType<typeof checkRecord>>): string[] =>
  steps.filter(({ ok }) => !ok).map(({ label, detail }) => `${label}: ${detail}`);

let ours: Signer;
let theirs: Signer;
beforeAll(async () => {
  ours = await newSigner();
  theirs = await newSigner();
});

test('a record that holds is remembered by key and latest root; the next check builds on it', async () => {
  const memory = memoryOf();
  const evidence = await served(ours);
  expect(failed(await checkCall(evidence, memory, NOW, []))).toEqual([]);
  expect(memory.seen).toMatchObject({ key: ours.public_key, since: NOW.toISOString(), root: { trading_date: '2026-11-20' } });
  const later = await served(ours, STOPPED, [...DAYS, '2026-11-23']);
  expect(failed(await checkCall(later, memory, new Date('2026-11-24T05:00:00.000Z'), []))).toEqual([]);
  expect(memory.seen).toMatchObject({ since: NOW.toISOString(), root: { trading_date: '2026-11-23' } });
});

test('an invented call under a foreign key is refused: by the key in the release at once, otherwise by what the browser remembers', async () => {
  const forged = await served(theirs);
  const pinned = memoryOf();
  expect(failed(await checkCall(forged, pinned, NOW, [ours.public_key]))[0]).toContain('foreign key, not with the key built into this release');
  expect(pinned.seen).toBeNull();
  const memory = memoryOf();
  await checkCall(await served(ours), memory, NOW, []);
  const checked = await checkCall(forged, memory, NOW, []);
  expect(failed(checked)[0]).toContain('foreign key, not with the key this browser has seen since 23 Nov 2026');
  expect(checked.forgettable).toBe(true);
  expect(memory.seen?.key).toBe(ours.public_key);
  // Only the proof is foreign, the published roots are the ledger's.
  const mixed = await checkCall({ ...(await served(theirs, WON)), ledger: (await served(ours)).ledger }, memoryOf(), NOW, []);
  expect(failed(mixed).map((text) => text.split(':')[0])).toEqual(['The key is the ledger’s', 'The roots are the published ones']);
});

test('a ledger that was cut and signed anew no longer holds what the browser saw', async () => {
  const memory = memoryOf();
  await checkCall(await served(ours), memory, NOW, []);
  const cut = await checkCall(await served(ours, STOPPED, DAYS.slice(0, 3)), memory, NOW, []);
  expect(failed(cut)).toEqual(['Nothing this browser saw before has changed: The root of 20 Nov 2026 is gone: the past was rewritten']);
  const again = await checkCall(await served(ours, WON), memory, NOW, []);
  expect(failed(again)).toEqual(['Nothing this browser saw before has changed: The root of 20 Nov 2026 is another: the past was rewritten']);
  expect(again.forgettable).toBe(true);
});

test('a backdated call is refused', async () => {
  const late = STOPPED.map(([type, actor, ts, payload]): Written => [type, actor, ts.replace(/11-1[89]/, '11-20'), payload]);
  const evidence = await served(ours, late);
  expect(failed(await checkCall(evidence, memoryOf(), NOW, []))).toEqual([]);
  const backdated = await served(ours, [['publish', 'exp_01', '2026-11-18T05:00:00.000Z', PUBLICATION]]);
  const [event] = backdated.proof.events;
  const root = { ...backdated.ledger.roots[3]! };
  Object.assign(root, { merkle_root: await merkleRoot([event!.hash]), count: 1 });
  root.signature = await ours.sign(await hashRoot(root));
  Object.assign(event!, { root_date: root.trading_date, merkle: [] });
  const { published_at: _, ...own } = root;
  const forged = {
    ...backdated,
    proof: { ...backdated.proof, roots: [own] },
    ledger: { ...backdated.ledger, roots: [...backdated.ledger.roots.slice(0, 3), root] },
  };
  expect(failed(await checkCall(forged, memoryOf(), NOW, []))).toEqual(['Each event’s time fits its place: Does not hold for 1']);
});

test.each([
  ['outcome', { status: 'target_hit' }],
  ['result', { realised_return: 5 }],
  ['multiple of the risk', { r_multiple: 2 }],
  ['exit', { exit: { price: 3150, ts: '2026-11-19T06:00:00.000Z', reason: 'Stop-loss reached' } }],
  ['target', { target_price: 3100 }],
  ['stop loss', { stop_loss: 2900 }],
  ['stock', { stock: 'INFY' }],
  ['time of publication', { published_at: '2026-11-17T05:00:00.000Z' }],
  ['author', { expert: { ...aCall().expert, user_id: 'exp_02' } }],
] as [string, Partial<Call>][])('a page that shows another %s than the record gives is told so', async (what, change) => {
  const evidence = await served(ours);
  const memory = memoryOf();
  const checked = await checkCall({ ...evidence, shown: { ...evidence.shown, ...change } }, memory, NOW, []);
  expect(failed(checked)).toEqual([`This page shows what the record gives: The page shows another ${what} than the record gives`]);
  expect(memory.seen, 'nothing is learnt from it').toBeNull();
});

test('a page from before the latest event is told to load again, unless the event changes nothing it shows', async () => {
  const whole = await served(ours);
  const before = await served(ours, STOPPED.slice(0, 2));
  const old = { ...before.shown };
  expect(failed(await checkCall({ ...whole, shown: old }, memoryOf(), NOW, []))[0]).toContain('The record has gone on since this page was drawn');
  const noted = await served(ours, [...STOPPED, ['note', 'exp_01', '2026-11-20T05:00:00.000Z', { note: 'A word after its end.' }]]);
  expect(failed(await checkCall({ ...noted, shown: whole.shown }, memoryOf(), NOW, []))).toEqual([]);
  expect(failed(await checkCall({ ...whole, shown: { ...whole.shown, hash: GENESIS } }, memoryOf(), NOW, []))[0]).toContain('not in the record');
});

test('a detail whose reasons or timeline are other than recorded is told so', async () => {
  const { proof, ledger, shown } = await served(ours);
  const events = proof.events.map(({ n, canonical, hash }) => {
    const { type, payload, actor, ts } = JSON.parse(canonical);
    return { n, type, payload, actor, ts, hash };
  });
  const detail = { ...aDetail(), ...shown, rationale, disclosures, events };
  expect(failed(await checkCall({ proof, ledger, shown: detail }, memoryOf(), NOW, []))).toEqual([]);
  const told = (change: object) => checkCall({ proof, ledger, shown: { ...detail, ...change } }, memoryOf(), NOW, []).then(failed);
  expect((await told({ rationale: { ...rationale, thesis: 'As if it had been said.' } }))[0]).toContain('another rationale');
  expect((await told({ events: events.slice(0, 2) }))[0]).toContain('another timeline');
});

test('the browser’s memory outlives a sign-out, which empties localStorage, and can be forgotten', async () => {
  expect(await browserMemory.read()).toBeNull();
  const memory: Memory = { key: ours.public_key, since: NOW.toISOString(), root: { trading_date: '2026-11-20', hash: GENESIS } };
  await browserMemory.write(memory);
  expect(await browserMemory.read()).toEqual(memory);
  await browserMemory.forget();
  expect(await browserMemory.read()).toBeNull();
});
