import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { authorStep } from '@vimarsh/shared/domain/calls/author-step.ts';
import { applyEvent } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import { resolveBar } from '@vimarsh/shared/domain/calls/equity/lifecycle.ts';
import { pricesStep } from '@vimarsh/shared/domain/calls/equity/prices-step.ts';
import { hashKeyChange } from '@vimarsh/shared/domain/calls/key-chain.ts';
import { type EventBody, GENESIS, hashRoot, type RecordedEvent } from '@vimarsh/shared/domain/calls/ledger.ts';
import { merklePath } from '@vimarsh/shared/domain/calls/merkle-path.testing.ts';
import { quotesStep } from '@vimarsh/shared/domain/calls/options/quotes-step.ts';
import { recordedOption } from '@vimarsh/shared/domain/calls/options/shown-option.ts';
import { isReceiptSigned, leafOf as leafHash } from '@vimarsh/shared/domain/calls/receipt.ts';
import { readHead } from '@vimarsh/shared/domain/log/proven-log.ts';
import { segmentText } from '@vimarsh/shared/domain/market/segment.ts';
import { afterAll, expect, test } from 'vitest';
import { python } from '../../platform/testing/python.testing.ts';
import { chain, emptyHeads } from '../chain.ts';
import type { NewEvent } from '../kinds.ts';
import { checkpoint } from '../log/checkpoint.ts';
import { leafOf } from '../log/log.store.ts';
import { Tree } from '../log/tree.ts';
import { makeReceipt } from '../receipts.store.ts';
import { makeRoot } from '../roots.store.ts';
import { keyOfSeed, signerOf } from '../signing-key.ts';
import { actionVectors } from './action-vectors.testing.ts';
import { authorVector, standingVector } from './author-vector.testing.ts';
import { optionVector, waitingVector } from './option-vector.testing.ts';

