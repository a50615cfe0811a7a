import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { extremesOf, payoffSketch } from '@vimarsh/shared/domain/calls/options/lot/extremes.ts';
import { OUTLOOK_LABEL, STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { formatDay, formatInr, formatInrChange, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { AuthorTail, type LineOf } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { type ReactNode, useId, useState } from 'react';
import { ConflictChip } from '../call/list/conflict-chip.tsx';
import { WIDE } from '../call/list/rows-box.ts';
import { madeAtLevels } from './made-at-levels.ts';
import {
  contractText,
  daysLeft,
  lateText,
  legsText,
  levelOf,
  levelText,
  levelUnit,
  lotsText,
  mostText,
  openRiskText,
  paysText,
  premiumNow,
  SHARE_UNIT,
  sideText,
  spokenOption,
  strikesOf,
  termsText,
} from './option-words.ts';
import { PayoffSketch } from './payoff-sketch.tsx';
import { ProfitFigure } from './profit-figure.tsx';

/** Width of the list from which a row takes one line: its legs need more than a call's rail. */
const ONE_LINE = '@container calls (min-width: 1060px)';

export const optionRowCss = css`
  position: relative;
  display: grid;
  align-items: start;
  gap: var(--s-8) var(--s-12);
  padding: var(--s-12) var(--s-4);
  border-bottom: 1px solid var(--line);
  font-size: var(--t-13);
  line-height: 1.35;
  grid-template: 'name gain' auto 'age gain' 1fr 'sketch sketch' auto 'most most' auto 'expert action' minmax(32px, auto) 'legs legs' auto / minmax(0, 1fr) auto;
  &:hover {
    background: color-mix(in oklab, var(--line) 35%, transparent);
  }
  &:has([data-call]:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  ${WIDE.two} {
    grid-template: 'name sketch gain' auto 'age sketch gain' 1fr 'expert most action' auto 'legs legs legs' auto / minmax(0, 1fr) minmax(200px, 1.3fr) auto;
  }
  ${ONE_LINE} {
    grid-template: 'name sketch most gain age action' auto 'expert sketch most gain age action' 1fr 'legs legs legs legs legs legs' auto / minmax(180px, 1fr) minmax(200px, 1.1fr) minmax(250px, 1fr) 150px 112px 88px;
  }
`;
const nameCss = css`
  grid-area: name;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px var(--s-8);
  /* The strategy, as a chip: the row's link. */
  & > a[data-call] {
    padding: 1px var(--s-8);
    border: 1px solid var(--line-strong);
    border-radius: 4px;
    color: var(--ink);
    line-height: 1.3;
    text-decoration: none;
    outline: none;
    &::after {
      content: '';
      position: absolute;
      inset: 0;
    }
  }
  & > a:not([data-call]) {
    z-index: 1;
    min-width: 24px;
    line-height: 24px;
    color: var(--ink);
    font-weight: 600;
    font-size: var(--t-14);
    text-decoration: none;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
/** What is bought and sold, under the name. */
const shortLegsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: 0 var(--s-12);
  flex-basis: 100%;
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
`;
const legsCss = css`
  font-variant-numeric: tabular-nums;
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & [data-leaving] {
    white-space: nowrap;
  }
`;
const levelsCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 0 var(--s-8);
  font-variant-numeric: tabular-nums;
  & dt,
  & small {
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
  }
  & dd {
    font-weight: 600;
  }
  & > div {
    display: contents;
  }
`;
const gainCss = css`
  grid-area: gain;
  z-index: 1;
  justify-self: end;
  font-size: var(--t-14);
`;
const sketchCss = css`
  grid-area: sketch;
  min-width: 0;
`;
/** The good side never without the bad one, in one size. */
const mostCss = css`
  grid-area: most;
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: 2px var(--s-12);
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
  color: var(--ink-2);
  & b {
    font-weight: 600;
    color: var(--ink);
  }
  & b[data-amount] {
    white-space: nowrap;
  }
  & > span:nth-of-type(2n) {
    text-align: right;
  }
  & > span[data-line] {
    grid-column: 1 / -1;
    text-align: left;
    white-space: nowrap;
  }
  /* Words left, figures under each other right. */
  ${ONE_LINE} {
    grid-template-columns: minmax(0, 300px);
    align-content: start;
    & > span,
    & > span[data-line] {
      display: flex;
      justify-content: space-between;
      gap: var(--s-8);
      text-align: left;
    }
  }
`;
/** Legs and levels, folded until they are asked for. */
const moreCss = css`
  grid-area: legs;
  z-index: 1;
  display: grid;
  gap: var(--s-8) var(--s-24);
  ${WIDE.two} {
    grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr);
  }
`;
const foldCss = css`
  min-height: 32px;
  padding: 0 var(--s-4);
  border: 0;
  background: none;
  font: inherit;
  color: var(--ink-2);
  text-decoration: underline;
  text-underline-offset: 3px;
  cursor: pointer;
`;
const ageCss = css`
  grid-area: age;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4) var(--s-8);
  color: var(--ink-2);
  ${WIDE.two} {
    display: grid;
    justify-items: end;
    text-align: right;
  }
