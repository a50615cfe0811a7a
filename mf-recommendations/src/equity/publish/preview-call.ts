import type { Call, CallDraft } from '@vimarsh/shared/contract/calls/types.ts';
import type { Instrument } from '@vimarsh/shared/contract/market/types.ts';
import { declaredCount } from '@vimarsh/shared/domain/calls/conflicts.ts';
import { entryMid, riskReward } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { potentialReturn } from '@vimarsh/shared/domain/calls/equity/potential-return.ts';

/** The draft as the call it would become, so that the preview uses the same rows and headers a subscriber sees. */
export function previewCall(draft: CallDraft, author: Call['expert'], stock: Instrument, now: string): Call {
  const price = entryMid(draft.entry_low, draft.entry_high);
  return {
    id: 'preview',
    expert: author,
    stock: stock.symbol,
    stock_name: stock.name,
    sector: stock.sector,
    cap: stock.cap,
    exchange: draft.exchange,
    segment: 'equity',
    call_type: draft.call_type,
    term: draft.term,
    entry_mode: draft.entry_mode,
    price,
    entry_low: draft.entry_low,
    entry_high: draft.entry_high,
    target_price: draft.target,
    stop_loss: draft.stop_loss,
    initial_stop_loss: draft.stop_loss,
    target2: draft.target2 ?? null,
    target3: draft.target3 ?? null,
    status: 'awaiting_entry',
    published_at: now,
    valid_till: draft.valid_till,
    potential_return: potentialReturn(draft.call_type, draft.target, price),
    risk_reward: riskReward(price, draft.target, draft.stop_loss),
    entry_fill: null,
    exit: null,
    realised_return: null,
    ended_at: null,
    r_multiple: null,
    conflicts: declaredCount(draft),
    hash: '',
  };
}
