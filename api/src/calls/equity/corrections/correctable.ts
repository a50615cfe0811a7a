import { correctionProblem, standingAfter, standingOf } from '@vimarsh/shared/domain/calls/correction.ts';
import type { Correctable } from '../../corrections/correctable.ts';
import type { LateActions } from '../../corrections/late-actions.ts';
import { readState } from '../recorded.ts';
import { type CallRow, EQUITY } from '../tables.ts';

/** Equity calls as two people correct them: entries, ends and waits. */
export const correctableEquity = (late: Pick<LateActions<CallRow>, 'rows' | 'of'>): Correctable => ({
  kind: { name: EQUITY, table: 'calls' },
  named: (row) => ({ stock: row.stock, call_type: (row as CallRow).call_type, strategy: null }),
  standing: (row) => standingOf(readState(row)),
  standingAfter: (row, proposal) => standingAfter(readState(row), proposal),
  problem: (types, row, proposal) => correctionProblem(types, readState(row), proposal),
  doubt: (row) => readState(row).not_judgeable,
  late: () => late.rows(),
  lateOf: (row) => late.of(row as CallRow),
});
