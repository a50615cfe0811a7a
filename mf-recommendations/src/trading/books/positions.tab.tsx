import { readPositions } from '@vimarsh/shared/contract/trading/routes.ts';
import type { Position, TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { memberCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatInr, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { MoneyChange, Price } from '@vimarsh/shared/ui/calls/price.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import { instrumentText, PRODUCT_WORD } from '../orders/order-words.ts';
import { quietCss } from '../trading-css.ts';
import { tabAddress, ticketAddress } from '../trading-url.ts';
import { useOrderNews } from '../use-orders.ts';
import { bookCss, bookFiguresCss, fromCss, sumCss } from './book-css.ts';
import { Told } from './told.tsx';

const EVERY_MS = 10_000;
const rupees = (paise: number | null): number | null => (paise === null ? null : paise / 100);

/** Positions by the broker's book: what each makes, which call it is from, and what following that call made. */
export function PositionsTab({ desk }: { desk: TradingDesk }) {
  const answer = useQuery(readPositions, {}, { every: EVERY_MS, fresh: 0, shown: true });
  useOrderNews(answer.refetch);
  return (
    <Told what="your positions" answer={answer} broker={desk.broker.title}>
      {(positions) =>
        positions.length === 0 ? (
          <EmptyState
            title="No positions"
            text="What your orders bought or sold stands here as soon as your broker’s book has it."
            action={
              <Link css={buttonCss('quiet')} to={tabAddress('orders')}>
                See your orders
              </Link>
            }
          />
        ) : (
          <>
            <PositionSum positions={positions} />
            <ul css={bookCss} aria-label="Positions">
              {positions.map((position) => (
                <li key={`${instrumentText(position)} ${position.product} ${position.exchange}`}>
                  <PositionRow position={position} />
                </li>
              ))}
            </ul>
          </>
        )
      }
    </Told>
  );
}

/** All positions together. Without a price of one of them there is no sum of what is open. */
function PositionSum({ positions }: { positions: readonly Position[] }) {
  const open = positions.some(({ open_paise }) => open_paise === null) ? null : positions.reduce((sum, { open_paise }) => sum + open_paise!, 0);
  return (
    <dl css={sumCss}>
      <div>
        <dt>Open now</dt>
        <dd>
          <MoneyChange value={rupees(open)} />
        </dd>
      </div>
      <div>
        <dt>Closed today</dt>
        <dd>
          <MoneyChange value={rupees(positions.reduce((sum, { realised_paise }) => sum + realised_paise, 0))} />
        </dd>
      </div>
    </dl>
  );
}

function PositionRow({ position }: { position: Position }) {
  const { symbol, contract, quantity, average, ltp, realised_paise, open_paise, from, elsewhere, product, exchange } = position;
  const held = Math.abs(quantity);
  return (
    <>
      <span>
        <strong translate="no">{instrumentText(position)}</strong>{' '}
        <small>
          {exchange} · {PRODUCT_WORD[product]}
        </small>
      </span>
      {quantity !== 0 && (
        <Link css={buttonCss('quiet')} to={ticketAddress({ symbol, contract, side: quantity > 0 ? 'sell' : 'buy' })}>
          {quantity > 0 ? 'Sell' : 'Buy back'}
        </Link>
      )}
      <dl css={bookFiguresCss}>
        <div>
          <dt>{quantity < 0 ? 'Sold short' : 'Held'}</dt>
          <dd>{quantity === 0 ? 'Closed' : formatNumber(held)}</dd>
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
          <dt>Open</dt>
          <dd>
            <MoneyChange value={rupees(open_paise)} />
          </dd>
        </div>
        <div>
          <dt>Closed today</dt>
          <dd>
            <MoneyChange value={rupees(realised_paise)} />
          </dd>
        </div>
      </dl>
      {(from.length > 0 || elsewhere !== 0) && (
        <ul css={fromCss} aria-label={`Where ${instrumentText(position)} is from`}>
          {from.map((part) => (
            <li key={part.call_id ?? ''}>
              <span>
                <span>{formatNumber(part.quantity)}</span>{' '}
                {part.call_id ? (
                  <>
                    from the call <Link to={memberCallAddress({ kind: contract ? 'options' : 'equity', id: part.call_id })}>{part.words}</Link>
                  </>
                ) : (
                  <span css={quietCss}>of your own choice</span>
                )}
              </span>
              <span>
                made <MoneyChange value={rupees(part.made_net_paise)} /> <small>after charges ({formatInr(rupees(part.made_paise))} before)</small>
              </span>
            </li>
          ))}
          {elsewhere !== 0 && (
            <li>
              <span>
                <span>{formatNumber(elsewhere)}</span> <span css={quietCss}>traded elsewhere, or by your broker</span>
              </span>
            </li>
          )}
        </ul>
      )}
    </>
  );
}
