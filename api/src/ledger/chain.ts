import { canonicalJson, type EventBody, GENESIS, hashText } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { ChainedEvent, Kind, NewEvent } from './kinds.ts';
import type { Signer } from './signing-key.ts';
import type { EventRow } from './tables.ts';

/** The ends of the chains while events are added. */
export interface Heads {
  seq: number;
  readonly experts: Map<string, { n: number; hash: string; calls: number }>;
}
export const emptyHeads = (): Heads => ({ seq: 0, experts: new Map() });

/** Chains an event: assigns its numbers, the hash of its canonical text and its signature, and advances the heads. */
export async function chain(heads: Heads, kind: Pick<Kind, 'name' | 'unnamed'>, event: NewEvent, signer: Signer): Promise<EventRow> {
  const head = heads.experts.get(event.expert_id) ?? { n: 0, hash: GENESIS, calls: 0 };
  const { call_id, expert_id, type, payload, actor, ts } = event;
  const n = head.n + 1;
  const calls = head.calls + (type === 'publish' ? 1 : 0);
  const body: EventBody = {
    actor,
    call_id,
    expert_id,
    ...(kind.unnamed ? {} : { kind: kind.name }),
    n,
    payload: type === 'publish' ? { ...payload, seq_no: calls } : payload,
    prev_hash: head.hash,
    ts,
    type,
  };
  const canonical = canonicalJson(body);
  const hash = await hashText(canonical);
  heads.experts.set(expert_id, { n, hash, calls });
  heads.seq += 1;
  const sig = signer.sign(hash);
  return { seq: heads.seq, kind: kind.name, call_id, expert_id, n, type, ts: new Date(ts), canonical, prev_hash: head.hash, hash, sig };
}

export const bodyOf = (row: Pick<EventRow, 'canonical' | 'hash'>): ChainedEvent => ({ ...(JSON.parse(row.canonical) as EventBody), hash: row.hash });
