import { optionCorrectionProblem, optionStandingAfter, standingOfOption } from '@vimarsh/shared/domain/calls/options/settling.ts';
import type { Correctable } from '../corrections/correctable.ts';
import { readState } from './recorded.ts';
import { OPTIONS, type OptionRow } from './tables.ts';

/** Option calls as two people correct them: a wait is settled, and nothing else. */
export const correctableOptions: Correctable = {
  kind: { name: OPTIONS, table: 'option_calls' },
  named: (row) => ({ stock: row.stock, call_type: null, strategy: (row as OptionRow).strategy }),
  standing: (row) => standingOfOption(readState(row)),
  standingAfter: (row, proposal) => optionStandingAfter(readState(row), proposal),
  problem: (types, row, proposal) => optionCorrectionProblem(types, readState(row), proposal),
  doubt: (row) => readState(row).not_judgeable,
};
