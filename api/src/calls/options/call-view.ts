import type { OptionCall, OptionDetail, OptionEventType, OptionStanding } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { EventRow } from '../../ledger/index.ts';
import type { ExpertName } from '../reading/expert-directory.ts';
import { readOptionEvents, readParts, readState } from './recorded.ts';
import type { OptionRow } from './tables.ts';

/** A row in the contract's form, for a reader who may see it. Throws CALL_DAMAGED. */
export const viewOptionCall = (row: OptionRow, expert: ExpertName, now: OptionStanding | undefined): OptionCall => ({
  id: row.id,
  expert,
  segment: 'options',
  underlying: row.stock,
  underlying_name: row.underlying_name,
  underlying_type: row.underlying_type,
  outlook: row.outlook,
  strategy: row.strategy,
  ...readParts(row),
  lot_size: row.lot_size,
  expiry: row.expiry,
  net_premium: row.net_premium,
  max_profit: row.max_profit,
  max_loss: row.max_loss,
  pop: row.pop,
  margin_est: row.margin_est,
  defined_risk: row.defined_risk,
  level_basis: row.level_basis,
  target: row.target,
  stop_loss: row.stop_loss,
  initial_stop_loss: row.initial_stop_loss,
  net_limit: row.net_limit,
  status: row.status,
  not_judgeable: row.is_open ? (readState(row).not_judgeable ?? null) : null,
  published_at: row.published_at.toISOString(),
  valid_till: row.valid_till,
  entry_at: row.entry_at?.toISOString() ?? null,
  exit_at: row.exit_at?.toISOString() ?? null,
  exit_reason: row.exit_reason,
  ended_at: row.ended_at?.toISOString() ?? null,
  pnl: row.pnl,
  headline_pnl: row.headline_pnl,
  slippage: row.slippage,
  risk: row.risk,
  return_on_risk: row.return_on_risk,
  on_margin: row.on_margin,
  cost: row.cost,
  settlement: row.settlement,
  conflicts: row.conflicts,
  hash: row.hash,
  ...(now && { now }),
});

/** A call with everything its author wrote and all its events. `events` are in ledger order, the first is `publish`. Throws CALL_DAMAGED. */
export function viewOptionDetail(
  row: OptionRow,
  { expert, events, following, now }: { expert: ExpertName; events: readonly EventRow[]; following: boolean; now: OptionStanding | undefined },
): OptionDetail {
  const { first, bodies } = readOptionEvents(row.id, events);
  const { rationale, disclosures, caution } = first;
  const told = events.map(({ type, ts, hash }, at) => {
    const { payload, actor } = bodies[at]!;
    return { n: at + 1, type: type as OptionEventType, payload, actor, ts: ts.toISOString(), hash };
  });
  return { ...viewOptionCall(row, expert, now), caution, rationale, disclosures, events: told, following };
}
