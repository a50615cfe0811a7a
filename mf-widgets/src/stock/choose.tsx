import { css } from '@emotion/react';
import { listCalls } from '@vimarsh/shared/contract/calls/routes.ts';
import { readQuotes, searchInstruments } from '@vimarsh/shared/contract/market/routes.ts';
import type { Quote } from '@vimarsh/shared/contract/market/types.ts';
import { stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { Combobox, type ComboboxOption } from '@vimarsh/shared/ui/fields/combobox.tsx';
import { Card } from '../insight/parts.view.tsx';
import { type CalledStock, calledStocks } from './called-stocks.ts';

/** Indices stand in points, and no call is on one. */
const INDICES = ['NIFTY', 'BANKNIFTY'];
const POPULAR = ['RELIANCE', 'HDFCBANK', 'TCS', 'INFY', 'M&M', 'ITC', 'LT', 'SUNPHARMA', ...INDICES];
/** The most that a page of calls holds. */
const CALLS_READ = '50';
/** The rest is in the list of calls. */
const MOST_CALLED = 10;

/** Two lists beside each other on the desk. */
const listsCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-16);
  align-items: start;
  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`;
const rowsCss = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
`;
const rowCss = css`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto 76px;
  align-items: center;
  gap: 0 var(--s-12);
  min-height: 52px;
  border-top: 1px solid var(--line);
  &:first-of-type {
    border-top: 0;
  }
  &:hover {
    background: var(--hover);
  }
  & > span:last-child {
    text-align: right;
  }
`;
const nameCss = css`
  display: grid;
  min-width: 0;
  & a {
    color: var(--ink);
    font-weight: 600;
    text-decoration: none;
  }
  & a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  & small {
    overflow: hidden;
    color: var(--ink-2);
    font-size: var(--t-12);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** Without a stock, or with one that nobody knows: why, the way to another, and the stocks that a reader may want first. */
export function Choose({ text }: { text: string }) {
  const session = useSessionApi();
  const { data: calls } = useQuery(listCalls, { query: { view: 'live', limit: CALLS_READ } }, { shown: true });
  const called = calledStocks(calls?.items ?? []).slice(0, MOST_CALLED);
  const symbols = [...new Set([...called.map(({ symbol }) => symbol), ...POPULAR])];
  const { data: quotes } = useQuery(readQuotes, { query: { symbols: symbols.join(',') } }, { shown: true });
  const quoteOf = (symbol: string) => quotes?.find((one) => one.symbol === symbol) ?? null;
  const load = async (search: string): Promise<ComboboxOption[]> => {
    const found = await session.request(searchInstruments, { query: { search, limit: '8' } }, { quiet: true });
    return (found.data ?? []).map((item) => ({ value: item.symbol, label: item.symbol, hint: item.name }));
  };
  return (
    <>
      {text ? <p role="status">{text} Look it up by its symbol or its name.</p> : null}
      <Combobox
        label="Stock or index"
        placeholder="Symbol or name"
        value={null}
        load={load}
        onChange={(option) => option && navigate(stockPage(option.value))}
      />
      <div css={listsCss}>
        {called.length > 0 ? (
          <Card title="With open calls that you can read">
            <Rows stocks={called} quoteOf={quoteOf} />
          </Card>
        ) : null}
        <Card title="Often looked at">
          <Rows stocks={POPULAR.map((symbol) => ({ symbol, words: '' }))} quoteOf={quoteOf} />
        </Card>
      </div>
    </>
  );
}

function Rows({ stocks, quoteOf }: { stocks: readonly CalledStock[]; quoteOf: (symbol: string) => Quote | null }) {
  return (
    <ul css={rowsCss}>
      {stocks.map((stock) => (
        <StockLine key={stock.symbol} {...stock} quote={quoteOf(stock.symbol)} />
      ))}
    </ul>
  );
}

/** One stock or index: its price and the day's change, live, and what open calls say of it. */
function StockLine({ symbol, words, quote }: CalledStock & { quote: Quote | null }) {
  const live = useLivePrice(symbol);
  const shown = live.quote ?? quote;
  return (
    <li css={rowCss}>
      <span css={nameCss}>
        <Link to={stockPage(symbol)} translate="no">
          {symbol}
        </Link>
        {words ? <small>{words}</small> : null}
      </span>
      {INDICES.includes(symbol) ? <b>{shown ? formatNumber(shown.ltp, 2) : '–'}</b> : <PriceCell live={live} initial={quote?.ltp ?? null} />}
      <span>{shown ? <Change pct={shown.change_pct} /> : null}</span>
    </li>
  );
}
