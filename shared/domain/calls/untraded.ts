import type { NotJudgeable } from '../../contract/calls/not-judgeable.ts';

type Cause = NotJudgeable['cause'];
/** Why a stock does not trade though the exchange does. */
export type Untraded = Exclude<Cause, 'missing_day' | 'price_step'>;

const UNTRADED: readonly Cause[] = ['no_trade', 'other_isin', 'suspended', 'delisted', 'merged'] satisfies Untraded[];

/** Why, as lists of the exchange say: a share that these name has left the market, or has to wait. */
export type SaidUntraded = Exclude<Untraded, 'no_trade' | 'other_isin'>;

/** Whether a call waits because its stock does not trade, for whatever reason. */
export const isUntraded = (cause: Cause | undefined): cause is Untraded => cause !== undefined && UNTRADED.includes(cause);
