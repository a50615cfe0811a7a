import { css } from '@emotion/react';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Change, Price } from '@vimarsh/shared/ui/calls/price.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Table } from '@vimarsh/shared/ui/page/table.tsx';
import { useInsight } from './read-insight.ts';
import { PartState } from './stock-part.tsx';

const listCss = css`
  display: grid;
  gap: var(--s-8);
  margin: 0;
  padding: 0;
  list-style: none;
  font-size: var(--t-13);
  & b {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;
const quietCss = css`
  margin-top: var(--s-8);
  font-size: var(--t-12);
  color: var(--ink-3);
`;

/** What the market data knows of splits, bonuses, dividends and halts. */
export function ActionsPart({ symbol }: { symbol: string }) {
  const { data, error, refetch } = useInsight(symbol);
  if (!data) return <PartState what="the corporate actions" error={error} onRetry={refetch} />;
  if (data.actions.length === 0) return <p>None is known.</p>;
  return (
    <>
      <ul css={listCss}>
        {data.actions.toReversed().map(({ day, text }) => (
          <li key={`${day} ${text}`}>
            <b>{formatDay(day)}</b> {text}
          </li>
        ))}
      </ul>
      <p css={quietCss}>Past prices are adjusted for splits and bonuses.</p>
    </>
  );
}

/** Where one may look next. */
export function PeersPart({ symbol }: { symbol: string }) {
  const { data, error, refetch } = useInsight(symbol);
  if (!data) return <PartState what="the other stocks" error={error} onRetry={refetch} />;
  if (data.peers.length === 0) return <p>There are no others.</p>;
  return (
    <Table
      caption={`Other large stocks in ${data.sector}`}
      rows={data.peers}
      rowKey={(peer) => peer.symbol}
      columns={[
        { key: 'symbol', label: 'Stock', render: (peer) => <SymbolLink symbol={peer.symbol} title={peer.name} /> },
        { key: 'ltp', label: 'Price', align: 'end', render: (peer) => <Price value={peer.ltp} /> },
        {
          key: 'change',
          label: 'Change',
          align: 'end',
          render: (peer) => (peer.last_traded ? <small>Last trade {formatDay(peer.last_traded)}</small> : <Change pct={peer.change_pct} />),
        },
      ]}
    />
  );
}
