import { css } from '@emotion/react';
import type { Call } from '../../contract/calls/types.ts';
import { costPct } from '../../domain/calls/equity/costs.ts';
import { followerPaid, madeOf } from '../../domain/calls/equity/made.ts';
import { formatInr, formatPercent } from '../../domain/text/formats.ts';
import { Computed } from '../floats/computed.tsx';
import { shownResult } from './call.view.ts';
import { Change } from './price.tsx';

/** A figure with what it is of below it, at the right edge of its row. */
export const madeCss = css`
  display: grid;
  gap: 2px;
  justify-items: end;
  text-align: right;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  & small {
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
    /* A range of prices takes two lines where its column is narrow, and never goes over the next one. */
    white-space: normal;
  }
`;

/** What a follower paid, or sold at, and what trading it costs: the first lines of every explanation. */
export const followedInputs = (call: Call): (readonly [string, string])[] => [
  [call.call_type === 'Sell' ? 'A follower sold at' : 'A follower paid', formatInr(followerPaid(call))],
  ['Costs, estimated', formatPercent(costPct(call.term), { signed: false })],
];

/** What followers made of an ended call, after costs, in one size whatever the sign. It explains itself. */
export function ResultFigure({ call }: { call: Call }) {
  const made = madeOf(call, null);
  if (made === null) return <span css={madeCss}>No result</span>;
  return (
    <span css={madeCss}>
      <Computed
        label="the result"
        how={`${call.call_type === 'Sell' ? 'From what a follower sold at to what they bought back at, less the estimated costs. A fall counts as a gain.' : 'From what a follower paid to what a follower got, less the estimated costs.'} Dividends are not included.`}
        inputs={[
          ...followedInputs(call),
          [call.call_type === 'Sell' ? 'A follower bought back at' : 'A follower got', formatInr(call.follower?.exit ?? call.exit?.price)],
          ['Entry reached', formatInr(call.entry_fill?.price)],
          ['Exit', formatInr(call.exit?.price)],
          ['Result on record, before costs', formatPercent(call.realised_return)],
          ['Multiple of the risk', shownResult(call)?.multiple || '–'],
        ]}
        {...(call.exit && { asOf: call.exit.ts })}
      >
        <Change pct={made} />
      </Computed>
    </span>
  );
}
