import { TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import type { Dimension } from '@vimarsh/shared/contract/categorisation/types.ts';
import { BUCKETS, progressPct } from '@vimarsh/shared/domain/calls/equity/categorisation.ts';
import { direction } from '@vimarsh/shared/domain/calls/equity/levels.ts';
import { countedResult } from '@vimarsh/shared/domain/calls/equity/performance.ts';
import { agreementOf } from '@vimarsh/shared/domain/insights/consensus.ts';
import { dayDiff } from '@vimarsh/shared/domain/text/dates.ts';
import { ending, inBucket, type Placed, placed, unknown } from '../../reading/slicing.ts';
import { recordOf } from '../records.ts';
import type { CountedRow } from '../store.ts';
import type { CallRow } from '../tables.ts';
import type { SliceFact } from './slices.ts';
import type { StockFact } from './stock-facts.ts';

const TERM_NAMES = { intraday: 'Intraday', shortTerm: 'Short term', mediumTerm: 'Medium term', longTerm: 'Long term' } as const;
const CAP_NAMES = { large: 'Large cap', mid: 'Mid cap', small: 'Small cap' } as const;

type Categories = Partial<Record<Dimension, Placed>>;

/** What live and closed calls share. */
function always(row: CountedRow, expert: string, fno: boolean): Categories {
  return {
    term: placed(row.term, TERM_NAMES[row.term], TERMS.indexOf(row.term)),
    call_type: placed(row.call_type, row.call_type, ['Buy', 'Sell', 'Hold'].indexOf(row.call_type)),
    sector: placed(row.sector, row.sector),
    cap: row.cap ? placed(row.cap, CAP_NAMES[row.cap], Object.keys(CAP_NAMES).indexOf(row.cap)) : unknown('Size not known'),
    expert: placed(row.expert_id, expert),
    potential: inBucket(BUCKETS.potential, row.potential_return, ''),
    risk_reward: inBucket(BUCKETS.risk_reward, row.risk_reward, ''),
    fno: fno ? placed('yes', 'With options') : placed('no', 'Without options', 1),
  };
}

export interface LiveParts {
  readonly expert: string;
  readonly fno: boolean;
  readonly stock: StockFact;
  /** ₹; null without a quote. */
  readonly ltp: number | null;
  /** Result so far, % after costs; null before its entry, for Hold, and without a price. */
  readonly made: number | null;
  readonly consensus: Placed;
  readonly now: Date;
}

/** A live call's progress, %; null before its entry, for Hold, and without a price. */
export const progressOf = (row: CountedRow, ltp: number | null): number | null =>
  ltp === null || row.entry_price === null || row.call_type === 'Hold'
    ? null
    : progressPct({ call_type: row.call_type, entry: row.entry_price, target: row.target_price }, ltp);

export function liveFact(row: CountedRow, { expert, fno, stock, ltp, made, consensus, now }: LiveParts): SliceFact {
  const progress = progressOf(row, ltp);
  return {
    categories: {
      ...always(row, expert, fno),
      progress: inBucket(BUCKETS.progress, progress, 'not entered, or Hold'),
      age: inBucket(BUCKETS.age, dayDiff(row.published_at, now), ''),
      consensus,
      trend: trendOf(row, stock),
      liquidity: inBucket(BUCKETS.liquidity, stock.turnover_cr, 'fewer than 20 sessions'),
    },
    potential: row.potential_return,
    progress,
    made,
    result: null,
  };
}

function trendOf(row: CountedRow, { trend }: StockFact): Placed {
  if (trend === null) return unknown('fewer than 50 sessions');
  if (row.call_type === 'Hold') return placed('hold', 'Hold: no direction', 2);
  return direction(row.call_type) === trend ? placed('with', 'With the 50-day trend') : placed('against', 'Against the 50-day trend', 1);
}

export const closedFact = (row: CountedRow, expert: string, fno: boolean): SliceFact => ({
  categories: { ...always(row, expert, fno), ...ending(row.status, row.ended_at!) },
  potential: row.potential_return,
  progress: null,
  made: null,
  result: countedResult(recordOf(row)),
});

/** Of a frozen call: it counts in no consensus. */
export const NO_VOICE = unknown('Author suspended');

/** How the experts of a stock's live calls agree, frozen ones left out: one vote each, their newest call's. */
export function consensusOf(rows: readonly Pick<CallRow, 'expert_id' | 'call_type' | 'published_at'>[]): Placed {
  const agreement = agreementOf(rows);
  if (agreement === null) return placed('one', 'One expert', 3);
  if (agreement === 1) return placed('agree', 'All agree');
  return agreement >= 0.5 ? placed('mostly', 'Most agree', 1) : placed('divided', 'Divided', 2);
}
