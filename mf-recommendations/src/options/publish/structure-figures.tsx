import { css } from '@emotion/react';
import type { StructureFigures as Figures } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Greeks } from '@vimarsh/shared/domain/options/black-76.ts';
import { formatFloat, formatInr, formatInrChange, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';

const listCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(148px, 46%), 1fr));
  gap: var(--s-12);
  & dt {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & dd {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
/** ₹ a share, with the side it lies on in words. */
export const premiumText = (value: number): string => {
  if (value === 0) return formatInr(0);
  return value > 0 ? `${formatInr(value)} paid` : `${formatInr(-value)} received`;
};

/** What the structure costs, earns and risks, and what moves it. Net premium is ₹ a share, the others ₹ of the whole call. */
export function StructureFigures({ figures, greeks }: { figures: Figures; greeks?: Greeks | null }) {
  const { net_premium, max_profit, max_loss, breakevens, pop, margin_est } = figures;
  const rows: readonly (readonly [string, string])[] = [
    ['Net premium per share', premiumText(net_premium)],
    ['Largest profit', max_profit === null ? 'Without limit' : formatInr(max_profit)],
    ['Largest loss', max_loss === null ? 'Without limit' : formatInr(max_loss)],
    ['Breakeven', breakevens.length === 0 ? 'None' : breakevens.map(formatFloat).join(' · ')],
    ['Probability of profit', pop === null ? '–' : formatPercent(pop * 100, { signed: false })],
    ['Margin (estimate)', formatInr(margin_est)],
    ...(greeks === undefined
      ? []
      : ([
          ['Delta, per point', formatInrChange(greeks?.delta)],
          ['Gamma, per point', formatNumber(greeks?.gamma, 3)],
          ['Theta, per session', formatInrChange(greeks?.theta)],
          ['Vega, per point of volatility', formatInrChange(greeks?.vega)],
        ] as const)),
  ];
  return (
    <dl css={listCss} aria-live="off">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
