import { css } from '@emotion/react';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';

const barCss = css`
  display: grid;
  gap: var(--s-4);
  & > b {
    font-size: var(--t-20);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
    line-height: 1.2;
  }
  & > span {
    display: block;
    height: 6px;
    border-radius: 3px;
    background: var(--line-strong);
    overflow: hidden;
    @media (forced-colors: active) {
      border: 1px solid CanvasText;
    }
  }
  & > span > i {
    display: block;
    height: 100%;
    background: var(--ink-2);
    forced-color-adjust: none;
  }
`;

/** How much of an order is filled: the figure, and the part of the whole. */
export function FillBar({ filled, quantity, ended }: { filled: number; quantity: number; ended: boolean }) {
  return (
    <div css={barCss}>
      <b>{`${formatNumber(filled)} of ${formatNumber(quantity)} filled`}</b>
      <span aria-hidden="true">
        <i style={{ width: `${(filled / quantity) * 100}%` }} />
      </span>
      {!ended && filled < quantity && <small>{`${formatNumber(quantity - filled)} still wait in the market`}</small>}
    </div>
  );
}
