import type { LateAction } from '@vimarsh/shared/contract/calls/types.ts';
import type { Correction } from '@vimarsh/shared/contract/corrections/types.ts';
import type { Proposal, Standing } from '@vimarsh/shared/domain/calls/correction.ts';
import type { CallHead, Kind } from '../../ledger/index.ts';
import type { Database } from '../../platform/platform.ts';

/** A call as the desk of corrections names it: its side, or the strategy of an option call. */
export type CorrectedCall = Pick<Correction, 'stock' | 'call_type' | 'strategy'>;

/** A kind of call as two people correct it. */
export interface Correctable<Row extends CallHead = CallHead> {
  readonly kind: Pick<Kind, 'name' | 'table'>;
  named(row: Row): CorrectedCall;
  standing(row: Row): Standing;
  standingAfter(row: Row, proposal: Omit<Proposal, 'corrects'>): Standing;
  /** Why a proposal can't be made of a call, in words; null where it can. `types` are those of its events. */
  problem(types: readonly string[], row: Row, proposal: Proposal): string | null;
  /** The doubt for which a call waits; none where it does not. */
  doubt(row: Row): { readonly day: string; readonly cause: string } | undefined;
  /** Ended calls that an action was listed for afterwards and nobody has looked at, the latest first. */
  late(): Promise<{ readonly row: Row; readonly late_action: LateAction }[]>;
  /** The action that puts the end of a call in question; null where there is none. */
  lateOf(row: Row): Promise<LateAction | null>;
}

/** Open calls of a kind that prices can't judge, the longest waiting first. Their states are JSON. */
export const waitingRows = (db: Database, { table }: Pick<Kind, 'table'>, limit = 100): Promise<CallHead[]> =>
  db
    .selectFrom(table)
    .selectAll()
    .where('is_open', '=', true)
    .where('state', 'like', '%"not_judgeable":{%')
    .orderBy('published_at')
    .limit(limit)
    .execute() as Promise<unknown> as Promise<CallHead[]>;
