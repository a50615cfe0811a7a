import { readFileSync } from 'node:fs';
import type { CallProof } from '@vimarsh/shared/contract/calls/types.ts';
import { type EventBody, verifyProof } from '@vimarsh/shared/domain/calls/ledger.ts';
import { describe, expect, test } from 'vitest';
import { chain } from './chain.ts';

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
const unsigned = { publicKey: '', sign: () => '' };

describe('the record as it was written before there were kinds', () => {
  test('holds every type of equity event', () => {
    const types = new Set(frozen.calls.flatMap(({ events }) => events.map(({ type }) => type)));
    for (const type of ['publish', 'entry_fill', 'tighten_sl', 'note', 'exit_request', 'exited', 'target_hit', 'sl_hit', 'expired', 'lapsed', 'cancelled'])
      expect(types).toContain(type);
    for (const type of ['corp_adjust', 'admin_flag']) expect(types).toContain(type);
  });

  test.each(frozen.calls)('$row.id: written today, its events have the same bytes and hashes', async ({ events }) => {
    for (const { canonical, hash, n, prev_hash } of events) {
      const { payload, ...body } = JSON.parse(canonical) as EventBody;
      const { seq_no, ...rest } = payload;
      const calls = body.type === 'publish' ? (seq_no as number) - 1 : 0;
      const heads = { seq: 0, experts: new Map([[body.expert_id, { n: n - 1, hash: prev_hash, calls }]]) };
      const again = await chain(heads, { name: 'equity', unnamed: true }, { ...body, kind: 'equity', payload: rest }, unsigned);
      expect(again).toMatchObject({ canonical, hash, n });
    }
  });

  test.each(frozen.calls)('$row.id: its proof holds', async ({ row, events, roots, merkle }) => {
    const proof: CallProof = {
      call_id: row.id,
      expert_id: row.expert_id,
      events: events.map(({ n, canonical, prev_hash, hash, sig }, index) => ({ n, canonical, prev_hash, hash, sig, ...merkle[index]! })),
      roots,
      public_key: frozen.public_key,
    };
    expect((await verifyProof(proof, frozen.public_key)).filter((step) => !step.ok)).toEqual([]);
  });

  test('an event of another kind names it in its text', async () => {
    const event = { kind: 'touch', call_id: 'c', expert_id: 'e', type: 'publish', payload: {}, actor: 'e', ts: '2026-11-20T05:00:00.000Z' };
    const { canonical } = await chain({ seq: 0, experts: new Map() }, { name: 'touch' }, event, unsigned);
    expect(JSON.parse(canonical)).toMatchObject({ kind: 'touch', n: 1 });
  });
});
