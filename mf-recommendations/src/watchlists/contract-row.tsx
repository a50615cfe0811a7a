import { css } from '@emotion/react';
import type { ContractFigures, WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { formatDay, formatInr, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { AlertButton } from './alert-button.tsx';
import { contractName, strikeText } from './contract-words.ts';
import { Cell, Row } from './row-cells.tsx';

export const contractColumns = css`
  --columns: minmax(170px, 1.3fr) 104px 92px minmax(150px, 1fr) 64px 64px 108px;
`;
export const CONTRACT_HEADS = ['Contract', 'Premium, day', 'Calendar days left', 'Open interest', 'IV %', 'Delta', 'Strike to price'] as const;

/** A contract as its chain has it now. */
export function ContractRow({ item, figures }: { item: WatchItem; figures: ContractFigures | undefined }) {
  const { symbol, contract } = item;
  if (!contract) return null;
  const { last, change_pct, oi, oi_change = 0, iv, delta, distance_pct, alert } = figures ?? {};
  return (
    <Row
      name={
        <>
          <SymbolLink symbol={symbol} /> {strikeText(contract)}
        </>
      }
      about={alert ? `${formatDay(contract.expiry)} · ${alert.words}` : formatDay(contract.expiry)}
      price={formatInr(last)}
      change={<Change pct={change_pct} />}
      button={<AlertButton symbol={symbol} name={contractName(item)} />}
    >
      <Cell label="Calendar days left">{contract.days_left || 'Expires today'}</Cell>
      <Cell label="Open interest">{oi === undefined ? '–' : `${formatNumber(oi)} (${oi_change > 0 ? '+' : ''}${formatNumber(oi_change)})`}</Cell>
      <Cell label="IV %">{formatNumber(iv, 2)}</Cell>
      <Cell label="Delta">{formatNumber(delta, 2)}</Cell>
      <Cell label="Strike to price">{formatPercent(distance_pct)}</Cell>
    </Row>
  );
}
