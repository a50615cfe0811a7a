import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { formatFloat, formatInr, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { Computed } from '@vimarsh/shared/ui/computed.tsx';
import { Change } from '@vimarsh/shared/ui/price.tsx';
import { isOpen } from '@vimarsh/shared/ui/rail.ts';
import { entryText, resultOf } from './call.view.ts';
import { residual } from './residual.ts';
import { LEFT_HOW, POTENTIAL_RETURN_HOW } from './words.ts';

const figureCss = css`
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

const leftCss = css`
  display: grid;
  grid-template-columns: auto auto;
  gap: 2px var(--s-8);
  text-align: right;
  & small {
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
  }
`;

/** What an open call still offers at the price its row shows: target and stop-loss in one size, for a loss weighs as much as a gain. */
export function LeftFigure({ call, price }: { call: Call; price: number | null }) {
  const left = price === null ? null : residual(call, price);
  return (
    <span css={figureCss}>
      <Computed
        label="what is left"
        how={`${LEFT_HOW} To target: ${FORMULA[call.call_type]}`}
        inputs={[
          ['Price now', formatInr(price)],
          ['Target', formatInr(call.target_price)],
          ['Stop-loss', formatInr(call.stop_loss)],
          ['Risk-reward now', formatFloat(left?.rr)],
          ['Potential as published', formatPercent(call.potential_return)],
        ]}
      >
        <span css={leftCss}>
          <small>To target</small> <span>{wayTo(left?.toTarget)}</span> <small>To stop</small> <span>{wayTo(left?.toStop)}</span>
        </span>
      </Computed>
    </span>
  );
}

/** A level that the price has passed has no way left to it. */
const wayTo = (percent: number | undefined): string => (percent !== undefined && percent <= 0 ? 'reached' : formatPercent(percent, { signed: false }));

/** The potential return of an open call as published, or the result of a settled one, in one size whatever the sign. Both explain themselves. */
export function ResultFigure({ call }: { call: Call }) {
  if (isOpen(call.status))
    return (
      <span css={figureCss}>
        <Computed
          label="the potential as published"
          how={`${POTENTIAL_RETURN_HOW} ${FORMULA[call.call_type]}`}
          inputs={[
            ['Entry', entryText(call)],
            ['Published price', formatInr(call.price)],
            ['Target', formatInr(call.target_price)],
            ['Risk-reward', formatFloat(call.risk_reward)],
          ]}
          asOf={call.published_at}
        >
          {formatPercent(call.potential_return)}
        </Computed>
      </span>
    );
  const result = resultOf(call);
  if (!result) return <span css={figureCss}>No result</span>;
  return (
    <span css={figureCss}>
      <Computed
        label="the result"
        how={`From the entry price to the exit price${call.call_type === 'Sell' ? ', falling counts as gain' : ''}. Costs and dividends are not included.`}
        inputs={[
          ['Entry reached', formatInr(call.entry_fill?.price)],
          ['Exit', formatInr(call.exit?.price)],
          ['Published stop-loss', formatInr(call.initial_stop_loss)],
          ['Multiple of the risk', result.multiple || '–'],
        ]}
        {...(call.exit && { asOf: call.exit.ts })}
      >
        <Change pct={call.realised_return} />
      </Computed>
    </span>
  );
}

const FORMULA = {
  Buy: '100 × (target − price) ÷ price.',
  Sell: '100 × (price − target) ÷ price.',
  Hold: '100 × |target − price| ÷ price.',
} as const;
