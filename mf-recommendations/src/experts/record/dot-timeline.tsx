import { css } from '@emotion/react';
import type { JudgedCallRow } from '@vimarsh/shared/contract/experts/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/ist-day.ts';
import { formatDay, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { type Column, Table } from '@vimarsh/shared/ui/page/table.tsx';
import { type ReactNode, useState } from 'react';
import { DOT, stepAside } from './place-dots.ts';

const [HEIGHT, PHONE_HEIGHT] = [280, 150];
const DAY = 86_400_000;
/** The instant at which an IST day begins. */
const midnight = (day: string): number => Date.parse(`${day}T00:00:00+05:30`);

const fieldCss = css`
  position: relative;
  height: ${PHONE_HEIGHT}px;
  ${media.expertView} {
    height: ${HEIGHT}px;
  }
  margin: var(--s-8) 36px var(--s-8) 0;
  & > a {
    position: absolute;
    width: ${DOT}px;
    height: ${DOT}px;
    margin: -${DOT / 2}px 0 0 -${DOT / 2}px;
    border-radius: 50%;
    border: 2px solid var(--loss);
    background: var(--surface);
  }
  & > a[data-way='gain'] {
    border-color: var(--gain);
    background: var(--gain);
  }
  & > a:hover {
    z-index: 1;
    box-shadow: 0 0 0 3px var(--line-strong);
  }
  & > span {
    position: absolute;
    left: 0;
    right: -36px;
    border-top: 1px solid var(--line);
    font-size: var(--t-12);
    line-height: 1;
    color: var(--ink-3);
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
  & > span[data-zero] {
    border-color: var(--line-strong);
  }
  @media (forced-colors: active) {
    & > a {
      forced-color-adjust: none;
      border-color: CanvasText;
      background: Canvas;
    }
    & > a[data-way='gain'] {
      border-color: CanvasText;
      background: CanvasText;
    }
  }
`;
const daysCss = css`
  display: flex;
  justify-content: space-between;
  margin-right: 36px;
  font-size: var(--t-12);
  color: var(--ink-3);
`;
const twinCss = css`
  & > summary {
    min-height: 32px;
    padding: var(--s-4) 0;
    cursor: pointer;
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;

interface Dot {
  readonly call: JudgedCallRow;
  readonly r: number;
  readonly gained: boolean;
  /** What a follower made after costs, %, as lists show it. */
  readonly made: number;
}

/** Costs are the same for a follower as for the record; where no follower's prices are known the record's stand for them. */
const madeOf = ({ follower_return, net_return, realised_return }: JudgedCallRow): number =>
  follower_return === null || realised_return === null ? net_return! : follower_return - (realised_return - net_return!);

/** Its colour and its height say the same as its figure in lists: what a follower made, after costs. */
function dotOf(call: JudgedCallRow): Dot {
  const made = madeOf(call);
  const risk = call.entry === null ? 0 : (100 * Math.abs(call.entry - call.initial_stop)) / call.entry;
  return { call, r: risk === 0 ? 0 : made / risk, gained: made > 0, made };
}

export interface DotTimelineProps {
  calls: readonly JudgedCallRow[];
  /** First and last IST day of the period. Without a first day it begins with the day of the first call that ended. */
  from: string | null;
  to: string;
  /** The page with a call's drawer open. */
  toCall: (id: string) => string;
  /** Stands with the table. */
  children: ReactNode;
}

/** Every call on shares that ended as a dot over its day, from the first day of the period to the last: hollow for a loss, filled for a gain, all of one size; its height is the result after costs as a multiple of the risk. Equal ones stand beside each other. The table says the same. */
export function DotTimeline({ calls, from, to, toCall, children }: DotTimelineProps) {
  const [asTable, setAsTable] = useState(false);
  const dots = calls.flatMap((call): Dot[] => (call.r_multiple === null || call.net_return === null ? [] : [dotOf(call)]));
  if (dots.length === 0) return null;
  const firstDay = from ?? istDay(new Date(Math.min(...dots.map(({ call }) => Date.parse(call.ended_at)))));
  const [start, end] = [midnight(firstDay), midnight(to) + DAY];
  const low = Math.min(-1, Math.floor(Math.min(...dots.map(({ r }) => r))));
  const high = Math.max(1, Math.ceil(Math.max(...dots.map(({ r }) => r))));
  const step = Math.max(1, Math.ceil((high - low) / 6));
  const lines = Array.from({ length: high - low + 1 }, (_, at) => low + at).filter((value) => value % step === 0);
  const x = (ended: string): number => 0.01 + (0.98 * (Date.parse(ended) - start)) / (end - start);
  const y = (r: number): number => (high - r) / (high - low);
  const aside = stepAside(dots.map(({ call, r }) => ({ x: x(call.ended_at), y: y(r) })));
  return (
    <>
      {/* Its links are for a pointer; by keyboard and ear the table has them all. */}
      <div css={fieldCss} aria-hidden="true">
        {lines.map((value) => (
          <span key={value} style={{ top: `${100 * y(value)}%` }} data-zero={value === 0 ? '' : undefined}>
            {value > 0 ? `+${value}` : formatNumber(value)}
          </span>
        ))}
        {dots.map(({ call, r, gained, made }, at) => (
          <Link
            key={call.id}
            to={toCall(call.id)}
            replace
            tabIndex={-1}
            data-way={gained ? 'gain' : 'loss'}
            title={`${call.stock} · ${formatDay(call.ended_at)} · ${formatPercent(made)} after costs`}
            style={{ left: `calc(${100 * x(call.ended_at)}% + ${aside[at]}px)`, top: `${100 * y(r)}%` }}
          />
        ))}
      </div>
      <div css={daysCss} aria-hidden="true">
        <span>{formatDay(firstDay)}</span>
        <span>{formatDay(to)}</span>
      </div>
      <details css={twinCss} onToggle={(event) => setAsTable(event.currentTarget.open)}>
        <summary>Show as table</summary>
        {asTable && (
          <>
            <Table caption="Every call on shares that ended" columns={columnsWith(toCall)} rows={dots} rowKey={({ call }) => call.id} />
            {children}
          </>
        )}
      </details>
    </>
  );
}

const columnsWith = (to: (id: string) => string): Column<Dot>[] => [
  {
    key: 'call',
    label: 'Call',
    render: ({ call }) => (
      <Link to={to(call.id)} replace>
        {call.stock}
      </Link>
    ),
  },
  { key: 'ended', label: 'Ended', render: ({ call }) => formatDay(call.ended_at) },
  { key: 'result', label: 'Result, after costs', align: 'end', render: ({ made }) => <Change pct={made} /> },
  { key: 'record', label: 'On record, before costs', align: 'end', render: ({ call }) => <Change pct={call.realised_return} /> },
  { key: 'risk', label: 'Times the risk', align: 'end', render: ({ r }) => formatNumber(r, 2) },
];