`;
const expertCss = css`
  grid-area: expert;
  align-self: center;
  min-width: 0;
  ${ONE_LINE} {
    align-self: start;
  }
`;
const actionCss = css`
  grid-area: action;
  z-index: 1;
  justify-self: end;
  display: flex;
  align-items: center;
  gap: var(--s-4);
`;

export interface OptionRowProps {
  call: OptionCall;
  /** The row's link: the same list with the drawer open. */
  to: string;
  /** Market time of the list, UTC. */
  now: string;
  action?: ReactNode;
  /** What the author’s option calls of this kind have made. */
  line?: ReturnType<LineOf>;
}

/**
 * One option call: what a lot has made, its payoff, the most that a lot can gain and lose, and how long it still runs; legs and levels folded. Pressing the
 * row opens the call.
 */
export function OptionRow({ call, to, now, action, line }: OptionRowProps) {
  const open = isOpenCall(call.status);
  const [unfolded, setUnfolded] = useState(false);
  const id = useId();
  const openRisk = openRiskText(call);
  const sketch = payoffSketch(call);
  const legs = call.legs.length;
  const pays = open && paysText(call, extremesOf(call).moves);
  return (
    <li css={optionRowCss}>
      <span css={nameCss}>
        <SymbolLink symbol={call.underlying} title={call.underlying_name} aria-label={`${call.underlying}, everything about it`} />
        <Link to={to} data-call={call.id}>
          <span aria-hidden="true">{STRATEGY_LABEL[call.strategy]}</span>
          <Hidden>{spokenOption(call)}</Hidden>
        </Link>
        <small>{OUTLOOK_LABEL[call.outlook]}</small>
        {pays && <small>{pays}</small>}
        <span css={shortLegsCss}>
          {legsText(call.legs).map((text) => (
            <span key={text}>{text}</span>
          ))}
        </span>
        {openRisk && <Badge tone="warn">{openRisk}</Badge>}
        {call.not_judgeable && <Badge tone="warn">Not judgeable</Badge>}
        {call.late_action && <Badge tone="warn">Under correction</Badge>}
        {call.stale && <Badge tone="warn">A leg without a quote</Badge>}
      </span>
      <span css={ageCss}>
        {open ? (
          <>
            {call.now?.entry === 'late' ? <Badge tone="warn">{lateText(call)}</Badge> : <span>{daysLeft(call, now)}</span>}
            {call.status !== 'active' && <small>{outcomeLabel(call.status)}</small>}
            {call.now?.entry_passed && <Badge tone="warn">Entry passed</Badge>}
            {call.now?.entry === 'close' && <Badge tone="warn">Half way to its stop</Badge>}
            {call.now?.banned && <Badge tone="warn">In F&O ban</Badge>}
          </>
        ) : (
          <>
            <Badge tone="neutral">{outcomeLabel(call.status)}</Badge>
            {call.ended_at && <span>{formatDay(call.ended_at)}</span>}
          </>
        )}
      </span>
      <span css={gainCss}>
        <ProfitFigure call={call} />
      </span>
      <span css={sketchCss}>{sketch && <PayoffSketch {...sketch} strikes={strikesOf(call)} />}</span>
      <Most call={call} />
      <span css={expertCss}>
        <ExpertLink expert={call.expert} /> <ConflictChip call={call} />
        <AuthorTail line={line} />
      </span>
      <span css={actionCss}>
        <button type="button" css={foldCss} aria-expanded={unfolded} aria-controls={id} onClick={() => setUnfolded(!unfolded)}>
          {legs === 1 ? '1 leg' : `${formatNumber(legs)} legs`}
        </button>
        {action}
      </span>
      {unfolded && (
        <div css={moreCss} id={id}>
          <Legs call={call} />
        </div>
      )}
    </li>
  );
}

/** What a lot makes at both levels, in ₹ as everything else in the row, and the most that a lot can gain and lose; where one of these lies far off, also what two expected moves bring on both sides. */
function Most({ call }: { call: OptionCall }) {
  const { gain, loss, moves } = extremesOf(call);
  const levels = madeAtLevels(call);
  const far = gain.atZero || loss.atZero || gain.value === null || loss.value === null;
  return (
    <span css={mostCss}>
      {levels ? (
        <>
          <span>
            At target <b data-amount="">{formatInrChange(levels.target)}</b>
          </span>
          <span>
            At stop-loss <b data-amount="">{formatInrChange(levels.stop)}</b>
          </span>
        </>
      ) : (
        <>
          <span>
            Target <b>{levelText(call.level_basis, call.target)}</b> {levelUnit(call, call.target)}
          </span>
          <span>
            Stop-loss <b>{levelText(call.level_basis, call.stop_loss)}</b> {levelUnit(call, call.stop_loss)}
          </span>
        </>
      )}
      {/* Which only a price of zero brings says nothing of the days that are left; the drawer has it. */}
      {!(gain.atZero && moves) && (
        <span>
          Most you can gain <b>{mostText(gain, call.underlying)}</b>
        </span>
      )}
      <span>
        Most you can lose <b>{mostText(loss, call.underlying)}</b>
      </span>
      {far && moves && (
        <>
          <span data-line="">
            If {call.underlying} falls to {levelOf(moves.downTo)} <b>{formatInrChange(moves.down)}</b>
          </span>
          <span data-line="">
            If {call.underlying} rises to {levelOf(moves.upTo)} <b>{formatInrChange(moves.up)}</b>
          </span>
        </>
      )}
    </span>
  );
}

/** Legs with their prices, and the levels on their basis. */
function Legs({ call }: { call: OptionCall }) {
  const premium = premiumNow(call);
  // Beside the price a follower got, before the entry the one the page showed: at what a leg can be left now.
  const leaving = isOpenCall(call.status) ? call.now?.exits : null;
  return (
    <>
      <ul css={legsCss} aria-label="Legs">
        {call.legs.map((leg, at) => (
          <li key={at}>
            {sideText(leg)} {contractText(leg)} <small>{lotsText(leg.lots)}</small> {formatInr(leg.entry ?? leg.mid)}
            {leaving && (
              <small>
                {' '}
                <span data-leaving="">{leaving[at] == null ? 'no quote' : `now ${formatInr(leaving[at])}`}</span>
              </small>
            )}
          </li>
        ))}
        {termsText(call).map((text) => (
          <li key={text}>
            <small>{text}</small>
          </li>
        ))}
      </ul>
      <dl css={levelsCss}>
        <Level name={premium < 0 ? 'Received' : 'Paid'} value={formatInr(Math.abs(premium))} unit={SHARE_UNIT} />
        <Level name="Target" value={levelText(call.level_basis, call.target)} unit={levelUnit(call, call.target)} />
        <Level name="Stop-loss" value={levelText(call.level_basis, call.stop_loss)} unit={levelUnit(call, call.stop_loss)} />
      </dl>
    </>
  );
}

function Level({ name, value, unit }: { name: string; value: string; unit: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} <small>{unit}</small>
      </dd>
    </div>
  );
}
