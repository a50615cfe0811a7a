import { readFileSync } from 'node:fs';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { canonicalJson, GENESIS, hashPlace, hashText } from '@vimarsh/shared/domain/calls/ledger.ts';
import { verifyProof } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import { describe, expect, test } from 'vitest';
import { chain, emptyHeads } from './chain.ts';

/*
 * Nine equity calls of a record written before there was a second kind: every type of event, with hashes, signatures, Merkle
 * paths and roots. Whoever holds such a proof must always be able to check it, so this file is never regenerated.
 */
interface Frozen {
  readonly public_key: string;
  readonly calls: readonly {
    readonly row: { readonly id: string; readonly expert_id: string };
    readonly events: readonly { n: number; type: string; ts: string; canonical: string; prev_hash: string; hash: string; sig: string }[];
    readonly roots: CallProof['roots'];
    readonly merkle: readonly Pick<CallProof['events'][number], 'root_date' | 'merkle'>[];
  }[];
}
const frozen = JSON.parse(readFileSync(new URL('../calls/equity/frozen-calls.json', import.meta.url), 'utf8')) as Frozen;
const unsigned = {
  publicKey: '',
  sign: () => '',
  signInPool: async () => '',
  signed: () => true,
  salt: () => '00'.repeat(16),
  leafSalt: () => '00'.repeat(16),
};

describe('the record as it was written before there were kinds', () => {
  test('holds every type of equity event', () => {
    const types = new Set(frozen.calls.flatMap(({ events }) => events.map(({ type }) => type)));
    for (const type of ['publish', 'entry_fill', 'tighten_sl', 'note', 'exit_request', 'exited', 'target_hit', 'sl_hit', 'expired', 'lapsed', 'cancelled'])
      expect(types).toContain(type);
    for (const type of ['corp_adjust', 'admin_flag']) expect(types).toContain(type);
  });

  test.each(frozen.calls)('$row.id: its events have the same bytes when their content is written again', ({ events }) => {
    for (const { canonical } of events) expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
  });

  test.each(frozen.calls)('$row.id: its proof holds', async ({ row, events, roots, merkle }) => {
    const proof: CallProof = {
      call_id: row.id,
      expert_id: row.expert_id,
      events: events.map(({ n, canonical, prev_hash, hash, sig }, index) => ({ n, canonical, prev_hash, hash, sig, place: null, ...merkle[index]! })),
      roots,
      public_key: frozen.public_key,
    };
    expect((await verifyProof(proof, { keys: [frozen.public_key], from: 'of then', roots: null })).filter((step) => !step.ok)).toEqual([]);
  });
});

describe('the record as it is written since', () => {
  const event = { kind: 'touch', call_id: 'c', expert_id: 'e', type: 'publish', payload: {}, actor: 'e', ts: '2026-11-20T05:00:00.000Z' };

  test('a text has these bytes', async () => {
    const heads = { seq: 6, experts: new Map([['e', { n: 4, hash: 'ab'.repeat(32) }]]), calls: new Map() };
    const { canonical, ...row } = await chain(heads, { name: 'equity', unnamed: true }, event, unsigned);
    expect(canonical).toBe(
      `{"actor":"e","call_id":"c","expert_id":"e","link":"${await hashPlace({ n: 5, prev_hash: 'ab'.repeat(32), salt: '00'.repeat(16) })}","n":1,"payload":{},"prev_hash":"${GENESIS}","ts":"2026-11-20T05:00:00.000Z","type":"publish"}`,
    );
    expect(row).toMatchObject({ seq: 7, n: 5, prev_hash: 'ab'.repeat(32), hash: await hashText(canonical) });
    expect(heads).toMatchObject({
      seq: 7,
      experts: new Map([['e', { n: 5, hash: row.hash }]]),
      calls: new Map([['c', { n: 1, hash: row.hash, latest: row.ts.getTime() }]]),
    });
  });

  test('a clock that was set back dates nobody’s words before what stands of the call; what prices did keeps its time', async () => {
    const heads = emptyHeads();
    const times: string[] = [];
    for (const [actor, ts] of [
      ['e', '05:00:00'],
      ['e', '04:59:58'],
      ['engine', '04:59:59'],
      ['e', '05:00:01'],
      ['e', '04:30:00'],
    ] as const) {
      const row = await chain(heads, { name: 'touch' }, { ...event, actor, ts: `2026-11-20T${ts}.000Z` }, unsigned);
      times.push(JSON.parse(row.canonical).ts.slice(11, 19));
      expect(row.ts.toISOString()).toBe(JSON.parse(row.canonical).ts);
    }
    expect(times).toEqual(['05:00:00', '05:00:00', '04:59:59', '05:00:01', '05:00:01']);
  });

  test('an event of another kind names it in its text', async () => {
    const { canonical } = await chain(emptyHeads(), { name: 'touch' }, event, unsigned);
    expect(JSON.parse(canonical)).toMatchObject({ kind: 'touch', n: 1 });
  });
});
