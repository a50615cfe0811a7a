import { css } from '@emotion/react';
import { readStockFigures } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { WatchItem, Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { EQUITY_WATCHLIST } from '@vimarsh/shared/domain/routing/member-places.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { useCallback, useState } from 'react';
import { useStockSearch } from '../call/list/stock-search.ts';
import { useWhenAlertsChange } from './alert-button.tsx';
import type { ListView } from './list-panel.tsx';
import type { CallOn } from './open-call.tsx';
import { OpenCallsLater } from './open-calls.later.tsx';
import { STOCK_HEADS, StockRow, stockColumns } from './stock-row.tsx';
import { WatchlistScreen } from './watchlist.screen.tsx';
import { useWhenAdded } from './when-added.ts';

/** Sentiment and ranges change slowly; prices come by the socket. */
const EVERY_MS = 60_000;

/** As wide as a name, wherever it stands. */
const fieldCss = css`
  max-width: 420px;
`;

function AddStock({ onAdd }: { onAdd: (item: WatchItem) => void }) {
  const search = useStockSearch();
  return (
    <div css={fieldCss}>
      <Combobox
        label="Add a stock"
        labelHidden
        placeholder="Add a stock: symbol or name"
        value={null}
        load={search}
        onChange={(option) => option && onAdd({ code: option.value, symbol: option.value, name: option.hint ?? '', state: 'active', contract: null })}
      />
    </div>
  );
}

function useStockRows({ id, items }: Watchlist) {
  const { data, refetch } = useSeenQuery(readStockFigures, { params: { id } }, { every: EVERY_MS, enabled: items.length > 0, shown: true, fresh: 0 });
  useWhenAdded(items, refetch);
  useWhenAlertsChange(refetch);
  const figures = new Map(data?.map((each) => [each.code, each]));
  const [known, setKnown] = useState<{ readonly callOn: CallOn } | null>(null);
  const onKnown = useCallback((callOn: CallOn) => setKnown({ callOn }), []);
  return {
    // A row that grew later would move those below it.
    row: known && ((item: WatchItem) => <StockRow item={item} figures={figures.get(item.code)} callOn={known.callOn} />),
    beside: <OpenCallsLater items={items} onKnown={onKnown} />,
  };
}

const VIEW: ListView = {
  nameOf: ({ symbol }) => symbol,
  columns: stockColumns,
  heads: STOCK_HEADS,
  useRows: useStockRows,
  add: (onAdd) => <AddStock onAdd={onAdd} />,
  archive: () => null,
  nothing: { title: 'Nothing in this list yet', text: 'Add a stock by its symbol or name, or a CSV file.' },
};

/** `/equity-watchlist`: the stocks a person watches, with live prices (S2.1-ROUTE-15). */
export function Page() {
  return <WatchlistScreen segment="equity" title="Watchlist" place={EQUITY_WATCHLIST} view={VIEW} />;
}
