import { readStockFigures } from '@vimarsh/shared/contract/watchlists/routes.ts';
import type { WatchItem, Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { EQUITY_WATCHLIST } from '@vimarsh/shared/domain/routing/member-places.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { Combobox } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { useStockSearch } from '../call/list/stock-search.ts';
import { useWhenAlertsChange } from './alert-button.tsx';
import type { ListView } from './list-panel.tsx';
import { STOCK_HEADS, StockRow, stockColumns } from './stock-row.tsx';
import { WatchlistScreen } from './watchlist.screen.tsx';
import { useWhenAdded } from './when-added.ts';

/** Sentiment and ranges change slowly; prices come by the socket. */
const EVERY_MS = 60_000;

function AddStock({ onAdd }: { onAdd: (item: WatchItem) => void }) {
  const search = useStockSearch();
  return (
    <Combobox
      label="Add a stock"
      placeholder="Symbol or name"
      value={null}
      load={search}
      onChange={(option) => option && onAdd({ code: option.value, symbol: option.value, name: option.hint ?? '', state: 'active', contract: null })}
    />
  );
}

function useStockRows({ id, items }: Watchlist) {
  const { data, refetch } = useSeenQuery(readStockFigures, { params: { id } }, { every: EVERY_MS, enabled: items.length > 0, shown: true, fresh: 0 });
  useWhenAdded(items, refetch);
  useWhenAlertsChange(refetch);
  const figures = new Map(data?.map((each) => [each.code, each]));
  return (item: WatchItem) => <StockRow item={item} figures={figures.get(item.code)} />;
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
