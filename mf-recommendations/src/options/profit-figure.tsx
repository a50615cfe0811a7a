import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatInr, formatInrChange, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { Computed } from '@vimarsh/shared/ui/floats/computed.tsx';
import { profitText } from './option-words.ts';

const figureCss = css`
  display: inline-block;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
`;

const NOW_HOW =
  'From the prices a follower got to the prices at which a follower could leave now: bought legs at the bid, sold legs at the ask. In % of what is at risk. Costs are not included.';
const END_HOW = 'From the prices a follower got at the entry to the prices a follower got at the end. In % of what was at risk. Costs are not included.';

function absent({ status, entry_at, now, not_judgeable }: OptionCall): string {
  if (!isOpenCall(status)) return 'No result';
  if (!entry_at) return 'Not entered yet';
  // Where a call can't be judged, quotes say nothing of it, though there may be some.
  return now && !not_judgeable ? 'No quote now' : 'Not known now';
}

/** Profit or loss of an option call, now or at its end, in one size whatever the sign. It explains itself. */
export function ProfitFigure({ call }: { call: OptionCall }) {
  const profit = profitText(call);
  const open = isOpenCall(call.status);
  if (profit === null) return <span css={figureCss}>{absent(call)}</span>;
  const asOf = open ? call.now?.at : call.exit_at;
  return (
    <span css={figureCss}>
      <Computed
        label={open ? 'the profit or loss now' : 'the result'}
        how={open ? NOW_HOW : END_HOW}
        inputs={[
          ['Profit or loss', formatInrChange(profit.pnl)],
          [call.on_margin ? 'At risk, on estimated margin' : 'At risk', formatInr(call.risk)],
          ['Of what is at risk', formatPercent(profit.pct)],
          ['Lot size', String(call.lot_size)],
        ]}
        {...(asOf && { asOf })}
      >
        <Change pct={profit.pct} abs={profit.pnl} />
      </Computed>
    </span>
  );
}
