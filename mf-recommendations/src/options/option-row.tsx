import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { OUTLOOK_LABEL, STRATEGY_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { formatDay, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { ExpertLink } from '@vimarsh/shared/ui/calls/expert-link.tsx';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import type { ReactNode } from 'react';
import { WIDE } from '../call/list/rows-box.ts';
import {
  contractText,
  daysLeft,
  levelText,
  levelUnit,
  limitsText,
  lotsText,
  openRiskText,
  premiumNow,
  SHARE_UNIT,
  sideText,
  spokenOption,
} from './option-words.ts';
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
  grid-template: 'name name' auto 'gain gain' auto 'age age' auto 'legs legs' auto 'levels levels' auto 'expert action' minmax(32px, auto) / minmax(0, 1fr) auto;
  &:hover {
    background: color-mix(in oklab, var(--line) 35%, transparent);
  }
  &:has([data-call]:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  ${WIDE.two} {
    grid-template: 'name gain age' auto 'legs levels levels' auto 'expert expert action' minmax(32px, auto) / minmax(0, 1.5fr) minmax(176px, 1fr) 132px;
  }
  ${ONE_LINE} {
    grid-template: 'name legs levels gain age action' auto 'expert legs levels gain age action' 1fr / minmax(190px, 1fr) minmax(118px, 1.6fr) minmax(200px, 0.8fr) 190px 128px 44px;
  }
`;
const nameCss = css`
  grid-area: name;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 2px var(--s-8);
  & > a:first-of-type {
    color: var(--ink);
    font-weight: 600;
    font-size: var(--t-14);
    line-height: 24px;
    text-decoration: none;
    outline: none;
    &::after {
      content: '';
      position: absolute;
      inset: 0;
    }
  }
  & > a:nth-of-type(2) {
    z-index: 1;
    min-width: 24px;
    line-height: 24px;
    color: var(--ink);
    font-weight: 600;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
const legsCss = css`
  grid-area: legs;
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
  grid-area: levels;
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
  justify-self: start;
  ${WIDE.two} {
    justify-self: end;
    text-align: right;
  }
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
`;

export interface OptionRowProps {
  call: OptionCall;
  /** The row's link: the same list with the drawer open. */
  to: string;
  /** Market time of the list, UTC. */
  now: string;
  action?: ReactNode;
}

/** One option call: strategy, legs, what it can earn and lose at most, levels on their basis, and what it makes or made. Pressing the row opens the call. */
export function OptionRow({ call, to, now, action }: OptionRowProps) {
  const open = isOpenCall(call.status);
  const openRisk = openRiskText(call);
  const premium = premiumNow(call);
  // Beside the price a follower got, before the entry the one the page showed: at what a leg can be left now.
  const leaving = open ? call.now?.exits : null;
  return (
    <li css={optionRowCss}>
      <span css={nameCss}>
        <Link to={to} data-call={call.id}>
          <span aria-hidden="true">{STRATEGY_LABEL[call.strategy]}</span>
          <Hidden>{spokenOption(call)}</Hidden>
        </Link>
        <SymbolLink symbol={call.underlying} title={call.underlying_name} aria-label={`${call.underlying}, everything about it`} />
        <small>{OUTLOOK_LABEL[call.outlook]}</small>
        {openRisk && <Badge tone="warn">{openRisk}</Badge>}
        {call.not_judgeable && <Badge tone="warn">Not judgeable</Badge>}
        {call.stale && <Badge tone="warn">No quote</Badge>}
      </span>
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
        {limitsText(call).map((text) => (
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
      <span css={gainCss}>
        <ProfitFigure call={call} />
      </span>
      <span css={ageCss}>
        {open ? (
          <>
            <span>{daysLeft(call.expiry, now)}</span>
            {call.status !== 'active' && <small>{outcomeLabel(call.status)}</small>}
            {call.now?.banned && <Badge tone="warn">In F&O ban</Badge>}
          </>
        ) : (
          <>
            <Badge tone="neutral">{outcomeLabel(call.status)}</Badge>
            {call.ended_at && <span>{formatDay(call.ended_at)}</span>}
          </>
        )}
      </span>
      <span css={expertCss}>
        <ExpertLink expert={call.expert} />
      </span>
      <span css={actionCss}>{action}</span>
    </li>
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