const DOCUMENTED = new URL('../../../../docs/record-vectors.json', import.meta.url);
const VERIFIER = fileURLToPath(new URL('../../../../e2e/record/verify.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'vimarsh-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A call that a segment of three seconds fills and ends, with the segment's text. */
function prices() {
  const segment = segmentText({ symbol: 'TCS', day: '2026-11-20', from: new Date('2026-11-20T03:45:00.000Z'), prices: Float64Array.of(2999.5, 3000.25, 2950) });
  const sha256 = createHash('sha256').update(segment).digest('hex');
  const bar = (seconds: number, open: string, high: string, low: string, close: string) => ({
    bar: {
      symbol: 'TCS',
      interval: 'second',
      from: `2026-11-20T03:45:0${seconds - 1}.000Z`,
      to: `2026-11-20T03:45:0${seconds}.000Z`,
      open,
      high,
      low,
      close,
    },
    rules: 1,
    source: { kind: 'segment', name: `TCS/2026-11-20/${seconds}`, sha256 },
  });
  const publish = {
    stock: 'TCS',
    call_type: 'Buy',
    entry_mode: 'market',
    entry_low: 2999,
    entry_high: 2999,
    target: 3150,
    stop_loss: 2950.5,
    entry_until: '2026-11-25T10:00:00.000Z',
    expires_at: '2026-12-10T09:45:00.000Z',
  };
  const filled = bar(3, '3000.25', '3000.25', '2950.00', '2950.00');
  const events = [
    { type: 'publish', ts: '2026-11-20T03:45:01.500Z', payload: publish },
    { type: 'entry_fill', ts: '2026-11-20T03:45:02.000Z', payload: { price: 3000.25, basis: 'open', follower: null, ...filled } },
    { type: 'sl_hit', ts: '2026-11-20T03:45:03.000Z', payload: { price: 2950.5, basis: 'level', ...filled } },
  ];
  return { segment, events };
}

/** A bar that finds a range waiting, for each way in which the open, the edges and the side from which the price came may lie. */
const ENTRIES: readonly (readonly [
  what: string,
  side: 'Buy' | 'Sell' | 'Hold',
  from: 'above' | 'below' | null,
  bar: readonly [string, string, string, string],
])[] = [
  ['opens within', 'Buy', 'above', ['100.00', '103.00', '98.00', '99.00']],
  ['comes from above and jumps below, and stays there', 'Buy', 'above', ['97.00', '98.00', '96.50', '97.50']],
  ['comes from above and jumps below, and rises into the range: still the open', 'Buy', 'above', ['97.00', '100.00', '96.50', '99.50']],
  ['comes from above and reaches the high edge', 'Buy', 'above', ['103.00', '103.50', '101.00', '102.00']],
  ['comes from below and opens below: the low edge', 'Buy', 'below', ['97.00', '100.00', '96.50', '99.50']],
  ['comes from below and opens below, and does not reach it', 'Buy', 'below', ['97.00', '98.00', '96.50', '97.50']],
  ['comes from below and jumps above: the worse side fills only what comes back', 'Buy', 'below', ['103.00', '103.50', '102.00', '103.00']],
  ['came from neither side, opens below: the low edge', 'Buy', null, ['97.00', '100.00', '96.50', '99.50']],
  ['comes from below and jumps above, and falls into the range: still the open', 'Sell', 'below', ['103.00', '103.50', '100.00', '102.00']],
  ['comes from above and opens above: the high edge', 'Sell', 'above', ['103.00', '103.50', '100.00', '102.00']],
  ['comes from below and reaches the low edge', 'Sell', 'below', ['97.00', '99.00', '96.00', '98.00']],
  ['is read as a Buy', 'Hold', 'above', ['97.00', '100.00', '96.50', '99.50']],
];

/** The range is ₹99 to ₹101. */
function entries() {
  return ENTRIES.map(([what, call_type, comes_from, [open, high, low, close]]) => {
    const publish = {
      stock: 'TCS',
      call_type,
      entry_mode: 'range' as const,
      entry_low: 99,
      entry_high: 101,
      ...(call_type === 'Sell' ? { target: 90, stop_loss: 110 } : { target: 110, stop_loss: 90 }),
      entry_until: '2026-11-25T10:00:00.000Z',
      expires_at: '2026-12-10T09:45:00.000Z',
      ...(comes_from && { comes_from }),
    };
    const ts = '2026-11-20T03:45:00.000Z';
    const bar = { symbol: 'TCS', interval: 'second', from: '2026-11-20T04:00:00.000Z', to: '2026-11-20T04:00:01.000Z', open, high, low, close };
    const state = applyEvent(null, { call_id: 'call_1', type: 'publish', ts, payload: publish });
    const told = { start: new Date(bar.from), end: new Date(bar.to), o: Number(open), h: Number(high), l: Number(low), c: Number(close) };
    const [fill] = resolveBar(state, { ...told, resolution: 'second' });
    return { what, ts, publish, bar, fill: fill ? { price: fill.price, basis: fill.basis, ts: new Date(fill.ts).toISOString() } : null };
  });
}

/** One of each thing of docs/record-format.md, made by the code that makes the record. */
async function vectors() {
  const signer = signerOf(keyOfSeed(Buffer.alloc(32, 7)));
  const heads = emptyHeads();
  const write = (event: Pick<NewEvent, 'type' | 'payload' | 'ts'> & { call_id?: string }) =>
    chain(heads, { name: 'equity', unnamed: true }, { kind: 'equity', call_id: 'call_1', expert_id: 'exp_01', actor: 'exp_01', ...event }, signer);
  const rows = [
    await write({ type: 'publish', payload: { stock: 'TCS', text: '₹ 3,000' }, ts: '2026-11-20T05:00:00.000Z' }),
    await write({ type: 'note', payload: { note: 'Another call of the same expert.' }, ts: '2026-11-20T05:01:00.000Z', call_id: 'call_2' }),
    await write({ type: 'tighten_sl', payload: { stop_loss: 2950.5 }, ts: '2026-11-20T06:00:00.000Z' }),
  ];
  const row = rows[2]!;
  const hashes = rows.map(({ hash }) => hash);
  const { trading_date, merkle_root, count, prev_root, signature } = await makeRoot(null, '2026-11-20', hashes, signer);
  const root = { trading_date, merkle_root, count, prev_root, signature };
  const next = signerOf(keyOfSeed(Buffer.alloc(32, 8)));
  const change = { after: '2026-11-20', root: await hashRoot(root) };
  const changed = await hashKeyChange({ ...change, n: 2, previous: signer.publicKey, key: next.publicKey });
  const since = { ...change, signed: signer.sign(changed), accepted: next.sign(changed) };
  const tree = new Tree();
  const leaves = rows.map(({ seq, hash }) => leafOf(signer, seq, hash));
  for (const leaf of leaves) tree.append(leaf);
  return {
    prices: prices(),
    entries: entries(),
    actions: actionVectors(),
    option: await optionVector(signer, recordedOption),
    waiting: await waitingVector(signer, recordedOption),
    author: await authorVector(signer),
    standing: await standingVector(signer),
    public_key: signer.publicKey,
    place: { n: row.n, prev_hash: row.prev_hash, salt: signer.salt('exp_01', row.n) },
    event: { canonical: row.canonical, hash: row.hash, sig: row.sig, merkle: await merklePath(hashes, 2) },
    root: { ...root, hash: await hashRoot(root) },
    keys: {
      public_key: next.publicKey,
      keys: [
        { public_key: signer.publicKey, since: null },
        { public_key: next.publicKey, since },
      ],
    },
    log: {
      index: 2,
      salt: signer.leafSalt(row.seq),
      leaves: leaves.map((leaf) => leaf.toString('hex')),
      checkpoint: checkpoint('vimarsh.example/vimarsh-log', { size: 3, root: tree.root() }, signer),
    },
    receipt: makeReceipt(row, 'vimarsh.example/vimarsh-log', '2026-11-20', signer),
  };
}

const recorded = ({ canonical, hash, log }: { canonical: string; hash: string; log?: { index: number } }): RecordedEvent => ({
  ...(JSON.parse(canonical) as EventBody),
  hash,
  index: log?.index,
});

test('the published vectors are what this server makes, for ever', async () => {
  const made = await vectors();
  expect(JSON.parse(readFileSync(DOCUMENTED, 'utf8'))).toEqual(made);
  const events = made.prices.events.map((event, at) => ({
    ...event,
    n: at + 1,
    call_id: 'call_1',
    expert_id: 'exp_01',
    actor: 'engine',
    prev_hash: '',
    hash: '',
  }));
  expect(pricesStep(events)).toMatchObject({ ok: true, detail: '2 judged again from the price bars on record' });
  const option = made.option.events.map(({ canonical, hash }): RecordedEvent => ({ ...(JSON.parse(canonical) as EventBody), hash }));
  expect(quotesStep(option)).toMatchObject({ ok: true, detail: '3 judged again from the quotes on record' });
  const waiting = made.waiting.events.map(({ canonical, hash }): RecordedEvent => ({ ...(JSON.parse(canonical) as EventBody), hash }));
  expect(quotesStep(waiting)).toMatchObject({ ok: true, detail: '3 judged again from the quotes on record; 1 settled by two people' });
  const [first, ...entries] = [made.author.publication, ...made.author.events].map(
    ({ canonical, hash }): RecordedEvent => ({ ...JSON.parse(canonical), hash }),
  );
  expect(authorStep(made.author.shown, first!, entries)).toMatchObject({ ok: true, detail: 'Ananya Rao, Analyst, INH999900001' });
  const { events: record, publications } = made.standing;
  const shown = { ...made.author.shown, full_name: 'Ananya Rao-Kulkarni' };
  const holding = publications.map((event) => authorStep(shown, recorded(event), record.map(recorded)).ok);
  expect(holding).toEqual(publications.map(({ holds }) => holds));
  expect(made.option.shown).toMatchObject({ status: 'sl_hit', pnl: -2145, headline_pnl: -1755, slippage: 390 });
  expect((JSON.parse(made.event.canonical) as EventBody).prev_hash).not.toBe(GENESIS);
  expect([await isReceiptSigned(made.receipt), await leafHash(made.event.hash, made.log.salt)]).toEqual([true, made.receipt.leaf]);
  expect(await readHead(made.log.checkpoint, [made.public_key])).toMatchObject({ size: 3 });
});

test('a program written from docs/record-format.md alone agrees with them, and with nothing else', async () => {
  expect(execFileSync(python(), [VERIFIER, '--vectors', fileURLToPath(DOCUMENTED)], { encoding: 'utf8' })).toBe('all vectors hold\n');
  const made = await vectors();
  // Signed by the record's own key, and not what its quotes give.
  const undecided = await optionVector(signerOf(keyOfSeed(Buffer.alloc(32, 7))), recordedOption, { basis: 'gap' });
  const alone = await waitingVector(signerOf(keyOfSeed(Buffer.alloc(32, 7))), recordedOption, { proposed_by: 'usr_admin2' });
  const { publication: named } = await authorVector(signerOf(keyOfSeed(Buffer.alloc(32, 7))), { name: 'Devendra Solanki' });
  const changes: [string, (copy: typeof made) => void][] = [
    [
      'place',
      (copy) => {
        copy.place.n += 1;
      },
    ],
    [
      'hash',
      (copy) => {
        copy.event.canonical = copy.event.canonical.replace('2950.5', '2950.6');
      },
    ],
    [
      'signature',
      (copy) => {
        copy.event.sig = copy.root.signature;
      },
    ],
    ['path', (copy) => void copy.event.merkle.pop()],
    [
      'root',
      (copy) => {
        copy.root.count = 4;
      },
    ],
    [
      'leaf',
      (copy) => {
        copy.log.salt = '00'.repeat(16);
      },
    ],
    [
      'receipt',
      (copy) => {
        copy.receipt.root_date = '2026-11-23';
      },
    ],
    [
      'change',
      (copy) => {
        copy.keys.keys[1]!.since!.after = '2026-11-19';
      },
    ],
    ['head', (copy) => void copy.log.leaves.reverse()],
    [
      'segment',
      (copy) => {
        copy.prices.segment = copy.prices.segment.replace('2950', '2951');
      },
    ],
    [
      'prices',
      (copy) => {
        copy.prices.events[2]!.payload = { ...copy.prices.events[2]!.payload, basis: 'both' };
      },
    ],
    [
      'entries',
      // The other reading: an order at the range fills where the bar comes back to it.
      (copy) => {
        copy.entries[2]!.fill = { ...copy.entries[4]!.fill! };
      },
    ],
    [
      'actions',
      // The amount is paid on the old share, so it comes off before the division.
      ({ actions }) => {
        const both = actions.find(({ payload }) => payload.actions?.includes('special_dividend'))!.payload;
        both.after.target = 175.61;
      },
    ],
    [
      'actions',
      ({ actions }) => {
        Object.assign(actions.find(({ payload }) => payload.rights)!.payload.rights!, { price: 710 });
      },
    ],
    [
      'author',
      (copy) => {
        copy.author.shown.full_name = 'Ananya Rao-Kulkarni';
      },
    ],
    [
      'author',
      (copy) => {
        copy.author.publication = named;
      },
    ],
    ['author', (copy) => void copy.author.events.shift()],
    ['standing', (copy) => void copy.standing.events.splice(1, 1)],
    [
      'standing',
      (copy) => {
        copy.standing.publications[2]!.holds = true;
      },
    ],
    [
      'waiting',
      // One person settled it alone.
      (copy) => {
        copy.waiting = alone;
      },
    ],
    [
      'waiting',
      // It is shown as if it still waited.
      (copy) => {
        copy.waiting.shown.not_judgeable = { cause: 'price_step', day: '2026-11-20', before: 24_010, opened: 12_005 };
      },
    ],
    [
      'option',
      (copy) => {
        copy.option = undecided;
      },
    ],
    [
      'option',
      (copy) => {
        copy.option.events[4]!.sig = copy.option.events[3]!.sig;
      },
    ],
    [
      'option',
      (copy) => {
        copy.option.events[3]!.canonical = copy.option.events[3]!.canonical.replace('"bid":205', '"bid":204');
      },
    ],
    [
      'option',
      (copy) => {
        copy.option.shown.pnl = -2000;
      },
    ],
  ];
  for (const [what, change] of changes) {
    const copy = structuredClone(made);
    change(copy);
    const file = join(folder, `${what}.json`);
    writeFileSync(file, JSON.stringify(copy));
    const { status, stdout } = spawnSync(python(), [VERIFIER, '--vectors', file], { encoding: 'utf8' });
    expect([status, stdout.includes(`the vector ${what} does not hold`)], `${what}: ${stdout}`).toEqual([1, true]);
  }
}, 60_000);
