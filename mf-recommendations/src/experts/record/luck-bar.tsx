import { css } from '@emotion/react';
import type { JudgedRecord } from '@vimarsh/shared/contract/experts/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

const barCss = css`
  position: relative;
  height: 16px;
  margin: var(--s-4) 8px;
  &::before {
    content: '';
    position: absolute;
    inset: 7px -8px;
    border-radius: 1px;
    background: var(--line-strong);
  }
  & > i {
    position: absolute;
    inset-block: 2px;
    border: 1px solid var(--control);
    border-radius: 6px;
    background: var(--canvas);
  }
  & > b {
    position: absolute;
    top: 2px;
    width: 12px;
    height: 12px;
    margin-left: -6px;
    border-radius: 50%;
    background: var(--ink);
  }
  @media (forced-colors: active) {
    & > b {
      forced-color-adjust: none;
      background: CanvasText;
    }
  }
`;
const legendCss = css`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: 0 var(--s-16);
  font-size: var(--t-12);
  color: var(--ink-2);
  & i {
    display: inline-block;
    width: 10px;
    height: 10px;
    margin-right: 6px;
    border-radius: 50%;
    background: var(--ink);
    vertical-align: -1px;
  }
  & span + span i {
    width: 18px;
    border: 1px solid var(--control);
    border-radius: 5px;
    background: var(--canvas);
  }
`;

/** How many calls gained, on a line from none to all, and the room that chance alone takes on it. Its words are the legend below. */
export function LuckBar({ n, hits, luck }: { n: number; hits: number; luck: NonNullable<JudgedRecord['luck']> }) {
  const at = (calls: number): string => `${(100 * calls) / n}%`;
  const [low, high] = [Math.min(luck.low, luck.high), Math.max(luck.low, luck.high)];
  return (
    <div>
      <div css={barCss} aria-hidden="true">
        <i style={{ left: `calc(${at(low)} - 7px)`, right: `calc(100% - ${at(high)} - 7px)` }} />
        <b style={{ left: at(hits) }} />
      </div>
      <div css={legendCss}>
        <span>
          <i aria-hidden="true" />
          {`Gained: ${formatNumber(hits)} of ${formatNumber(n)}`}
        </span>
        <span>
          <i aria-hidden="true" />
          {`Guessing: ${formatNumber(low)} to ${formatNumber(high)}`}
        </span>
      </div>
    </div>
  );
}
