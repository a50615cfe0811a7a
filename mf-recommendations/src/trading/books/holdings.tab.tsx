import { readHoldings } from '@vimarsh/shared/contract/trading/routes.ts';
import type { TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { formatNumber, roundTo } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { MoneyChange, Price } from '@vimarsh/shared/ui/calls/price.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import { ticketAddress } from '../trading-url.ts';
import { bookCss, bookFiguresCss } from './book-css.ts';
import { Told } from './told.tsx';

/** Holdings by the broker's book, each with the way to sell it. */
export function HoldingsTab({ desk }: { desk: TradingDesk }) {
  const answer = useQuery(readHoldings, {}, { every: 60_000, shown: true });
  return (
    <Told what="your holdings" answer={answer} broker={desk.broker.title}>
      {(holdings) =>
        holdings.length === 0 ? (
          <EmptyState title="No holdings" text="Shares that you bought with delivery stand here once they are settled." />
        ) : (
          <ul css={bookCss} aria-label="Holdings">
            {holdings.map(({ symbol, name, exchange, quantity, unsettled, average, ltp }) => (
              <li key={`${symbol} ${exchange}`}>
                <span>
                  <strong>
                    <SymbolLink symbol={symbol} />
                  </strong>{' '}
                  <small>
                    <span translate="no">{name}</span> · {exchange}
                  </small>
                </span>
                <Link css={buttonCss('quiet')} to={ticketAddress({ symbol, contract: null, side: 'sell' })}>
                  Sell
                </Link>
                <dl css={bookFiguresCss}>
                  <div>
                    <dt>Held</dt>
                    <dd>{formatNumber(quantity)}</dd>
                  </div>
                  <div>
                    <dt>Not settled yet</dt>
                    <dd>{formatNumber(unsettled)}</dd>
                  </div>
                  <div>
                    <dt>Average</dt>
                    <dd>
                      <Price value={average} />
                    </dd>
                  </div>
                  <div>
                    <dt>Now</dt>
                    <dd>
                      <Price value={ltp} />
                    </dd>
                  </div>
                  <div>
                    <dt>Made so far</dt>
                    <dd>
                      <MoneyChange value={ltp === null ? null : roundTo((ltp - average) * quantity, 2)} />
                    </dd>
                  </div>
                </dl>
              </li>
            ))}
          </ul>
        )
      }
    </Told>
  );
}
