import { css } from '@emotion/react';
import { readContractFigures } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { WatchItem, Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { OPTIONS_WATCHLIST } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { useState } from 'react';
import { AddContract } from './add-contract.tsx';
import { useWhenAlertsChange } from './alert-button.tsx';
import { CONTRACT_HEADS, ContractRow, contractColumns } from './contract-row.tsx';
import { contractName, strikeText } from './contract-words.ts';
import type { ListView } from './list-panel.tsx';
import { WatchlistScreen } from './watchlist.screen.tsx';
import { useWhenAdded } from './when-added.ts';

/** Chains have no socket of their own; the server computes them anew every five seconds. */
const EVERY_MS = 10_000;

const archiveCss = css`
  & summary {
    min-height: 44px;
    line-height: 44px;
    color: var(--ink-2);
    cursor: pointer;
  }
  & ul {
    margin: 0 0 var(--s-12);
    padding: 0;
    list-style: none;
  }
  & li {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: var(--s-4) var(--s-16);
    padding: var(--s-8) 0;
    border-bottom: 1px solid var(--line);
  }
  & small {
    color: var(--ink-2);
  }
`;

function Archive({ items, onForget }: { items: readonly WatchItem[]; onForget: (() => void) | undefined }) {
  const [asked, setAsked] = useState(false);
  if (items.length === 0) return null;
  return (
    <details css={archiveCss}>
      <summary>{items.length === 1 ? '1 expired contract' : `${items.length} expired contracts`}</summary>
      <ul aria-label="Expired contracts">
        {items.map(({ code, symbol, contract }) => (
          <li key={code}>
            <span>
              {symbol} {contract ? strikeText(contract) : ''}
            </span>
            <small>{contract ? `Expired on ${formatDay(contract.expiry)}` : ''}</small>
          </li>
        ))}
      </ul>
      {onForget ? <Button onClick={() => setAsked(true)}>Clear expired contracts</Button> : null}
      {asked && onForget ? (
        <SureDialog
          open
          title="Clear expired contracts?"
          text="They are gone from this list then. Save it as a file first if you may want them back."
          action="Clear"
          onKeep={() => setAsked(false)}
          onSure={() => {
            setAsked(false);
            onForget();
          }}
        />
      ) : null}
    </details>
  );
}

function useContractRows({ id, items }: Watchlist) {
  const { data, refetch } = useSeenQuery(readContractFigures, { params: { id } }, { every: EVERY_MS, enabled: items.length > 0, shown: true, fresh: 0 });
  useWhenAdded(items, refetch);
  useWhenAlertsChange(refetch);
  const figures = new Map(data?.map((each) => [each.code, each]));
  return { row: (item: WatchItem) => <ContractRow item={item} figures={figures.get(item.code)} /> };
}

const VIEW: ListView = {
  nameOf: contractName,
  columns: contractColumns,
  heads: CONTRACT_HEADS,
  useRows: useContractRows,
  add: (onAdd) => <AddContract onAdd={onAdd} />,
  archive: ({ archived }, onForget) => <Archive items={archived} onForget={onForget} />,
  nothing: { title: 'Nothing in this list yet', text: 'Choose an index or a stock, then a contract of its chain.' },
};

/** `/options-watchlist`: the option contracts a person watches; expired ones are kept with their day (S2.1-ROUTE-16). */
export function Page() {
  return <WatchlistScreen segment="options" title="Options watchlist" place={OPTIONS_WATCHLIST} view={VIEW} />;
}
