import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { contractName, OUTLOOK_LABEL, STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { ExpertName } from '@vimarsh/shared/ui/calls/expert-name.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { BASIS_LABEL, levelText } from '../option-words.ts';
import { premiumText, StructureFigures } from './structure-figures.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-16);
`;
const factsCss = css`
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

export type TermsOfCall = Pick<
  OptionCall,
  | 'expert'
  | 'underlying'
  | 'strategy'
  | 'outlook'
  | 'legs'
  | 'net_premium'
  | 'max_profit'
  | 'max_loss'
  | 'breakevens'
  | 'pop'
  | 'margin_est'
  | 'defined_risk'
  | 'level_basis'
  | 'target'
  | 'stop_loss'
  | 'net_limit'
  | 'valid_till'
>;

/** An option call at a glance: author, legs, levels and figures. */
export function OptionTerms({ call }: { call: TermsOfCall }) {
  const facts: readonly (readonly [string, string])[] = [
    ['Target', levelText(call.level_basis, call.target)],
    ['Stop-loss', levelText(call.level_basis, call.stop_loss)],
    ['Measured on', BASIS_LABEL[call.level_basis]],
    ['Valid till', formatDay(call.valid_till)],
    ...(call.net_limit === null ? [] : [['Net limit per share', premiumText(call.net_limit)] as const]),
  ];
  return (
    <div css={boxCss}>
      <ExpertName expert={call.expert} />
      <p>
        <b>
          <span translate="no">{call.underlying}</span> {STRATEGY_LABEL[call.strategy]}
        </b>{' '}
        · {OUTLOOK_LABEL[call.outlook]}
      </p>
      <Table
        caption="Legs"
        captionHidden
        columns={[
          { key: 'leg', label: 'Leg', render: (leg) => `${leg.side === 'buy' ? 'Buy' : 'Sell'} ${contractName(leg)}` },
          { key: 'expiry', label: 'Expiry', render: (leg) => formatDay(leg.expiry) },
          { key: 'lots', label: 'Lots', align: 'end', render: (leg) => leg.lots },
          { key: 'price', label: 'Price', align: 'end', render: (leg) => formatInr(leg.mid) },
        ]}
        rows={call.legs}
        rowKey={(leg) => `${leg.side} ${leg.type} ${leg.strike} ${leg.expiry}`}
      />
      <dl css={factsCss}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <StructureFigures figures={call} />
    </div>
  );
}
