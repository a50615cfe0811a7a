import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls.contract.ts';
import { formatAge, formatDay, formatInr, formatIst } from '@vimarsh/shared/domain/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import { LevelRail } from '@vimarsh/shared/ui/level-rail.tsx';
import { PriceCell } from '@vimarsh/shared/ui/price.tsx';
import { isOpen } from '@vimarsh/shared/ui/rail.ts';
import { memo, type ReactNode } from 'react';
import { entryText, outcome, railStop, spokenCall } from './call.view.ts';
import { ExpertName } from './expert-name.tsx';
import { ResultFigure } from './result-figure.tsx';
import { TERM_LABEL } from './words.ts';

/** Widths of the list (not of the window) from which a row takes two lines, then one. */
export const WIDE = { two: '@container calls (min-width: 640px)', one: '@container calls (min-width: 1112px)' } as const;
/** `--action`: width of the last column, which the list sets by what stands there. */
export const COLUMNS = 'minmax(150px, 200px) minmax(170px, 190px) 114px 240px minmax(88px, 1fr) 74px 80px var(--action)';

const rowCss = css`
  position: relative;
  display: grid;
  align-items: center;
  gap: var(--s-8);
  padding: var(--s-12) var(--s-4);
  border-bottom: 1px solid var(--line);
  font-size: var(--t-13);
  line-height: 1.2;
  grid-template: 'symbol gain' auto 'type age' auto 'way way' auto 'expert action' minmax(24px, auto) / minmax(0, 1fr) auto;
  &:hover {
    background: color-mix(in oklab, var(--line) 35%, transparent);
  }
  &:has([data-call]:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  ${WIDE.two} {
    grid-template: 'expert symbol type gain action' auto 'levels levels rail rail age' auto / minmax(150px, 1.3fr) minmax(176px, 1.2fr) minmax(114px, 1fr) 84px 128px;
  }
  ${WIDE.one} {
    grid-template: 'expert symbol type levels rail gain age action' var(--row) / ${COLUMNS};
    padding-block: 0;
  }
`;
const symbolCss = css`
  grid-area: symbol;
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  gap: 0 var(--s-8);
  min-width: 0;
  & a {
    color: var(--ink);
    font-weight: 600;
    font-size: var(--t-14);
    white-space: nowrap;
    text-decoration: none;
    outline: none;
  }
  & a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
`;
const exitCss = css`
  font-variant-numeric: tabular-nums;
  color: var(--ink-2);
`;
const typeCss = css`
  grid-area: type;
  white-space: nowrap;
  & b {
    font-weight: 600;
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
/** Rail above its levels on the phone; on wider lists both stand in the row's own columns. */
const wayCss = css`
  grid-area: way;
  display: grid;
  gap: var(--s-4);
  ${WIDE.two} {
    display: contents;
  }
`;
const levelsCss = css`
  display: grid;
  grid-template-columns: 1fr 1fr 1fr;
  gap: var(--s-8);
  font-variant-numeric: tabular-nums;
  & div {
    display: grid;
    gap: 2px;
    justify-items: center;
  }
  & div:first-of-type {
    justify-items: start;
  }
  & div:last-of-type {
    justify-items: end;
  }
  & dt {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
  & dd {
    font-weight: 600;
  }
  ${WIDE.two} {
    grid-area: levels;
  }
  ${WIDE.one} {
    & dt {
      ${hiddenCss}
    }
    /* Three prices of five digits side by side. */
    gap: 6px;
    font-size: var(--t-12);
    align-items: center;
    & div:nth-of-type(n) {
      justify-items: end;
      text-align: right;
    }
  }
`;
const railCss = css`
  ${WIDE.two} {
    grid-area: rail;
  }
`;
const gainCss = css`
  grid-area: gain;
  z-index: 1;
  justify-self: end;
  text-align: right;
`;
const expertCss = css`
  grid-area: expert;
  min-width: 0;
`;
const ageCss = css`
  grid-area: age;
  color: var(--ink-2);
  white-space: nowrap;
  text-align: right;
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
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
const actionCss = css`
  grid-area: action;
  z-index: 1;
  justify-self: end;
  /* Thumb reach without making the row taller. */
  margin-block: -4px -10px;
  ${WIDE.two} {
    margin-block: -10px;
  }
  ${WIDE.one} {
    margin-block: 0;
  }
`;

export interface CallRowProps {
  call: Call;
  /** Where the row leads: the same list with the drawer open. */
  to: string;
  /** Live price of the stock, ₹; null before the first quote. */
  ltp: number | null;
  /** Market time of the list, UTC. */
  now: string;
  /** The one action of a live row. A settled row shows its outcome there. */
  action?: ReactNode;
}

/** One call: a single line on the desk, three on a phone. The whole row opens the call; the figures explain themselves. */
export const CallRow = memo(function CallRow({ call, to, ltp, now, action }: CallRowProps) {
  const open = isOpen(call.status);
  const { label, tone } = outcome(call);
  const ended = call.exit?.ts ?? call.published_at;
  return (
    <li css={rowCss}>
      <span css={symbolCss}>
        <Link to={to} data-call={call.id} aria-label={spokenCall(call)} title={call.stock_name}>
          {call.stock}
        </Link>
        {open ? (
          <PriceCell symbol={call.stock} initial={ltp} />
        ) : (
          <span css={exitCss} title={call.exit ? 'Exit price' : undefined}>
            {call.exit && formatInr(call.exit.price)}
          </span>
        )}
      </span>
      <span css={typeCss}>
        <b>{call.call_type}</b> <small>{TERM_LABEL[call.term].name}</small>
      </span>
      <span css={gainCss}>
        <ResultFigure call={call} />
      </span>
      <div css={wayCss}>
        <span css={railCss}>
          <LevelRail
            stop={railStop(call)}
            entry={call.price}
            target={call.target_price}
            price={open ? ltp : (call.exit?.price ?? null)}
            callType={call.call_type}
            status={call.status}
          />
        </span>
        <dl css={levelsCss}>
          <div>
            <dt>Stop-loss</dt>
            <dd>{formatInr(call.stop_loss)}</dd>
          </div>
          <div>
            <dt>Entry</dt>
            <dd>{entryText(call)}</dd>
          </div>
          <div>
            <dt>Target</dt>
            <dd>{formatInr(call.target_price)}</dd>
          </div>
        </dl>
      </div>
      <span css={expertCss}>
        <ExpertName expert={call.expert} />
      </span>
      <span css={ageCss} title={call.exit ? `Ended ${formatIst(call.exit.ts)}` : `Published ${formatIst(call.published_at)}`}>
        {open && call.status !== 'active' && (
          <small>
            {label}
            <i> · </i>
          </small>
        )}
        {open ? formatAge(call.published_at, now) : formatDay(ended)}
      </span>
      <span css={actionCss}>{open ? action : <Badge tone={tone}>{label}</Badge>}</span>
    </li>
  );
});
