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
const premium = (value: number): string => {
  if (value === 0) return formatInr(0);
  return value > 0 ? `${formatInr(value)} paid` : `${formatInr(-value)} received`;
};

/** What the structure costs, earns and risks, and what moves it. Net premium is ₹ a share, the others ₹ of the whole call. */
export function StructureFigures({ figures, greeks }: { figures: Figures; greeks?: Greeks | null }) {
  const { net_premium, max_profit, max_loss, breakevens, pop, margin_est } = figures;
  const rows: readonly (readonly [string, string])[] = [
    ['Net premium a share', premium(net_premium)],
    ['Maximum profit', max_profit === null ? 'Unlimited' : formatInr(max_profit)],
    ['Maximum loss', max_loss === null ? 'Unlimited' : formatInr(max_loss)],
    ['Break-even', breakevens.length === 0 ? '–' : breakevens.map(formatFloat).join(' · ')],
    ['Probability of profit', pop === null ? '–' : formatPercent(pop * 100, { signed: false })],
    ['Margin (estimate)', formatInr(margin_est)],
    ...(greeks === undefined
      ? []
      : ([
          ['Delta, a point', formatInrChange(greeks?.delta)],
          ['Gamma, a point', formatNumber(greeks?.gamma, 3)],
          ['Theta, a session', formatInrChange(greeks?.theta)],
          ['Vega, a volatility point', formatInrChange(greeks?.vega)],
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
