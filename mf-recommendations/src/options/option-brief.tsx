import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatDay, formatInr, formatInrChange, formatIst, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { ExpertName } from '@vimarsh/shared/ui/expert-name.tsx';
import { isOpen, outcomeLabel } from '@vimarsh/shared/ui/rail.ts';
import { SymbolLink } from '@vimarsh/shared/ui/symbol-link.tsx';
import type { ReactNode } from 'react';
import { BASIS_LABEL, levelText, OUTLOOK_LABEL } from './option-words.ts';
import { ProfitFigure } from './profit-figure.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-16);
`;
const whoCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8);
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
const profitCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: var(--s-4) var(--s-12);
  font-size: var(--t-20);
  & small {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
const factsCss = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(120px, 1fr));
  gap: var(--s-12);
  & dt {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  & dd {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
const warnCss = css`
  color: var(--warn);
`;
const noteCss = css`
  color: var(--ink-2);
`;

/** The head of an option call: author, underlying, profit or loss, levels, limits, and what a follower got beside what the page showed. */
export function OptionBrief({ call, action }: { call: OptionCall; action?: ReactNode }) {
  const open = isOpen(call.status);
  const facts: readonly (readonly [name: string, value: string])[] = [
    [call.net_premium < 0 ? 'Received a share' : 'Paid a share', formatInr(Math.abs(call.net_premium))],
    ['Target', levelText(call.level_basis, call.target)],
    ['Stop-loss', levelText(call.level_basis, call.stop_loss)],
    ['Measured on', BASIS_LABEL[call.level_basis]],
    ['Largest profit', call.max_profit === null ? 'Without limit' : formatInrChange(call.max_profit)],
    ['Largest loss', call.max_loss === null ? 'Without limit' : formatInrChange(call.max_loss)],
    ['Breakeven', call.breakevens.length === 0 ? 'None' : call.breakevens.map((level) => formatNumber(level, 2)).join(' · ')],
    ['Probability of profit', call.pop === null ? '–' : formatPercent(call.pop * 100, { signed: false })],
    ['Margin, estimated', formatInr(call.margin_est)],
    ['Lot size', formatNumber(call.lot_size)],
    ['Published', formatIst(call.published_at)],
    [call.ended_at ? 'Ended' : 'Valid till', call.ended_at ? formatIst(call.ended_at) : formatDay(call.valid_till)],
    ...(call.stop_loss === call.initial_stop_loss ? [] : [['Published stop-loss', levelText(call.level_basis, call.initial_stop_loss)] as const]),
    ...(call.pnl === null
      ? []
      : ([
          ['A follower made', formatInrChange(call.pnl)],
          ['By the middle of the quotes', formatInrChange(call.headline_pnl)],
          ['Slippage', formatInrChange(call.slippage)],
        ] as const)),
  ];
  return (
    <section css={boxCss} aria-label="The call">
      <div css={whoCss}>
        <span>
          <ExpertName expert={call.expert} size={32} />
          <small>
            {call.expert.profession} · SEBI {call.expert.reg_no}
          </small>
        </span>
        {action}
      </div>
      <div css={profitCss}>
        <ProfitFigure call={call} />
        <small>
          <SymbolLink symbol={call.underlying} title={`Everything about ${call.underlying}`}>
            {call.underlying_name}
          </SymbolLink>{' '}
          · {OUTLOOK_LABEL[call.outlook]}
        </small>
        <Badge tone="neutral">{outcomeLabel(call.status)}</Badge>
        {!call.defined_risk && <Badge tone="warn">Risk not limited</Badge>}
      </div>
      {open && call.stale && (
        <p css={warnCss} role="status">
          No quote since {formatIst(call.stale.since)}. Nothing closes the call until every leg has one.
        </p>
      )}
      {call.now?.banned && (
        <p css={warnCss} role="status">
          In F&O ban today: positions may be closed, and none may be opened.
        </p>
      )}
      <dl css={factsCss}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {call.exit_reason && (
        <p css={noteCss} translate="no">
          {call.exit_reason}
        </p>
      )}
    </section>
  );
}
