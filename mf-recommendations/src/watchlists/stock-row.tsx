import { css } from '@emotion/react';
import type { StockFigures, WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { unknownChangeText } from '@vimarsh/shared/domain/calls/step-words.ts';
import { callsOn } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatFloat, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { AlertButton } from './alert-button.tsx';
import type { CallOn } from './open-call.tsx';
import { Cell, headedCss, NONE, Row, WIDE_WATCHLIST } from './row-cells.tsx';

export const stockColumns = css`
  --columns: minmax(110px, 1.3fr) 104px minmax(134px, 1fr) minmax(134px, 1fr) 96px 112px 92px;
`;
export const STOCK_HEADS = ['Stock', 'Price, day', 'Day’s range', '52 weeks', 'Volume, × usual', 'Sentiment', 'Open calls'] as const;

const STATES = { active: '', suspended: 'Trading suspended', ban: 'In F&O ban', delisted: 'Delisted', unknown: 'Not traded here any more' } as const;

interface StockRowProps {
  item: WatchItem;
  figures: StockFigures | undefined;
  callOn: CallOn;
}

/** A stock with its live price, what its owner is told of, what is known beside it, and the open call on it. */
export function StockRow({ item: { symbol, name, state }, figures, callOn }: StockRowProps) {
  const known = state !== 'unknown';
  const live = useLivePrice(known ? symbol : null);
  const { quote } = live;
  // Of a stock that is not traded now the last price stands, and no change of today.
  const trades = state === 'active' || state === 'ban';
  const { sentiment, year, volume_times, alert } = figures ?? {};
  const call = callOn(symbol);
  return (
    <Row
      name={known ? <SymbolLink symbol={symbol} /> : symbol}
      about={[quote?.step && unknownChangeText(quote.step), alert?.words, name].filter(Boolean).join(' · ')}
      // One call says for itself what it is.
      mark={call?.more === 0 ? undefined : openText(figures?.calls)}
      badge={STATES[state] && <Badge tone="warn">{STATES[state]}</Badge>}
      price={<PriceCell live={live} />}
      change={<Change pct={trades ? quote?.change_pct : null} />}
      button={<AlertButton symbol={symbol} name={symbol} />}
      call={call?.line}
    >
      <RangeCell label="Day" range={quote && trades ? quote : null} at={quote?.ltp ?? null} />
      <RangeCell label="52 weeks" range={year ?? null} at={quote?.ltp ?? null} />
      <Cell label="Volume, × usual">{volume_times == null ? '–' : formatNumber(volume_times, 1)}</Cell>
      <Cell label="Sentiment">{sentiment ? `${formatNumber(sentiment.score)} · ${sentiment.zone}` : '–'}</Cell>
      <Cell label="Open calls">
        <CallCounts symbol={symbol} calls={figures?.calls} />
      </Cell>
    </Row>
  );
}

/** "2 Buy · 1 Sell"; '' without an open call. */
const openText = (calls: StockFigures['calls'] | undefined): string =>
  (
    [
      ['Buy', calls?.buy],
      ['Sell', calls?.sell],
      ['Hold', calls?.hold],
    ] as const
  )
    .flatMap(([type, count]) => (count ? [`${count} ${type}`] : []))
    .join(' · ');

function CallCounts({ symbol, calls }: { symbol: string; calls: StockFigures['calls'] | undefined }) {
  const open = openText(calls);
  return open ? <Link to={callsOn(symbol, 'live')}>{open}</Link> : '–';
}

/** What it is, its bar and its two prices on one line; as one column of a wide list, the bar above the prices. */
const rangeCss = css`
  display: grid;
  /* Room for two prices of six digits (₹1,23,456.05), so that bars stand below each other and stay in their place. */
  grid-template-columns: 58px minmax(12px, 1fr) minmax(0, 174px);
  align-items: center;
  column-gap: var(--s-8);
  height: 24px;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  text-align: right;
  & > small {
    text-align: left;
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  & > [data-bar] {
    position: relative;
    height: 3px;
    border-radius: 2px;
    background: var(--line-strong);
  }
  & > [data-bar='none'] {
    visibility: hidden;
  }
  & i {
    position: absolute;
    top: -3px;
    width: 3px;
    height: 9px;
    margin-left: -1px;
    border-radius: 2px;
    background: var(--ink-2);
  }
  ${WIDE_WATCHLIST} {
    grid-template-columns: minmax(0, 1fr);
    row-gap: 4px;
    height: auto;
    white-space: normal;
  }
`;

interface RangeCellProps {
  label: string;
  /** ₹; null while it is not known. */
  range: { readonly low: number; readonly high: number } | null;
  at: number | null;
}

/** Two prices with where the third stands between them, ₹. It takes the same room before it is known. */
function RangeCell({ label, range, at }: RangeCellProps) {
  const share = !range || at === null || range.high <= range.low ? null : Math.min(1, Math.max(0, (at - range.low) / (range.high - range.low)));
  return (
    <span css={[rangeCss, headedCss]}>
      <small>{label}</small>
      <span data-bar={range ? 'drawn' : 'none'} aria-hidden="true">
        {share === null ? null : <i style={{ left: `${share * 100}%` }} />}
      </span>{' '}
      <span key={range ? 'figure' : 'none'}>{range ? `${formatFloat(range.low)} – ${formatFloat(range.high)}` : NONE}</span>
    </span>
  );
}
