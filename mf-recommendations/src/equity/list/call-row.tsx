import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { formatAge, formatDay, formatInr, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { outcome, railOf, spokenCall } from '@vimarsh/shared/ui/calls/call.view.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { ExpertName } from '@vimarsh/shared/ui/calls/expert-name.tsx';
import { LevelRail } from '@vimarsh/shared/ui/calls/level-rail.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { ResultFigure } from '@vimarsh/shared/ui/calls/result-figure.tsx';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Hidden, hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import type { ReactNode } from 'react';
import { WIDE } from '../../call/list/rows-box.ts';
import { rowCss } from './row-layout.ts';

const symbolCss = css`
  /* On a phone the name and the price are lines of their own. */
  display: contents;
  ${WIDE.two} {
    grid-area: symbol;
    display: grid;
    justify-items: start;
    min-width: 0;
  }
  /* A place of its own, above the link that is the whole row. */
  & > a {
    grid-area: name;
    z-index: 1;
    min-width: 24px;
    ${WIDE.two} {
      grid-area: auto;
    }
    color: var(--ink);
    font-weight: 600;
    font-size: var(--t-14);
    line-height: 24px;
    white-space: nowrap;
    text-decoration: none;
  }
  & a:hover {
    text-decoration: underline;
  }
`;
const pricedCss = css`
  grid-area: price;
  ${WIDE.two} {
    grid-area: auto;
  }
  /* A change without room stands below its price, never over the next column. */
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 6px;
  font-variant-numeric: tabular-nums;
  color: var(--ink-2);
  white-space: nowrap;
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  @media (max-width: 599.98px) {
    line-height: 16px;
  }
  & > :nth-child(3) {
    font-size: var(--t-12);
  }
  /* The head of the column says it there, and on a phone of a live call its place. */
  ${WIDE.one} {
    & small {
      ${hiddenCss}
    }
  }
  @media (max-width: 599.98px) {
    div:not([data-settled]) > ul & small {
      ${hiddenCss}
    }
  }
`;
/** The row's link: pressed anywhere but on what has a place of its own. */
const typeCss = css`
  grid-area: type;
  color: var(--ink);
  white-space: nowrap;
  text-decoration: none;
  outline: none;
  @media (max-width: 599.98px) {
    min-width: 0;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  &::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  & b {
    font-weight: 600;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
  & i {
    font-style: normal;
    color: var(--ink-2);
  }
  ${WIDE.one} {
    & small {
      display: block;
    }
    & i {
      display: none;
    }
  }
`;
const wayCss = css`
  grid-area: way;
`;
const gainCss = css`
  grid-area: gain;
  align-self: start;
  ${WIDE.two} {
    align-self: center;
  }
  z-index: 1;
  justify-self: end;
  font-size: var(--t-14);
  /* A phone has the way that is left on the rail below. */
  & [data-left] {
    display: none;
  }
  ${WIDE.two} {
    & [data-left] {
      display: grid;
    }
    & [data-since] {
      display: none;
    }
  }
`;
/** The last lines of a phone: who said it and when, and what their calls made beside what can still be done. */
const footCss = css`
  grid-area: foot;
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--s-8);
  font-size: var(--t-12);
  ${WIDE.two} {
    display: contents;
  }
`;
const expertCss = css`
  grid-area: expert;
  min-width: 0;
  ${WIDE.two} {
    font-size: var(--t-13);
  }
  @media (max-width: 599.98px) {
    display: contents;
    /* So wide that nothing but the age stands beside the name. */
    & > :first-of-type {
      flex: 1 1 60%;
      min-width: 0;
    }
    & > [data-tail] {
      flex: 1 1 auto;
      order: 1;
    }
    /* There is room for the name alone. */
    & [title] > [aria-hidden]:first-of-type {
      display: none;
    }
  }
`;
const ageCss = css`
  grid-area: age;
  flex: none;
  color: var(--ink-2);
  white-space: nowrap;
  text-align: right;
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  @media (max-width: 599.98px) {
    display: contents;
    & > small,
    & > span + span {
      order: 2;
      /* A chip makes its line no higher. */
      margin-block: -3px;
    }
  }
  ${WIDE.two} {
    display: grid;
    gap: var(--s-4);
    justify-items: end;
    font-size: var(--t-13);
    white-space: normal;
    /* A chip that is wider than its column takes two lines. */
    & > span {
      white-space: normal;
    }
    /* A state stands above the age. */
    & > span:first-of-type {
      display: grid;
      gap: var(--s-4);
      justify-items: end;
    }
    & i {
      display: none;
    }
  }
  ${WIDE.one} {
    [data-settled] & {
      align-self: start;
    }
  }
`;
const actionCss = css`
  grid-area: action;
  z-index: 1;
  justify-self: end;
  /* A live row of a phone has its action in the drawer. */
  @media (max-width: 599.98px) {
    div:not([data-settled]) > ul & {
      display: none;
    }
  }
  ${WIDE.two} {
    margin-block: -10px;
  }
  ${WIDE.one} {
    margin-block: 0;
    [data-settled] & {
      align-self: end;
    }
  }
`;

export interface CallRowProps {
  call: Call;
  /** The row's link: the same list with the drawer open. */
  to: string;
  /** Market time of the list, UTC. */
  now: string;
  /** The expert, where the name leads somewhere. The public page, whose readers have no expert's page to go to, does not carry it. */
  who?: ReactNode;
  /** The one action of a live row. A settled row shows its outcome instead. */
  action?: ReactNode;
  /** What only the row of an open call has. The public page, whose calls have all ended, does not carry it. */
  live?: Live | undefined;
}

/** An open call at the price of this moment. */
export interface Live {
  /** ₹; null while none has come, and for levels that prices can't be held against. */
  price: number | null;
  /** The price and the day's change, as the row shows them. */
  shown: ReactNode;
  /** What it has made, and what it still offers. */
  made: ReactNode;
  /** What can still be done; null where there is nothing to enter. */
  entry: ReactNode;
}

/** One call: a single line on the desktop, several on a phone. Pressing the row opens the call, its symbol everything about the stock, a figure explains itself. */
export function CallRow({ call, to, now, who, action, live }: CallRowProps) {
  const open = isOpenCall(call.status);
  const { label, tone } = outcome(call);
  return (
    <li css={rowCss}>
      <Link to={to} css={typeCss} data-call={call.id}>
        <span aria-hidden="true">
          <b>{call.call_type}</b>
          <i> · </i>
          <small>{TERM_LABEL[call.term].name}</small>
        </span>
        <Hidden>{spokenCall(call)}</Hidden>
      </Link>
      <span css={symbolCss}>
        <SymbolLink symbol={call.stock} title={call.stock_name} aria-label={`${call.stock}, everything about it`} />
        <span css={pricedCss}>
          <small>{open ? 'Now ' : 'Exit '}</small>
          {live ? live.shown : formatInr(call.exit?.price)}
        </span>
      </span>
      <span css={gainCss}>{live ? live.made : <ResultFigure call={call} />}</span>
      <span css={wayCss}>
        <LevelRail size="row" {...railOf(call, live?.price ?? null)} />
      </span>
      <span css={footCss}>
        <span css={expertCss}>{who ?? <ExpertName expert={call.expert} />}</span>
        <span css={ageCss} title={call.ended_at ? `Ended ${formatIst(call.ended_at)}` : `Published ${formatIst(call.published_at)}`}>
          <span>
            {open && ((call.status !== 'active' && call.status !== 'awaiting_entry') || call.not_judgeable) && (
              <small>
                {label}
                <i> · </i>
              </small>
            )}
            {call.late_action && <Badge tone="warn">Under correction</Badge>}
            {call.ended_at ? formatDay(call.ended_at) : formatAge(call.published_at, now)}
          </span>
          {live?.entry}
        </span>
      </span>
      <span css={actionCss}>{open ? action : <Badge tone={tone}>{label}</Badge>}</span>
    </li>
  );
}
