import { css } from '@emotion/react';
import type { Call } from '../../contract/calls/types.ts';
import { formatWay, holdPlace, residual } from '../../domain/calls/equity/residual.ts';
import { formatFloat, formatInr, formatPercent } from '../../domain/text/formats.ts';
import { Computed } from '../floats/computed.tsx';
import { FORMULA } from './call-formulas.ts';
import { figureCss } from './result-figure.tsx';

const leftCss = css`
  display: grid;
  /* As wide before the first price as after. */
  grid-template-columns: auto minmax(3.8em, auto);
  gap: 2px var(--s-8);
  text-align: right;
  & small {
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
  }
`;

/** What an open call still offers at the price (₹) beside it, null while none has come: target and stop-loss in one size, for a loss weighs as much as a gain. */
export function LeftFigure({ call, price }: { call: Call; price: number | null }) {
  const left = price === null ? null : residual(call, price);
  const hold = call.call_type === 'Hold' && (price === null ? { words: '', away: '–' } : holdPlace(call, price));
  return (
    <span css={figureCss}>
      <Computed
        label="what is left"
        how={
          hold
            ? 'How far the current price is outside the band from stop-loss to target, in % of that price. A Hold runs until its last day, wherever the price is.'
            : `Distance from the current price to target and stop-loss, in % of that price. It is not a forecast of profit. To target: ${FORMULA[call.call_type]}`
        }
        inputs={[
          ['Price now', formatInr(price)],
          ['Target', formatInr(call.target_price)],
          ['Stop-loss', formatInr(call.stop_loss)],
          ['Risk-reward now', formatFloat(left?.rr)],
          ['Potential as published', formatPercent(call.potential_return)],
        ]}
      >
        {hold ? (
          <span css={leftCss} style={{ gridTemplateColumns: 'auto' }}>
            <small>{hold.words}</small> {hold.away}
          </span>
        ) : (
          <span css={leftCss}>
            <small>To target</small> <span>{wayTo(left?.toTarget, left?.rr)}</span> <small>To stop</small> <span>{wayTo(left?.toStop, left?.rr)}</span>
          </span>
        )}
      </Computed>
    </span>
  );
}

/** A level that the price has passed has no way left to it. By the price (`rr`), for a way may round to nothing before it is gone. */
function wayTo(percent: number | undefined, rr: number | null | undefined): string {
  if (percent === undefined) return formatPercent(percent);
  return rr === null && percent <= 0 ? 'reached' : formatWay(percent, true);
}
