import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { entryPassed } from '@vimarsh/shared/domain/calls/equity/entry-passed.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { MARKET_RISK_WARNING, REGISTERED_NAME, REGISTRATION_NO } from '@vimarsh/shared/domain/text/disclosure.ts';
import { formatAge, formatInr, formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { LATE } from '@vimarsh/shared/kit/query/late.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { outcome } from '@vimarsh/shared/ui/calls/call.view.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { PanLink } from '@vimarsh/shared/ui/page/pan-link.tsx';
import { waits } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState, StaleBadge } from '@vimarsh/shared/ui/page/state.tsx';
import { useLockedLines } from '../call/list/use-locked-lines.ts';
import { MOST, useLite } from './use-lite.ts';
import { hasWay, wayOf } from './way.ts';

/** The device's own letters: a web font would be a third of what this page may weigh. */
const pageCss = css`
  display: grid;
  gap: var(--s-12);
  max-width: 720px;
  margin: 0 auto;
  padding: var(--s-16);
  font-family: system-ui, sans-serif;
  & h1 {
    font: 600 var(--t-20) / 1.3 system-ui, sans-serif;
  }
  & button {
    font-family: inherit;
  }
`;
const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8) var(--s-16);
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
  }
`;
const listCss = css`
  border-top: 1px solid var(--line);
  & li {
    display: grid;
    gap: var(--s-4);
    min-height: 112px;
    padding: var(--s-12) 0;
    border-bottom: 1px solid var(--line);
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & strong {
    font-weight: 600;
  }
  & progress {
    width: 100%;
    height: 8px;
    accent-color: var(--accent);
  }
  & em {
    font-style: normal;
    font-weight: 600;
    color: var(--warn);
  }
`;
const quietCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;
/** Beside the button, with two lines of room on a phone: how old prices are is a longer sentence than that they are asked for. */
const askedCss = css`
  flex: 1 1 0;
  min-width: 0;
  @media (max-width: 599.98px) {
    min-height: 2lh;
  }
`;
/** What `progress` and its words will take. */
const roomCss = css`
  height: calc(8px + var(--s-4) + var(--t-12) * 1.45);
`;
const ROWS_WAITING = 6;

/** `/expert-view-lite`: live calls as text for a slow line, by plain requests every 30 seconds (S2.1-ROUTE-06). */
export function Page() {
  const { page, prices, asOf, failed, late, busy, more, refresh } = useLite();
  return (
    <div css={pageCss}>
      <div css={headCss}>
        <h1>Live calls, light view</h1>
        <Link to={HOME_WHEN_SIGNED_IN}>Open full view</Link>
      </div>
      <div css={headCss}>
        {page && failed ? (
          <StaleBadge asOf={asOf || page.as_of} />
        ) : (
          <span css={[quietCss, askedCss]}>
            {asOf ? `Prices as of ${formatIstTime(asOf)}. Asked for again every 30 seconds.` : 'Prices are asked for every 30 seconds.'}
          </span>
        )}
        <Button onClick={refresh} busy={busy && page !== null}>
          Ask now
        </Button>
      </div>
      {page ? (
        <Calls page={page} prices={prices} priced={asOf !== ''} now={page.as_of} busy={busy} onMore={more} />
      ) : failed ? (
        <ErrorState what="the calls" onRetry={refresh} error={late ? LATE : null} />
      ) : (
        <ul css={listCss} {...waits} aria-busy="true" aria-label="Loading the calls">
          {Array.from({ length: ROWS_WAITING }, (_, at) => (
            <li key={at} />
          ))}
        </ul>
      )}
      <footer css={quietCss}>
        <p>
          {REGISTERED_NAME} · Research analyst {REGISTRATION_NO}
        </p>
        <p>{MARKET_RISK_WARNING}</p>
      </footer>
    </div>
  );
}

interface CallsProps {
  page: NonNullable<ReturnType<typeof useLite>['page']>;
  prices: ReadonlyMap<string, number>;
  /** Whether the prices have come; until then rows keep the room of what they will say. */
  priced: boolean;
  now: string;
  busy: boolean;
  onMore: () => void;
}

function Calls({ page, prices, priced, now, busy, onMore }: CallsProps) {
  const locked = useLockedLines(page);
  return (
    <>
      {page.items.length > 0 ? (
        <ul css={listCss} aria-label="Live calls">
          {page.items.map((call) => (
            <Row key={call.id} call={call} price={prices.get(call.stock)} priced={priced} now={now} />
          ))}
        </ul>
      ) : (
        <EmptyState
          title="No live calls for you now"
          text={locked.length > 0 ? 'Your plan decides which live calls you see.' : 'A call appears here once an expert publishes it.'}
        />
      )}
      {locked.map(({ text }) => (
        <p key={text} css={quietCss}>
          {text}
        </p>
      ))}
      {locked.some(({ pan }) => pan) && <PanLink />}
      {page.next && page.items.length < MOST && (
        <Button onClick={onMore} busy={busy}>
          Show more
        </Button>
      )}
    </>
  );
}

function Row({ call, price, priced, now }: { call: Call; price: number | undefined; priced: boolean; now: string }) {
  const way = wayOf(call, price);
  const passed = price !== undefined && !call.not_judgeable && entryPassed(call, price);
  const entry = call.entry_low === call.entry_high ? formatInr(call.entry_low) : `${formatInr(call.entry_low)} to ${formatInr(call.entry_high)}`;
  return (
    <li>
      <span>
        <strong>
          {call.call_type} {call.stock}
        </strong>{' '}
        <small>
          {TERM_LABEL[call.term].name} · {formatAge(call.published_at, now)}
        </small>
      </span>
      <small translate="no">
        {call.expert.full_name} · SEBI {call.expert.reg_no}
      </small>
      <span>
        Entry {entry} · target {formatInr(call.target_price)} · stop-loss {formatInr(call.stop_loss)}
      </span>
      <span>
        Now <strong>{formatInr(price)}</strong>
        {(call.status !== 'active' || call.not_judgeable) && (
          <>
            {' · '}
            {outcome(call).label}
          </>
        )}
        {passed && (
          <>
            {' · '}
            <em>Entry passed</em>
          </>
        )}
      </span>
      {!priced && hasWay(call) && <span css={roomCss} />}
      {way && (
        <>
          <progress max={100} value={way.share} aria-label={`${call.stock}: way to the ${way.to}`} />
          <small>{way.words}</small>
        </>
      )}
    </li>
  );
}
