import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { formatAge, formatDay, formatInr, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { outcome, spokenCall } from '@vimarsh/shared/ui/call.view.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/call-words.ts';
import { ExpertName } from '@vimarsh/shared/ui/expert-name.tsx';
import { hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/live-price.ts';
import { PriceCell } from '@vimarsh/shared/ui/price.tsx';
import { isOpen } from '@vimarsh/shared/ui/rail.ts';
import { ResultFigure } from '@vimarsh/shared/ui/result-figure.tsx';
import { type ComponentType, memo, type ReactNode } from 'react';
import { rowCss, WIDE } from './row-layout.ts';
import { RowLevels } from './row-levels.tsx';

const symbolCss = css`
  grid-area: symbol;
  display: grid;
  justify-items: start;
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
const pricedCss = css`
  font-variant-numeric: tabular-nums;
  color: var(--ink-2);
  white-space: nowrap;
  & small {
    font-size: var(--t-12);
    color: var(--ink-3);
    margin-right: var(--s-4);
  }
  /* The head of the column says it there. */
  ${WIDE.one} {
    & small {
      ${hiddenCss}
    }
  }
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
  & [data-late] {
    font-weight: 500;
    color: var(--warn);
  }
  ${WIDE.two} {
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
  /** The row's link: the same list with the drawer open. */
  to: string;
  /** Market time of the list, UTC. */
  now: string;
  /** The one action of a live row. A settled row shows its outcome instead. */
  action?: ReactNode;
  /** What only live rows say. The public page, whose calls have all ended, does not carry it. */
  left?: Left;
}

/** What a live call still offers at a price, which is null while none has come. */
export interface Left {
  Figure: ComponentType<{ call: Call; price: number | null }>;
  entryPassed: (call: Call, price: number | null) => boolean;
}

/** One call: a single line on the desktop, several on a phone. Pressing the row opens the call, pressing a figure explains it. */
export const CallRow = memo(function CallRow({ call, to, now, action, left }: CallRowProps) {
  const open = isOpen(call.status);
  const live = useLivePrice(open ? call.stock : null);
  const { label, tone } = outcome(call);
  // Levels that prices can't be held against have no way left to them.
  const price = call.not_judgeable ? null : live.price;
  return (
    <li css={rowCss}>
      <span css={symbolCss}>
        <Link to={to} data-call={call.id} aria-label={spokenCall(call)} title={call.stock_name}>
          {call.stock}
        </Link>
        <span css={pricedCss}>
          <small>{open ? 'Now ' : 'Exit '}</small>
          {open ? <PriceCell live={live} /> : formatInr(call.exit?.price)}
        </span>
      </span>
      <span css={typeCss}>
        <b>{call.call_type}</b>
        <i> · </i>
        <small>{TERM_LABEL[call.term].name}</small>
      </span>
      <span css={gainCss}>{open && left ? <left.Figure call={call} price={price} /> : <ResultFigure call={call} />}</span>
      <RowLevels call={call} ltp={price} />
      <span css={expertCss}>
        <ExpertName expert={call.expert} />
      </span>
      <span css={ageCss} title={call.ended_at ? `Ended ${formatIst(call.ended_at)}` : `Published ${formatIst(call.published_at)}`}>
        {open && (call.status !== 'active' || call.not_judgeable) && (
          <small>
            {label}
            <i> · </i>
          </small>
        )}
        {open && left?.entryPassed(call, price) && (
          <small data-late>
            Too late to enter
            <i> · </i>
          </small>
        )}
        {call.ended_at ? formatDay(call.ended_at) : formatAge(call.published_at, now)}
      </span>
      <span css={actionCss}>{open ? action : <Badge tone={tone}>{label}</Badge>}</span>
    </li>
  );
});
