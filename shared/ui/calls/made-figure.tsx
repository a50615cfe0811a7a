import { css } from '@emotion/react';
import type { Call } from '../../contract/calls/types.ts';
import { madeOf } from '../../domain/calls/equity/made.ts';
import { formatWay, holdPlace, residual } from '../../domain/calls/equity/residual.ts';
import { formatFloat, formatInr, formatNumber, formatPercent } from '../../domain/text/formats.ts';
import { Computed } from '../floats/computed.tsx';
import { Change } from './price.tsx';
import { isOpenCall } from './rail.ts';
import { followedInputs, madeCss, ResultFigure } from './result-figure.tsx';

const leftCss = css`
  display: grid;
  grid-template-columns: auto minmax(3.8em, auto);
  gap: 2px var(--s-8);
  font-size: var(--t-12);
  font-weight: 400;
  color: var(--ink-2);
`;

/** A line of its own: beside its figure it is wider than its column. */
const wordsCss = css`
  display: block;
`;

export interface MadeFigureProps {
  call: Call;
  /** The price now, ₹; null without one. An ended call needs none. */
  price: number | null;
  /** What is left to target and stop-loss stands below. */
  left?: boolean;
}

/**
 * What a call has made of a follower's money since entry, after costs: while it is open by the price beside it, and once it ended what came of it. In one
 * size whatever the sign. It explains itself. A call that was not entered yet says where it is entered.
 */
export function MadeFigure({ call, price, left = false }: MadeFigureProps) {
  if (!isOpenCall(call.status)) return <ResultFigure call={call} />;
  if (call.status === 'awaiting_entry')
    return (
      <span css={madeCss}>
        <span>Not entered yet</span>
        <small>entry {shortEntry(call)}</small>
      </span>
    );
  if (call.call_type === 'Hold') return <HoldFigure call={call} price={price} />;
  const { toTarget, toStop, rr } = waysOf(call, price);
  return (
    <span css={madeCss}>
      <Computed
        label="what it has made"
        how={`${call.call_type === 'Sell' ? 'From what a follower sold at to the price now, less the estimated costs. A fall counts as a gain.' : 'From what a follower paid to the price now, less the estimated costs.'} Dividends are not included.`}
        inputs={[
          ...followedInputs(call),
          ['Price now', formatInr(price)],
          ['To target now', toTarget],
          ['To stop now', toStop],
          ['Risk-reward now', formatFloat(rr)],
        ]}
      >
        <Change pct={madeOf(call, price)} />
      </Computed>
      <small data-since="">after costs</small>
      {left && (
        // Target and stop-loss in one size, for a loss weighs as much as a gain.
        <span css={leftCss} data-left="">
          <span>to target</span> <span>{toTarget}</span> <span>to stop</span> <span>{toStop}</span>
        </span>
      )}
    </span>
  );
}

const short = (price: number): string => formatNumber(price, Number.isInteger(price) ? 0 : 2);

/** "9,200–9,250": its prices in as few letters as they have. */
const shortEntry = ({ entry_low, entry_high }: Call): string => (entry_low === entry_high ? short(entry_low) : `${short(entry_low)}–${short(entry_high)}`);

/** A Hold claims no return: it has a band, and its price is inside or outside. */
function HoldFigure({ call, price }: { call: Call; price: number | null }) {
  const { words, away } = price === null ? { words: '', away: '–' } : holdPlace(call, price);
  return (
    <span css={madeCss}>
      <Computed
        label="where it is"
        how="How far the current price is outside the band from stop-loss to target, in % of that price. A Hold runs until its last day, wherever the price is."
        inputs={[
          ['Price now', formatInr(price)],
          ['Target', formatInr(call.target_price)],
          ['Stop-loss', formatInr(call.stop_loss)],
        ]}
      >
        {away} <small css={wordsCss}>{words}</small>
      </Computed>
    </span>
  );
}

interface Ways {
  readonly toTarget: string;
  readonly toStop: string;
}

/** What is left to target and stop-loss at a price, ₹, in words. */
function waysOf(call: Call, price: number | null): Ways & { readonly rr: number | null | undefined } {
  const rest = price === null ? null : residual(call, price);
  return { toTarget: wayTo(rest?.toTarget, rest?.rr), toStop: wayTo(rest?.toStop, rest?.rr), rr: rest?.rr };
}

/** The same where it stands apart from the figure; null for a call that has no way to go: one that is not entered or has ended, and a Hold. */
export const waysLeft = (call: Call, price: number | null): Ways | null =>
  !isOpenCall(call.status) || call.status === 'awaiting_entry' || call.call_type === 'Hold' ? null : waysOf(call, price);

/** A level that the price has passed has no way left to it. By the price (`rr`), for a way may round to nothing before it is gone. */
function wayTo(percent: number | undefined, rr: number | null | undefined): string {
  if (percent === undefined) return formatPercent(percent);
  return rr === null && percent <= 0 ? 'reached' : formatWay(percent, true);
}
