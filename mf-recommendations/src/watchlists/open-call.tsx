import { css } from '@emotion/react';
import { listCalls, MOST_STOCKS } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import type { WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { memberCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { useCallChanges } from '@vimarsh/shared/kit/call-changes.ts';
import { useSeenQuery } from '@vimarsh/shared/kit/query/seen-query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { AuthorTail, type LineOf, useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { spokenCall } from '@vimarsh/shared/ui/calls/call.view.ts';
import { useCallPrice } from '@vimarsh/shared/ui/calls/call-price.ts';
import { EntryWords } from '@vimarsh/shared/ui/calls/entry-words.tsx';
import { MadeFigure, waysLeft } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { type ReactNode, useEffect } from 'react';
import { WIDE_WATCHLIST } from './row-cells.tsx';

/** Below the stock’s own line: what is said and what came of it, what is left, and whose it is; on the desk one line of all. */
const callCss = css`
  grid-area: 3 / 2 / 4 / 5;
  display: grid;
  gap: 2px;
  margin-top: 2px;
  padding-right: var(--s-8);
  font-size: var(--t-12);
  line-height: 16px;
  font-variant-numeric: tabular-nums;
  color: var(--ink-2);
  /* A press on it unfolds the row, but on its link and on what explains itself. */
  pointer-events: none;
  & a,
  & button {
    pointer-events: auto;
  }
  & > span,
  & [data-made] > span {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--s-8);
  }
  & [data-made] {
    margin-left: auto;
  }
  & [data-made] > span {
    justify-content: flex-end;
    gap: 0 4px;
  }
  & small {
    display: inline;
    font-size: inherit;
  }
  & a {
    display: inline-block;
    min-width: 24px;
    line-height: 24px;
    color: var(--ink);
    font-weight: 600;
  }
  ${WIDE_WATCHLIST} {
    grid-area: 2 / 2 / 3 / 5;
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--s-24);
    margin-top: 0;
    padding: 0 0 var(--s-4);
    pointer-events: auto;
    & [data-made] {
      margin-left: 0;
    }
  }
`;

/** The open call on a stock as it stands in its row, and how many more there are; null where there is none. */
export type CallOn = (symbol: string) => { readonly line: ReactNode; readonly more: number } | null;

export interface WatchedCallsProps {
  readonly items: readonly WatchItem[];
  /** Called with each answer. */
  readonly onKnown: (callOn: CallOn) => void;
}

/**
 * Asks for the open calls on the stocks of a list and for their authors’ records, and reports how each stands in its row: those of a stock that the
 * reader may read, the one that can be entered first.
 */
export function WatchedCalls({ items, onKnown }: WatchedCallsProps) {
  const stocks = items
    .filter(({ state }) => state !== 'unknown')
    .map(({ symbol }) => symbol)
    .sort()
    .slice(0, MOST_STOCKS)
    .join(',');
  const query = { view: 'live', stocks, limit: '50' } as const;
  const { data, error, refetch } = useSeenQuery(listCalls, { query }, { enabled: stocks !== '', shown: true });
  useCallChanges(refetch);
  const lineOf = useAuthorLines('shares', data?.items ?? []);
  const waits = stocks !== '' && !data && !error;
  useEffect(() => {
    if (waits) return;
    onKnown((symbol) => {
      const [call, ...more] = data?.items.filter(({ stock }) => stock === symbol) ?? [];
      if (!call) return null;
      return { line: <OpenCallLine call={call} now={data!.as_of} line={lineOf(call.expert.user_id, 'shares')} />, more: more.length };
    });
  }, [waits, data, lineOf, onKnown]);
  return null;
}

interface OpenCallLineProps {
  call: Call;
  now: string;
  line: ReturnType<LineOf>;
}

/** The open call on a watched stock: what it says and whether it can still be entered, whose it is and what that author’s calls made, what it has made itself. */
function OpenCallLine({ call, now, line }: OpenCallLineProps) {
  const { price } = useCallPrice(call);
  const ways = waysLeft(call, price);
  return (
    <div css={callCss} data-open-call="">
      <span>
        <Link to={memberCallAddress({ kind: 'equity', id: call.id })}>
          <span aria-hidden="true">{call.call_type}</span>
          <Hidden>{spokenCall(call)}</Hidden>
        </Link>
        <EntryWords call={call} price={price} now={now} />
        <span data-made="">
          <MadeFigure call={call} price={price} />
        </span>
      </span>
      {ways && (
        <span>
          <span>{ways.toTarget} to target</span>
          <span>{ways.toStop} to stop</span>
        </span>
      )}
      <span>
        <span translate="no">{call.expert.full_name}</span>
        <AuthorTail line={line} />
      </span>
    </div>
  );
}
