import type { Call, CallDetail, CallEvent, EventType } from '@vimarsh/shared/contract/calls/types.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { EventRow } from '../../ledger/index.ts';
import type { ExpertName } from '../reading/expert-directory.ts';
import type { PublishPayload } from './projection.ts';
import { readState } from './recorded.ts';
import type { CallRow } from './tables.ts';

/** A row in the contract's form, for a reader who may see it. */
export function viewCall(row: CallRow, expert: ExpertName): Call {
  return {
    id: row.id,
    expert,
    stock: row.stock,
    stock_name: row.stock_name,
    sector: row.sector,
    cap: row.cap || null,
    exchange: row.exchange,
    segment: 'equity',
    call_type: row.call_type,
    term: row.term,
    entry_mode: row.entry_mode,
    price: row.price,
    entry_low: row.entry_low,
    entry_high: row.entry_high,
    target_price: row.target_price,
    stop_loss: row.stop_loss,
    initial_stop_loss: row.initial_stop_loss,
    target2: row.target2,
    target3: row.target3,
    status: row.status,
    not_judgeable: row.is_open || row.status === 'unjudged' ? (readState(row).not_judgeable ?? null) : null,
    published_at: row.published_at.toISOString(),
    valid_till: row.valid_till,
    potential_return: row.potential_return,
    risk_reward: row.risk_reward,
    entry_fill: row.entry_price === null || row.entry_at === null ? null : { price: row.entry_price, ts: row.entry_at.toISOString() },
    exit: row.exit_price === null || row.exit_at === null ? null : { price: row.exit_price, ts: row.exit_at.toISOString(), reason: row.exit_reason ?? '' },
    ended_at: row.ended_at?.toISOString() ?? null,
    realised_return: row.realised_return,
    r_multiple: row.r_multiple,
    conflicts: row.conflicts,
    hash: row.hash,
  };
}

const payloadOf = (event: EventRow): EventBody['payload'] => (JSON.parse(event.canonical) as EventBody).payload;

/** Which of its author's calls and events this is says what the reader may not know, though older texts hold it. */
function viewEvent({ type, ts, hash, canonical }: EventRow, index: number): CallEvent {
  const { payload, actor } = JSON.parse(canonical) as EventBody;
  const { seq_no: _, ...told } = payload;
  return { n: index + 1, type: type as EventType, payload: told, actor, ts: ts.toISOString(), hash };
}

/** A call with everything its author wrote and all its events. `events` are in ledger order, the first is `publish`. */
export function viewDetail(row: CallRow, expert: ExpertName, events: readonly EventRow[], following: boolean): CallDetail {
  const { rationale, disclosures } = payloadOf(events[0]!) as unknown as PublishPayload;
  return { ...viewCall(row, expert), rationale, disclosures, events: events.map(viewEvent), following };
}
