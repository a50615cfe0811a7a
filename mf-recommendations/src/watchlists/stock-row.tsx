import { css } from '@emotion/react';
import type { StockFigures, WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { callsOn } from '@vimarsh/shared/domain/routing/places.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/live-price.ts';
import { Change } from '@vimarsh/shared/ui/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/price-cell.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/symbol-link.tsx';
import { AlertButton } from './alert-button.tsx';
import { Cell, RangeFigure, Row } from './row-cells.tsx';

export const stockColumns = css`
  --columns: minmax(130px, 1.3fr) 112px minmax(126px, 1fr) minmax(126px, 1fr) 104px 112px 92px;
`;
export const STOCK_HEADS = ['Stock', 'Price, day', 'Day’s range', '52 weeks', 'Volume, × usual', 'Sentiment', 'Open calls'] as const;

const STATES = { active: '', suspended: 'Trading suspended', ban: 'In F&O ban', delisted: 'Delisted', unknown: 'Not traded here any more' } as const;

/** A stock with its live price, what its owner is told of, and what is known beside it. */
export function StockRow({ item: { symbol, name, state }, figures }: { item: WatchItem; figures: StockFigures | undefined }) {
  const known = state !== 'unknown';
  const live = useLivePrice(known ? symbol : null);
  const { quote } = live;
  // Of a stock that is not traded now the last price stands, and no change of today.
  const trades = state === 'active' || state === 'ban';
  const { sentiment, year, volume_times, alert } = figures ?? {};
  return (
    <Row
      name={known ? <SymbolLink symbol={symbol} /> : symbol}
      about={alert ? `${alert.words} · ${name}` : name}
      badge={STATES[state] && <Badge tone="warn">{STATES[state]}</Badge>}
      price={<PriceCell live={live} />}
      change={<Change pct={trades ? quote?.change_pct : null} />}
      button={<AlertButton symbol={symbol} name={symbol} />}
    >
      <Cell label="Day">{quote && trades ? <RangeFigure low={quote.low} high={quote.high} at={quote.ltp} /> : '–'}</Cell>
      <Cell label="52 weeks">{year ? <RangeFigure {...year} at={quote?.ltp ?? null} /> : '–'}</Cell>
      <Cell label="Volume, × usual">{volume_times == null ? '–' : formatNumber(volume_times, 1)}</Cell>
      <Cell label="Sentiment">{sentiment ? `${formatNumber(sentiment.score)} · ${sentiment.zone}` : '–'}</Cell>
      <Cell label="Open calls">
        <OpenCalls symbol={symbol} calls={figures?.calls} />
      </Cell>
    </Row>
  );
}

function OpenCalls({ symbol, calls }: { symbol: string; calls: StockFigures['calls'] | undefined }) {
  const open = (
    [
      ['Buy', calls?.buy],
      ['Sell', calls?.sell],
      ['Hold', calls?.hold],
    ] as const
  ).filter(([, count]) => count);
  if (open.length === 0) return '–';
  return <Link to={callsOn(symbol, 'live')}>{open.map(([type, count]) => `${count} ${type}`).join(' · ')}</Link>;
}
