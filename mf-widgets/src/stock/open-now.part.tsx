import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { callsOn } from '@vimarsh/shared/domain/routing/member-places.ts';
import { callAddress } from '@vimarsh/shared/domain/routing/places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { AuthorTail, type LineOf, useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { useCallPrice } from '@vimarsh/shared/ui/calls/call-price.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { EntryWords } from '@vimarsh/shared/ui/calls/entry-words.tsx';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { useStockCalls } from './read-calls.ts';
import { useScope } from './scope.ts';

/** More stand in the part of the calls. */
const SHOWN = 2;

/** Room for one call from the start. */
const listCss = css`
  display: grid;
  gap: var(--s-8);
  min-height: 64px;
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    position: relative;
    display: flex;
    align-items: start;
    justify-content: space-between;
    gap: var(--s-12);
    padding: var(--s-8) var(--s-12);
    border: 1px solid var(--line);
    border-radius: var(--r-10);
    background: var(--surface);
  }
  & a {
    display: inline-block;
    min-height: 24px;
    color: var(--ink);
    font-weight: 600;
    text-decoration: none;
  }
  & li > span > small {
    display: block;
    color: var(--ink-2);
    font-size: var(--t-13);
  }
  & li > a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  @media (min-width: 880px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`;
const noneCss = css`
  display: grid;
  align-content: center;
  min-height: 64px;
  padding: 0 var(--s-12);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  color: var(--ink-2);
  font-size: var(--t-13);
  line-height: 1.3;
  & > a {
    width: fit-content;
    line-height: 24px;
  }
`;
const entryCss = css`
  display: block;
  margin-top: 2px;
  color: var(--ink-2);
  font-size: var(--t-12);
  & > small {
    font-size: inherit;
  }
`;
/** Explains itself when pressed. */
const figureCss = css`
  position: relative;
  z-index: 1;
  flex: none;
`;

/**
 * What experts say of the stock now, before anything that is computed from its past: whose call and what that author’s calls have made, what this one has
 * made, what is left to its levels, and whether it can still be entered.
 */
export function OpenNow({ symbol }: { symbol: string }) {
  const { signedIn } = useScope();
  const { live } = useStockCalls(symbol);
  const calls = live.data?.items ?? [];
  const lineOf = useAuthorLines('shares', calls.slice(0, SHOWN));
  // Its room was kept: were it given back, the chart would move under the eye.
  if (calls.length === 0)
    return (
      <p css={noneCss}>
        {live.data && (
          <>
            No call that you can read is open on {symbol} now. <a href="#calls">Calls that have ended</a>
          </>
        )}
      </p>
    );
  return (
    <ul css={listCss} aria-label={`Experts on ${symbol} now`}>
      {calls.slice(0, SHOWN).map((call) => (
        <Line key={call.id} call={call} to={callAddress(call.id, signedIn)} now={live.data!.as_of} line={lineOf(call.expert.user_id, 'shares')} />
      ))}
      {calls.length > SHOWN && (
        <li>
          <Link to={callsOn(symbol, 'live')}>All open calls on {symbol}</Link>
        </li>
      )}
    </ul>
  );
}

interface LineProps {
  call: Call;
  to: string;
  now: string;
  line: ReturnType<LineOf>;
}

function Line({ call, to, now, line }: LineProps) {
  const { price } = useCallPrice(call);
  return (
    <li>
      <span>
        <Link to={to}>{`${call.call_type} · ${TERM_LABEL[call.term].name}`}</Link>
        <small translate="no">{call.expert.full_name}</small>
        <AuthorTail line={line} />
        <span css={entryCss}>
          <EntryWords call={call} price={price} now={now} />
        </span>
      </span>
      <span css={figureCss}>
        <MadeFigure call={call} price={price} left />
      </span>
    </li>
  );
}
