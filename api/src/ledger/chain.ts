import { canonicalJson, type EventBody, GENESIS, hashPlace, hashText } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { ChainedEvent, Kind, NewEvent } from './kinds.ts';
import type { Signer } from './signing-key.ts';
import type { EventRow } from './tables.ts';

/** The ends of the chains while events are added. */
export interface Heads {
  seq: number;
  /** By id. */
  readonly experts: Map<string, End>;
  readonly calls: Map<string, EndOfCall>;
}
interface End {
  readonly n: number;
  readonly hash: string;
}
interface EndOfCall extends End {
  /** Latest time of its events, ms. */
  readonly latest: number;
}
export const emptyHeads = (): Heads => ({ seq: 0, experts: new Map(), calls: new Map() });
const START: End = { n: 0, hash: GENESIS };
const START_OF_CALL: EndOfCall = { ...START, latest: Number.NEGATIVE_INFINITY };

/** Chains an event: assigns its numbers, the hash of its canonical text and its signature, and advances the heads. */
export async function chain(heads: Heads, kind: Pick<Kind, 'name' | 'unnamed'>, event: NewEvent, signer: Signer): Promise<EventRow> {
  const { call_id, expert_id, type, payload, actor } = event;
  const expert = heads.experts.get(expert_id) ?? START;
  const call = heads.calls.get(call_id) ?? START_OF_CALL;
  // A clock may be set back. What a person writes is still never dated before what already stands of the call; what prices did keeps their time.
  const at = Date.parse(event.ts);
  const ts = actor === 'engine' || at >= call.latest ? event.ts : new Date(call.latest).toISOString();
  const place = { n: expert.n + 1, prev_hash: expert.hash };
  const body: EventBody = {
    actor,
    call_id,
    expert_id,
    ...(kind.unnamed ? {} : { kind: kind.name }),
    link: await hashPlace({ ...place, salt: signer.salt(expert_id, place.n) }),
    n: call.n + 1,
    payload,
    prev_hash: call.hash,
    ts,
    type,
  };
  const canonical = canonicalJson(body);
  const hash = await hashText(canonical);
  heads.experts.set(expert_id, { n: place.n, hash });
  heads.calls.set(call_id, { n: body.n, hash, latest: Math.max(at, call.latest) });
  heads.seq += 1;
  const sig = signer.sign(hash);
  return { seq: heads.seq, kind: kind.name, call_id, expert_id, ...place, type, ts: new Date(ts), canonical, hash, sig };
}

export const bodyOf = (row: Pick<EventRow, 'canonical' | 'hash'>): ChainedEvent => ({ ...(JSON.parse(row.canonical) as EventBody), hash: row.hash });
