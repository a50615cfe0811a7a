import type { EventType } from '@vimarsh/shared/contract/calls/types.ts';
import { applyEvent, type CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import type { Kind } from '../../ledger/index.ts';
import type { Market } from '../../market/index.ts';
import type { Database } from '../../platform/platform.ts';
import { judge } from './judge.ts';
import { project, weekOf } from './projection.ts';
import { readState } from './recorded.ts';
import { type CallRow, EQUITY, equityTables } from './tables.ts';

/** Columns an event may change; the rest of a row is settled at publication. */
const CHANGES = [
  'entry_low',
  'entry_high',
  'price',
  'target_price',
  'target2',
  'target3',
  'stop_loss',
  'initial_stop_loss',
  'status',
  'is_open',
  'entry_price',
  'entry_at',
  'entry_index',
  'exit_price',
  'exit_at',
  'exit_reason',
  'ended_at',
  'ended_on',
  'realised_return',
  'r_multiple',
  'alpha',
  'moves',
  'post_mortem_on',
] as const satisfies readonly (keyof CallRow)[];

/** Equity calls for the record: their lifecycle, their rows, and how prices close them. */
export const equityKind = (market: Market): Kind<CallState, CallRow, Set<string>> => ({
  name: EQUITY,
  unnamed: true,
  table: 'calls',
  // 2: conflicts of interest are counted. 3: days without a trade are apart from days whose prices two people trust.
  rowRules: 3,
  changes: CHANGES,
  apply: (state, { call_id, type, ts, payload }) => applyEvent(state, { call_id, type: type as EventType, ts, payload }),
  project,
  async context(tx, events) {
    const weeks = [...new Set(events.filter((event) => event.type === 'publish').map((event) => weekOf(event.ts)))];
    return new Set(tx && weeks.length > 0 ? await takenWeeks(tx, weeks) : []);
  },
  readState,
  judge: async (open, from, to) => (await judge(open, market, from, to)).events,
});

/** Those of these ISO weeks that already have their free call. */
async function takenWeeks(tx: Database, weeks: readonly string[]): Promise<string[]> {
  const picked = await equityTables(tx)
    .selectFrom('calls')
    .select('week')
    .where('weekly_pick', '=', true)
    .where('week', 'in', [...weeks])
    .execute();
  return picked.map(({ week }) => week);
}
