import { css } from '@emotion/react';
import type { Call } from '../../contract/calls/types.ts';
import { formatInr } from '../../domain/text/formats.ts';
import { Computed } from '../floats/computed.tsx';
import { shownResult } from './call.view.ts';
import { Change } from './price.tsx';

export const figureCss = css`
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

/** The result of a settled call, in one size whatever the sign. It explains itself. */
export function ResultFigure({ call }: { call: Call }) {
  const result = shownResult(call);
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
