import { css } from '@emotion/react';
import { readQuotes } from '@vimarsh/shared/contract/market/routes.ts';
import type { Instrument } from '@vimarsh/shared/contract/market/types.ts';
import { unknownChangeText } from '@vimarsh/shared/domain/calls/step-words.ts';
import { formatClose } from '@vimarsh/shared/domain/market/close-words.ts';
import { formatFloat, formatInrChange, formatIst, formatIstTime, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { fadingRowCss, useFadingRow } from '@vimarsh/shared/ui/page/fading-row.ts';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import Bell from 'lucide-react/icons/bell';

const Watch = part({ what: 'The button to watch it', load: () => import('./watch.part.tsx').then((file) => file.Watch) });

/** Stays in sight while one reads: what it is, what it costs now, and the way to each part. As high as `--stock-head` says. */
const barCss = css`
  position: sticky;
  top: calc(var(--head) + var(--ribbon));
  z-index: 6;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: center;
  height: var(--stock-head);
  margin: 0 calc(-1 * var(--s-16));
  padding: 0 var(--s-16);
  border-bottom: 1px solid var(--line);
  background: var(--canvas);
  @media (min-width: 880px) {
    margin: 0 calc(-1 * var(--s-24));
    padding: 0 var(--s-24);
  }
`;
const priceCss = css`
  display: flex;
  align-items: baseline;
  gap: var(--s-8);
  height: 32px;
  min-width: 0;
  font-size: var(--t-14);
  white-space: nowrap;
  & > strong,
  & > b {
    font-size: var(--t-16);
    font-weight: 600;
  }
  & > strong {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* In rupees where there is room. */
  & > small {
    display: none;
    color: var(--ink-2);
  }
  @media (min-width: 880px) {
    height: 40px;
    gap: var(--s-12);
    font-size: var(--t-16);
    & > small {
      display: inline;
      font-size: var(--t-14);
      font-variant-numeric: tabular-nums;
    }
    & > strong,
    & > b {
      font-size: var(--t-28);
      line-height: 1.2;
    }
  }
`;
const linksCss = css`
  display: flex;
  gap: 0 var(--s-16);
  & a {
    flex: none;
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    color: var(--ink-2);
    font-size: var(--t-13);
    font-weight: 500;
    text-decoration: none;
  }
  & a:hover {
    color: var(--ink);
    text-decoration: underline;
  }
  & a:focus-visible {
    outline-offset: -2px;
  }
`;
const aboutCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  align-content: start;
  gap: var(--s-4) var(--s-12);
  min-height: 46px;
  font-size: var(--t-13);
  color: var(--ink-2);
  & b {
    font-weight: 600;
    color: var(--ink);
  }
  @media (min-width: 880px) {
    min-height: 24px;
  }
`;
/** What one may do with it, on a line of its own on a phone: a list's name is as long as its owner wants. */
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
  width: 100%;
  min-width: 0;
  min-height: 44px;
  & > a,
  & > button {
    min-width: 0;
    max-width: 100%;
    /* Both on one line of a phone. */
    padding-inline: var(--s-8);
  }
  @media (min-width: 880px) {
    width: auto;
    margin-left: auto;
  }
`;
const haltedCss = css`
  padding: var(--s-12) var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--warn-soft);
  color: var(--warn);
  font-weight: 500;
`;

const STATUSES = { active: '', suspended: 'Trading suspended', ban: 'In F&O ban', delisted: 'Delisted' } as const;
const CAPS = { large: 'large cap', mid: 'mid cap', small: 'small cap' } as const;

export interface PartLink {
  readonly id: string;
  readonly label: string;
}

/** Symbol, price, the day's change and its time, and the way to each part. `about` is null until it is known what the symbol names. */
export function StockHead({ symbol, about, parts }: { symbol: string; about: Instrument | null; parts: readonly PartLink[] }) {
  const live = useLivePrice(symbol);
  const { data, error, refetch } = useQuery(readQuotes, { query: { symbols: symbol } }, { told: ['UNKNOWN_SYMBOL'] });
  const quote = live.quote ?? data?.find((one) => one.symbol === symbol) ?? null;
  const session = useSession();
  const { signedIn } = session;
  const { props: row } = useFadingRow<HTMLElement>(`${parts.length} ${signedIn}`);
  const ask = () => {
    if (!session.emit('alert.asked', { symbol }))
      session.notify({ kind: 'error', title: 'Your alerts could not be opened', text: 'Try again in a moment.', ms: 3000 });
  };
  const isIndex = about?.kind === 'index';
  const watchable = signedIn && !isIndex && about?.status !== 'delisted';
  const halted = about?.status === 'suspended' || about?.status === 'delisted';
  return (
    <>
      <div css={barCss}>
        <div css={priceCss}>
          <strong>{symbol}</strong>
          {quote && about ? (
            <>
              {/* An index stands in points, not in rupees. */}
              <b>{isIndex ? formatNumber(quote.ltp, 2) : <PriceCell live={live} initial={quote.ltp} />}</b>
              {halted ? null : (
                <>
                  <Change pct={quote.change_pct} />
                  <small>{quote.step ? unknownChangeText(quote.step) : isIndex ? formatFloat(quote.change) : formatInrChange(quote.change)}</small>
                </>
              )}
            </>
          ) : error && !quote ? (
            <Button kind="plain" onClick={refetch}>
              Price could not be loaded. Retry
            </Button>
          ) : data && !quote ? (
            <span>No price yet</span>
          ) : (
            <Skeleton width={140} height={20} />
          )}
        </div>
        <nav {...row} css={[fadingRowCss, linksCss]} aria-label="Parts of this page">
          {parts.map(({ id, label }) => (
            <a key={id} href={`#${id}`}>
              {label}
            </a>
          ))}
        </nav>
      </div>
      <div css={aboutCss}>
        {about ? (
          <>
            <b>{about.name}</b>
            <span>{[about.exchange, about.sector, about.kind === 'equity' && about.cap ? CAPS[about.cap] : ''].filter(Boolean).join(' · ')}</span>
            {STATUSES[about.status] ? <Badge tone="warn">{STATUSES[about.status]}</Badge> : null}
          </>
        ) : (
          <Skeleton width={220} height={14} />
        )}
        {quote ? (
          live.stale && !halted ? (
            <StaleBadge asOf={quote.ts} />
          ) : (
            <span>as of {quote.phase === 'continuous' && !halted ? formatIstTime(quote.ts) : formatClose(quote.ts)}</span>
          )
        ) : null}
        {signedIn ? (
          <div css={actionsCss}>
            {watchable && about ? <Watch symbol={symbol} /> : null}
            {about && !halted ? (
              <Button kind="quiet" onClick={ask}>
                <Bell size={16} aria-hidden="true" />
                Set alert
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
      {about && halted && quote ? (
        <p css={haltedCss} role="status">
          {about.status === 'suspended' ? 'Trading is suspended.' : 'It is not listed any more.'} Last traded {formatIst(quote.ts)}; the price is from that day.
        </p>
      ) : null}
    </>
  );
}
