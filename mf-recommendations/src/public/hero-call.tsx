import { css } from '@emotion/react';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { madeOf } from '@vimarsh/shared/domain/calls/equity/made.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Boundary } from '@vimarsh/shared/kit/boundary.tsx';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { outcome, railOf } from '@vimarsh/shared/ui/calls/call.view.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { ExpertName } from '@vimarsh/shared/ui/calls/expert-name.tsx';
import { LevelRail } from '@vimarsh/shared/ui/calls/level-rail.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { type ComponentType, useEffect, useState } from 'react';
import type { ReplayProps } from './replay.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-12);
  align-content: start;
  min-height: 370px;
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  font-size: var(--t-13);
  & p,
  & figcaption {
    color: var(--ink-2);
  }
  & p a {
    display: inline-block;
    line-height: 24px;
  }
  & p a,
  & p b {
    color: var(--ink);
    font-weight: 600;
  }
  @media (min-width: 880px) {
    padding: var(--s-24);
  }
`;
/** The way to the record has a row of its own: beside the result it would fit in one font and not in the other. */
const endCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: baseline;
  gap: var(--s-4) var(--s-16);
  padding-top: var(--s-12);
  border-top: 1px solid var(--line);
  & > b {
    font-size: var(--t-20);
    font-weight: 600;
  }
  & small {
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
  }
  & > a {
    grid-column: 1 / -1;
    justify-self: start;
    line-height: 24px;
  }
`;
/** As high as the rail that moves, with its price and its button. */
const railCss = css`
  display: grid;
  align-content: end;
  min-height: 112px;
`;

/** The screen's first content has priority. */
const AFTER_MS = 800;

/** What replays the call, once its code is there; until then, and without it, the rail stands still. */
function useReplay(): ComponentType<ReplayProps> | null {
  const [Replay, setReplay] = useState<ComponentType<ReplayProps> | null>(null);
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(() => {
      import('./replay.tsx').then(
        (file) => gone || setReplay(() => file.Replay),
        () => undefined,
      );
    }, AFTER_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, []);
  return Replay;
}

/** One large rail: a call that is public already, as it went. Never a live one. */
export function HeroCall({ view }: { view: PublicView | null }) {
  const call = view?.hero;
  return (
    <figure css={boxCss} aria-label={call ? `A call that has ended: ${call.call_type} ${call.stock}` : undefined}>
      {call && <Shown call={call} validTo={view.experts.find(({ user_id }) => user_id === call.expert.user_id)?.valid_to} />}
    </figure>
  );
}

function Shown({ call, validTo }: { call: Call; validTo: string | undefined }) {
  const Replay = useReplay();
  const still = <LevelRail size="full" {...railOf(call, null)} />;
  return (
    <>
      <ExpertName expert={call.expert} size={36} />
      <p>
        SEBI {call.expert.reg_no}
        {validTo && ` · valid to ${formatDay(validTo)}`}
      </p>
      <p>
        <SymbolLink symbol={call.stock} title={call.stock_name} /> · {call.call_type} · {TERM_LABEL[call.term].name} · {formatDay(call.published_at)}
      </p>
      <div css={railCss}>
        {Replay ? (
          <Boundary what="The course of the call" failure={() => still}>
            <Replay call={call} still={still} />
          </Boundary>
        ) : (
          still
        )}
      </div>
      <div css={endCss}>
        <span>
          {outcome(call).label}
          {call.ended_at && ` · ${formatDay(call.ended_at)}`}
        </span>
        <b>
          <Change pct={madeOf(call, null)} /> <small>after costs</small>
        </b>
        <Link to={`/?reco=${call.id}`}>See this call and its record</Link>
      </div>
      <figcaption>
        The longest of the recent closed calls. We did not choose it for its result. Stop-loss left, target right, for Buy and Sell alike.
      </figcaption>
    </>
  );
}
