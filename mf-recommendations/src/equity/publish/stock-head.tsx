import { css } from '@emotion/react';
import type { Instrument, MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { unknownChangeText } from '@vimarsh/shared/domain/calls/step-words.ts';
import { formatFloat, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import type { LivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';

/** Below this price and chart stand above the fields and stay in sight: what does not move is left out. */
const NARROW = '@media (max-width: 1099.98px)';
const boxCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: var(--s-4) var(--s-16);
  min-height: 48px;
  ${NARROW} {
    min-height: 0;
  }
  & > b {
    font-size: var(--t-20);
    font-weight: 600;
  }
`;
const factsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-4) var(--s-16);
  width: 100%;
  font-size: var(--t-12);
  color: var(--ink-2);
  font-variant-numeric: tabular-nums;
  ${NARROW} {
    & > :first-child {
      display: none;
    }
  }
`;

export type Stock = Instrument & { band_low: number; band_high: number };

/** The head's room until the stock is known. */
export const HeadWaits = () => <Skeleton height={50} />;

/** The chosen stock with its live price, price band and tick, and whether prices are up to date. */
export function StockHead({ stock, live, clock }: { stock: Stock; live: LivePrice; clock: MarketClock | undefined }) {
  const { quote } = live;
  return (
    <div css={boxCss}>
      <b>
        <PriceCell live={live} />
      </b>
      <Change pct={quote?.change_pct} abs={quote?.change ?? null} />
      {quote?.step && <Badge tone="warn">{unknownChangeText(quote.step)}</Badge>}
      {clock?.stale && <StaleBadge asOf={clock.now} />}
      {clock && clock.phase !== 'continuous' && <Badge>{clock.label}</Badge>}
      {stock.status !== 'active' && (
        <Badge tone="warn">{stock.status === 'ban' ? 'In F&O ban' : stock.status === 'suspended' ? 'Suspended' : 'Delisted'}</Badge>
      )}
      <span css={factsCss}>
        <span>{stock.name}</span>
        <span>
          Band {formatInr(stock.band_low)}–{formatFloat(stock.band_high)}
        </span>
        <span>Step ₹{formatFloat(stock.tick)}</span>
      </span>
    </div>
  );
}
