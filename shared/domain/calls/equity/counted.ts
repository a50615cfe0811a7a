import type { CallStatus, Term } from '../../../contract/calls/types.ts';
import { netReturn } from './costs.ts';

/** What decides how a settled call counts. Return in %, the multiple that of the published risk. */
export interface Settled {
  readonly term: Term;
  readonly status: CallStatus;
  readonly entry: object | null;
  readonly exit: object | null;
  readonly realised_return: number | null;
  readonly r_multiple: number | null;
}

export type Counted<R extends Settled> = R & {
  readonly entry: NonNullable<R['entry']>;
  readonly exit: NonNullable<R['exit']>;
  readonly realised_return: number;
  readonly r_multiple: number;
};

const ENDED: readonly CallStatus[] = ['target_hit', 'sl_hit', 'exited', 'expired'];

/** Whether a call counts in any figure: it was entered and has ended, and it is no Hold. */
export const isCounted = <R extends Settled>(record: R): record is Counted<R> =>
  ENDED.includes(record.status) && record.entry !== null && record.exit !== null && record.realised_return !== null && record.r_multiple !== null;

/** Return of a settled call after costs, %. Null without an entry and for Hold. */
export const netReturnOf = (record: Settled): number | null => (isCounted(record) ? netReturn(record) : null);

/** How a settled call counts: whether it earned more than its costs, and its multiple of the risk. Null without an entry and for Hold. */
export const countedResult = (record: Settled): { hit: boolean; r: number } | null =>
  isCounted(record) ? { hit: netReturn(record) > 0, r: record.r_multiple } : null;
