import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import type { Kind } from '../../ledger/index.ts';
import { judgeOptions, type OptionPrices, type Waiting } from './judge.ts';
import { project } from './projection.ts';
import { readOptionEvent, readState } from './recorded.ts';
import { OPTIONS, type OptionRow } from './tables.ts';

/** Columns an event may change; the rest of a row is settled at publication. */
const CHANGES = [
  'legs',
  'lot_size',
  'net_premium',
  'breakevens',
  'target',
  'stop_loss',
  'initial_stop_loss',
  'net_limit',
  'status',
  'is_open',
  'entry_at',
  'exit_at',
  'exit_reason',
  'ended_at',
  'ended_on',
  'pnl',
  'headline_pnl',
  'slippage',
  'risk',
  'return_on_risk',
  'on_margin',
  'cost',
  'settlement',
  'stale',
  'moves',
  'post_mortem_on',
] as const satisfies readonly (keyof OptionRow)[];

/** Option calls for the record: their lifecycle, their rows, and how their chains close them. */
export const optionsKind = (
  market: OptionPrices,
  onWaiting: (calls: ReadonlyMap<string, Waiting>) => void = () => undefined,
): Kind<OptionState, OptionRow, null> => ({
  name: OPTIONS,
  table: 'option_calls',
  // 2: one rounding to paise; no limit to a loss that has none, and no return where nothing is at risk. 3: what was at risk is rounded once. 4: conflicts of
  // interest are counted. 5: a day that two people went on without is apart from one whose prices they trust.
  rowRules: 5,
  changes: CHANGES,
  apply: (state, event) => applyOptionEvent(state, readOptionEvent(event, state?.legs.length ?? null)),
  project,
  context: async () => null,
  readState,
  judge: async (open, from, to) => {
    const { events, waiting } = await judgeOptions(open, market, from, to);
    onWaiting(waiting);
    return events;
  },
});
