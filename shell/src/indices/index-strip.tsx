import { css } from '@emotion/react';
import { readVolatilityIndex } from '@vimarsh/shared/contract/options-insight/routes.ts';
import { formatIstTime, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { fadingRowCss, useFadingRow } from '@vimarsh/shared/ui/page/fading-row.ts';
import { media, useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import { INDICES, useIndexQuotes, VIX } from './index-reading.ts';

const VIX_EVERY_MS = 60_000;

/** On the desk two lines a value, beside the title; on a phone one line that is pushed sideways. */
const stripCss = css`
  display: flex;
  gap: var(--s-4);
  font-size: var(--t-12);
  line-height: 1.3;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  & a {
    flex: none;
    display: flex;
    align-items: center;
    gap: 6px;
    /* Room for a value and its change before they come: the next index would be pushed along. */
    min-width: 206px;
    height: 40px;
    padding: 0 var(--s-8);
    border-radius: var(--r-6);
    color: var(--ink);
    text-decoration: none;
  }
  & a:hover {
    background: var(--line);
  }
  & a:focus-visible {
    outline-offset: -2px;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & b {
    font-weight: 600;
  }
  ${media.chat} {
    & a {
      display: grid;
      grid-template-columns: auto auto;
      align-content: center;
      justify-content: start;
      gap: 0 6px;
      min-width: 0;
      width: 132px;
    }
    & small {
      grid-column: 1 / -1;
    }
  }
`;
const oldCss = css`
  color: var(--warn);
`;

interface IndexProps {
  name: string;
  to: string;
  value: number | null;
  change: number | null;
  /** UTC instant of a value that is old; null while it is not. */
  old: string | null;
}

/** In the same box whether it is known, old or missing. Values are points, not rupees; a name is the same in every language. */
function Index({ name, to, value, change, old }: IndexProps) {
  // The desk's boxes have room for the time alone beside five digits and two decimals.
  const wide = useWideAs('chat');
  const time = old && formatIstTime(old).slice(0, 5);
  return (
    <Link to={to} title={old ? `${name}: not up to date` : undefined}>
      <small translate="no">{name}</small>
      <b translate="no">{formatNumber(value, 2)}</b>
      {time ? <span css={oldCss}>{wide ? time : `since ${time}`}</span> : <Change pct={change} />}
    </Link>
  );
}

/** Where the market stands, in the head of every screen. */
export function IndexStrip() {
  const { of, stale } = useIndexQuotes();
  const { props: row } = useFadingRow<HTMLElement>(of.size);
  const {
    data: vix,
    stale: vixStale,
    asOf,
  } = useQuery(readVolatilityIndex, {}, { every: VIX_EVERY_MS, told: ['UNREACHABLE', 'BAD_ANSWER', 'INTERNAL', 'RETRY'] });
  return (
    <nav {...row} css={[fadingRowCss, stripCss]} aria-label="Indices now">
      {INDICES.map(({ symbol, name, to }) => {
        const quote = of.get(symbol);
        return (
          <Index
            key={symbol}
            name={name}
            to={to}
            value={quote?.ltp ?? null}
            change={quote?.change_pct ?? null}
            old={quote && stale && quote.phase === 'continuous' ? quote.ts : null}
          />
        );
      })}
      {/* Asked for once a minute: where the others stand still it is not known to be newer. */}
      <Index {...VIX} value={vix?.value ?? null} change={vix?.change_pct ?? null} old={vix && (vixStale || stale) ? asOf : null} />
    </nav>
  );
}
