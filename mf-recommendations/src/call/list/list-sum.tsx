import { css } from '@emotion/react';
import { addResults, averageOf } from '@vimarsh/shared/domain/performance/followed-sum.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Change, MoneyChange } from '@vimarsh/shared/ui/calls/price.tsx';
import { Computed } from '@vimarsh/shared/ui/floats/computed.tsx';
import type { ReactNode } from 'react';

const sumCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-12);
  color: var(--ink-2);
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
  & > * {
    white-space: nowrap;
  }
  & b {
    color: var(--ink);
    font-weight: 600;
  }
`;

/** A list as far as a sum of it says what it is of. */
interface SummedList<C> {
  readonly items: readonly C[];
  readonly next: string | null;
  readonly locked_count?: number;
  readonly by_result?: boolean;
  readonly as_of: string;
}

export interface SumProps<C> {
  page: SummedList<C>;
  /** The calls ended. */
  settled: boolean;
  /** The rows begin with the best results: a part of them says nothing of the rest. */
  byResult?: boolean;
}

const OPEN_HOW = 'From what a follower paid for each call to its price now, less the estimated costs, added up and divided by the number of calls.';
const ENDED_HOW = 'From what a follower paid for each call to what a follower got, less the estimated costs, added up and divided by the number of calls.';

interface SumLineProps<C> extends SumProps<C> {
  results: readonly (number | null)[];
  /** What the whole list consists of, where that says more than its number of calls. */
  scope?: string | undefined;
  children: ReactNode;
}

/** How many of the listed calls gained and lost; nothing where fewer than two have a result, or figures are not shown. */
export function SumLine<C>({ page, settled, byResult = false, results, scope, children }: SumLineProps<C>) {
  const { gained, lost } = addResults(results);
  const n = gained + lost;
  const whole = page.next === null && !page.locked_count;
  if (n < 2 || page.by_result === false || (byResult && !whole)) return null;
  return (
    <p css={sumCss} data-sum="">
      <span>{scope && whole && n === results.length ? scope : scopeOf(n, results.length, whole)}</span>
      {!settled && <span>since entry</span>}
      {/* An open call has neither gained nor lost yet. */}
      <b>{settled ? `${formatNumber(gained)} gained` : `${formatNumber(gained)} up`}</b>
      <b>{settled ? `${formatNumber(lost)} lost` : `${formatNumber(lost)} down`}</b>
      {children}
    </p>
  );
}

/** "All 17 calls", "17 of the 20 calls shown": those without a result stand in no sum. */
function scopeOf(n: number, all: number, whole: boolean): string {
  if (n < all) return whole ? `${formatNumber(n)} of all ${formatNumber(all)} calls` : `${formatNumber(n)} of the ${formatNumber(all)} calls shown`;
  return whole ? `All ${formatNumber(n)} calls` : `The ${formatNumber(n)} calls shown`;
}

interface AverageProps {
  of: readonly (number | null)[];
  what: string;
  settled: boolean;
  as_of: string;
  /** Of ₹, otherwise of %. */
  money?: boolean;
}

/** The mean of some results; nothing without one. */
export function Average({ of, what, settled, as_of, money = false }: AverageProps) {
  const sum = addResults(of);
  const average = averageOf(sum);
  if (average === null) return null;
  return (
    <span>
      <b>
        <Computed label="the average" how={settled ? ENDED_HOW : OPEN_HOW} inputs={[['Calls', formatNumber(sum.gained + sum.lost)]]} asOf={as_of}>
          {money ? <MoneyChange value={average} /> : <Change pct={average} />}
        </Computed>
      </b>{' '}
      <span>{what}</span>
    </span>
  );
}
