import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { leastMade, optionMade } from '@vimarsh/shared/domain/calls/options/lot/made.ts';
import { formatInr, formatInrChange, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { MoneyChange } from '@vimarsh/shared/ui/calls/price.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { Computed } from '@vimarsh/shared/ui/floats/computed.tsx';
import { unsoldText } from './option-words.ts';

const figureCss = css`
  display: grid;
  gap: 2px;
  justify-items: end;
  text-align: right;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  & small {
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
  }
  /* As wide as the figure: a note never takes room from what stands beside it. */
  & [data-note] {
    width: 0;
    min-width: 100%;
  }
`;

const NOW_HOW =
  'From the prices a follower got to the prices at which a follower could leave now: bought legs at the bid, sold legs at the ask. The estimated costs of both are taken off.';
const END_HOW = 'From the prices a follower got at the entry to the prices a follower got at the end. The estimated costs of both are taken off.';

function absent({ status, entry_at, now, not_judgeable }: OptionCall): string {
  if (!isOpenCall(status)) return 'No result';
  if (!entry_at) return 'Not entered yet';
  // Where a call can't be judged, quotes say nothing of it, though there may be some.
  return now && !not_judgeable ? 'No quote now' : 'Not known now';
}

/**
 * What a follower has made of a lot of an option call, after costs, now or at its end, in one size whatever the sign, and in % of what is at risk, or
 * of the margin where the loss has no limit. It
 * explains itself.
 */
export function ProfitFigure({ call }: { call: OptionCall }) {
  const exact = optionMade(call);
  // Known even where nobody bids for a bought leg: it can’t be worth less than nothing.
  const made = exact ?? leastMade(call);
  const open = isOpenCall(call.status);
  if (made === null)
    return (
      <span css={figureCss}>
        <span>{absent(call)}</span>
        {call.status === 'awaiting_entry' && <small>entry {formatInr(Math.abs(call.net_premium))} a share</small>}
      </span>
    );
  const asOf = open ? call.now?.at : call.exit_at;
  return (
    <span css={figureCss}>
      <Computed
        label={open ? 'what it has made' : 'the result'}
        how={open ? NOW_HOW : END_HOW}
        inputs={[
          ['Of the whole call', formatInrChange(made.whole)],
          ['Costs, estimated', formatInr(made.cost)],
          [call.on_margin ? 'Margin, estimated' : 'At risk', formatInr(call.risk)],
          [call.on_margin ? 'Of the margin, estimated' : 'Of what is at risk', formatPercent(made.pct)],
          ['Lot size', String(call.lot_size)],
        ]}
        {...(asOf && { asOf })}
      >
        <MoneyChange value={made.lot} />
      </Computed>
      <small>{open ? 'per lot, since entry' : 'per lot'}</small>
      {!exact && <small data-note="">no bid for {unsoldText(call)}: counted as ₹0</small>}
      {made.pct !== null && (
        <small>
          {formatPercent(made.pct)} {call.on_margin ? 'of the margin' : 'of the risk'}
        </small>
      )}
    </span>
  );
}
