import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { entryPassed } from '@vimarsh/shared/domain/calls/equity/entry-passed.ts';
import { formatAge, formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { outcome, spokenCall } from '@vimarsh/shared/ui/calls/call.view.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { useRef } from 'react';
import { useListKeys } from '../../call/list/list-keys.ts';
import type { StockGroup } from './by-stock.ts';

const groupCss = css`
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & + & {
    margin-top: var(--s-12);
  }
  & > header {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 0 var(--s-12);
    padding: var(--s-8) var(--s-12);
    border-bottom: 1px solid var(--line);
  }
  & h2 {
    font-size: var(--t-14);
  }
  & small {
    font-size: var(--t-12);
    color: var(--ink-2);
  }
`;
const rowCss = css`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s-4) var(--s-12);
  padding: var(--s-8) var(--s-12);
  border-bottom: 1px solid var(--line);
  font-size: var(--t-13);
  font-variant-numeric: tabular-nums;
  &:last-of-type {
    border-bottom: 0;
  }
  &[data-chosen] {
    background: color-mix(in oklab, var(--accent) 8%, transparent);
    box-shadow: inset 3px 0 var(--accent);
  }
  &:hover {
    background: color-mix(in oklab, var(--line) 35%, transparent);
  }
  &:has(a:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  & a {
    min-height: 24px;
    color: var(--ink);
    text-decoration: none;
    outline: none;
  }
  & a::after {
    content: '';
    position: absolute;
    inset: 0;
  }
  & > [data-end] {
    justify-self: end;
    text-align: right;
  }
  /* An explained figure keeps a place of its own above the link that is the whole row. */
  & [data-figure] {
    position: relative;
    z-index: 1;
  }
`;

export interface StockGroupsProps {
  groups: readonly StockGroup[];
  chosen: string;
  now: string;
  to: (id: string) => string;
  onChoose: (id: string) => void;
}

/** Calls under their stocks. `j` and `k` choose the next and the previous one, across stocks. */
export function StockGroups({ groups, chosen, now, to, onChoose }: StockGroupsProps) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(
    list,
    groups.flatMap(({ calls }) => calls),
    chosen,
    onChoose,
  );
  return (
    <div ref={list}>
      {groups.map((group) => (
        <Group key={group.stock} group={group} chosen={chosen} now={now} to={to} />
      ))}
    </div>
  );
}

function Group({ group, chosen, now, to }: { group: StockGroup } & Pick<StockGroupsProps, 'chosen' | 'now' | 'to'>) {
  const open = group.calls.some(({ status }) => isOpenCall(status));
  const live = useLivePrice(open ? group.stock : null);
  const price = live.price ?? group.calls.find(({ now: first }) => first)?.now?.price ?? null;
  return (
    <section css={groupCss} aria-label={`Calls on ${group.stock}`}>
      <header>
        <h2>
          <SymbolLink symbol={group.stock} title={group.stock_name} /> {open && <small>Now {formatInr(price)}</small>}
        </h2>
        <small>{group.sides}</small>
      </header>
      <ul>
        {group.calls.map((call) => (
          <Row key={call.id} call={call} price={price} chosen={call.id === chosen} now={now} to={to(call.id)} />
        ))}
      </ul>
    </section>
  );
}

function Row({ call, price, chosen, now, to }: { call: Call; price: number | null; chosen: boolean; now: string; to: string }) {
  const open = isOpenCall(call.status);
  const { label, tone } = outcome(call);
  const passed = open && price !== null && !call.not_judgeable && entryPassed(call, price);
  return (
    <li css={rowCss} data-chosen={chosen ? '' : undefined}>
      <Link to={to} replace data-call={call.id} aria-current={chosen ? 'true' : undefined}>
        <span aria-hidden="true">
          <b>{call.call_type}</b> · {TERM_LABEL[call.term].name}
        </span>
        <Hidden>{spokenCall(call)}</Hidden>
      </Link>
      <small data-end="">
        {passed ? <Badge tone="warn">Entry passed</Badge> : open ? formatAge(call.published_at, now) : <Badge tone={tone}>{label}</Badge>}
      </small>
      <span translate="no">{call.expert.full_name}</span>
      <span data-end="" data-figure="">
        <MadeFigure call={call} price={call.not_judgeable ? null : price} />
      </span>
    </li>
  );
}
