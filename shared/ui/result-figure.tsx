import { css } from '@emotion/react';
import type { Call } from '../contract/calls/types.ts';
import { formatFloat, formatInr, formatPercent } from '../domain/text/formats.ts';
import { entryText, resultOf } from './call.view.ts';
import { POTENTIAL_RETURN_HOW } from './call-words.ts';
import { Computed } from './computed.tsx';
import { Change } from './price.tsx';
import { isOpen } from './rail.ts';

export const figureCss = css`
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

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
        how={`From the entry price to the exit price${call.call_type === 'Sell' ? '; a fall counts as a gain' : ''}. Costs and dividends are not included.`}
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

export const FORMULA = {
  Buy: '100 × (target − price) ÷ price.',
  Sell: '100 × (price − target) ÷ price.',
  Hold: '100 × |target − price| ÷ price.',
} as const;
