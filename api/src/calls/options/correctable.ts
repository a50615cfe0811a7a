import { CORRECTABLE_ENDS, type End } from '@vimarsh/shared/domain/calls/correction.ts';
import type { OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { optionCorrectionProblem, optionStandingAfter, standingOfOption } from '@vimarsh/shared/domain/calls/options/settling.ts';
import type { Correctable } from '../corrections/correctable.ts';
import type { LateActions, PricedLife } from '../corrections/late-actions.ts';
import { readState } from './recorded.ts';
import { OPTIONS, type OptionRow } from './tables.ts';

/** Option calls as two people correct them: a wait is settled, or an end that an action puts in question stands. */
export const correctableOptions = (late: Pick<LateActions<OptionRow>, 'rows' | 'of'>): Correctable => ({
  kind: { name: OPTIONS, table: 'option_calls' },
  named: (row) => ({ stock: row.stock, call_type: null, strategy: (row as OptionRow).strategy }),
  standing: (row) => standingOfOption(readState(row)),
  standingAfter: (row, proposal) => optionStandingAfter(readState(row), proposal),
  problem: (types, row, proposal) => optionCorrectionProblem(types, readState(row), proposal),
  doubt: (row) => readState(row).not_judgeable,
  late: () => late.rows(),
  lateOf: (row) => late.of(row as OptionRow),
});

/** The life of an option call that its quotes or its expiry ended; null of any other. An action changes its contracts from the ex-date on. */
export const pricedLife = ({ status, published_at, adjusted_on, exit }: OptionState): PricedLife | null =>
  exit && CORRECTABLE_ENDS.includes(status as End) ? { published_at, adjusted_on, ended_at: exit.ts } : null;
