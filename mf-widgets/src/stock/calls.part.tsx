import { css } from '@emotion/react';
import type { Call, CallPage } from '@vimarsh/shared/contract/calls/types.ts';
import { callsOn } from '@vimarsh/shared/domain/routing/member-places.ts';
import { callAddress } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { AuthorTail, type LineOf, useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { outcome, railOf, spokenCall } from '@vimarsh/shared/ui/calls/call.view.ts';
import { useCallPrice } from '@vimarsh/shared/ui/calls/call-price.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { EntryWords } from '@vimarsh/shared/ui/calls/entry-words.tsx';
import { ExpertName } from '@vimarsh/shared/ui/calls/expert-name.tsx';
import { LevelRail } from '@vimarsh/shared/ui/calls/level-rail.tsx';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { endedWords } from './ended-words.ts';
import { LockedCalls } from './locked-calls.tsx';
import { planCalls } from './plan-calls.ts';
import { useStockCalls } from './read-calls.ts';
import { useInsight } from './read-insight.ts';
import { useScope } from './scope.ts';
import { PartState } from './stock-part.tsx';
import { consensusWords, spreadWords } from './sum-up.ts';

/** The rest is one press away, in the list. */
const SHOWN = 4;

const boxCss = css`
  display: grid;
  gap: var(--s-12);
  & h3 {
    font-size: var(--t-13);
    font-weight: 600;
  }
  & > h3:not(:first-of-type) {
    padding-top: var(--s-12);
    border-top: 1px solid var(--line);
  }
  & > p {
    color: var(--ink-2);
  }
`;
const consensusCss = css`
  && {
    color: var(--ink);
    font-size: var(--t-16);
    font-weight: 600;
  }
`;
const listCss = css`
  display: grid;
  margin: 0;
  padding: 0;
  list-style: none;
`;
/** On a phone what it says and what came of it, then who and when; one line of four on the desk. The rail always has its own. */
const lineCss = css`
  position: relative;
  display: grid;
  grid-template-areas: 'call figure' 'expert expert' 'when when' 'rail rail';
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: var(--s-8) var(--s-16);
  padding: var(--s-12) 0;
  border-top: 1px solid var(--line);
  & > a {
    grid-area: call;
    color: var(--ink);
    font-weight: 600;
    white-space: nowrap;
    text-decoration: none;
  }
  & > a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  & > a:hover {
    text-decoration: underline;
  }
  @container (min-width: 720px) {
    grid-template-areas: 'call expert figure when' 'rail rail rail rail';
    grid-template-columns: 152px minmax(0, 1fr) 120px auto;
  }
`;
const whoCss = css`
  grid-area: expert;
  min-width: 0;
`;
/** Explains itself when pressed, so it stands above the link that is the whole line. */
const figureCss = css`
  grid-area: figure;
  position: relative;
  z-index: 1;
  text-align: right;
  white-space: nowrap;
`;
const whenCss = css`
  grid-area: when;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4) var(--s-8);
  font-size: var(--t-12);
  color: var(--ink-2);
  white-space: nowrap;
  @container (min-width: 720px) {
    justify-content: flex-end;
    min-width: 216px;
  }
`;
const railCss = css`
  grid-area: rail;
`;

/** Open calls the reader may see with their consensus, and how those before them ended. What is not the reader's says so, with a next step. */
export function CallsPart({ symbol }: { symbol: string }) {
  const { live, past } = useStockCalls(symbol);
  const insight = useInsight(symbol);
  const { liveTerms, namesPlans, signedIn, waits } = useScope();
  const consensus = insight.data ? consensusWords(insight.data.consensus) : '';
  const calls = planCalls(liveTerms);
  const lineOf = useAuthorLines(
    'shares',
    [live, past].flatMap(({ data }) => data?.items.slice(0, SHOWN) ?? []),
  );
  return (
    <div css={boxCss}>
      <h3>Open now</h3>
      {calls === null ? (
        <LockedCalls signedIn={signedIn} waits={waits} word={namesPlans ? 'plan' : 'access'} some={(live.data?.items.length ?? 0) > 0} ended="#ended" />
      ) : consensus ? (
        <>
          <p css={consensusCss}>{consensus}</p>
          {insight.data ? spreadWords(insight.data.consensus).map((words) => <p key={words}>{words}</p>) : null}
        </>
      ) : null}
      {live.data ? (
        <>
          <Lines page={live.data} label={`Open calls on ${symbol}`} signedIn={signedIn} lineOf={lineOf} />
          {calls && live.data.items.length === 0 ? (
            <p>
              No expert has {calls.one} on {symbol} now.
            </p>
          ) : null}
          {calls?.counted && consensus ? <p>{calls.counted}</p> : null}
          {live.data.items.length > SHOWN ? <Link to={callsOn(symbol, 'live')}>All open calls on {symbol}</Link> : null}
        </>
      ) : (
        <PartState what="the open calls" error={live.error} onRetry={live.refetch} />
      )}
      <h3 id="ended">How calls on {symbol} ended</h3>
      {past.data ? (
        <>
          <p>{endedWords(past.data)}</p>
          <Lines page={past.data} label={`Ended calls on ${symbol}`} signedIn={signedIn} lineOf={lineOf} />
          {signedIn && past.data.items.length > SHOWN ? <Link to={callsOn(symbol, 'past')}>All ended calls on {symbol}</Link> : null}
        </>
      ) : (
        <PartState what="the ended calls" error={past.error} onRetry={past.refetch} />
      )}
    </div>
  );
}

interface LinesProps {
  page: CallPage;
  label: string;
  signedIn: boolean;
  lineOf: LineOf;
}

function Lines({ page, label, signedIn, lineOf }: LinesProps) {
  if (page.items.length === 0) return null;
  return (
    <ul css={listCss} aria-label={label}>
      {page.items.slice(0, SHOWN).map((call) => (
        <CallLine key={call.id} call={call} to={callAddress(call.id, signedIn)} now={page.as_of} line={lineOf(call.expert.user_id, 'shares')} />
      ))}
    </ul>
  );
}

interface CallLineProps {
  call: Call;
  to: string;
  now: string;
  line: ReturnType<LineOf>;
}

/** One call: what it says, who says it and what their calls made, what is left of it or came of it, and its rail. A gain and a loss take the same room. */
function CallLine({ call, to, now, line }: CallLineProps) {
  const open = isOpenCall(call.status);
  const { price } = useCallPrice(call);
  const { label, tone } = outcome(call);
  const name = `${call.call_type} · ${TERM_LABEL[call.term].name}`;
  return (
    <li css={lineCss}>
      <Link to={to}>
        <span aria-hidden="true">{name}</span>
        <Hidden>{spokenCall(call)}</Hidden>
      </Link>
      <span css={whoCss}>
        <ExpertName expert={call.expert} />
        <AuthorTail line={line} />
      </span>
      <span css={figureCss}>
        <MadeFigure call={call} price={price} left />
      </span>
      <span css={whenCss}>
        {open ? <EntryWords call={call} price={price} now={now} /> : null}
        {call.status === 'active' && !call.not_judgeable ? <span>Published {formatDay(call.published_at)}</span> : <Badge tone={tone}>{label}</Badge>}
        {call.ended_at ? <span>{formatDay(call.ended_at)}</span> : null}
      </span>
      <span css={railCss}>
        <LevelRail size="full" {...railOf(call, price)} />
      </span>
    </li>
  );
}
