import { css } from '@emotion/react';
import { type Call, type CallPage, COUNT_CEILING, TERMS } from '@vimarsh/shared/contract/calls/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { LockedCard } from '@vimarsh/shared/ui/calls/locked.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import { PanLink } from '@vimarsh/shared/ui/page/pan-link.tsx';
import { PlansLink } from '@vimarsh/shared/ui/page/plans-link.tsx';
import { Fragment, type ReactNode, useDeferredValue, useEffect, useRef } from 'react';
import { HowToRead } from '../../call/list/how-to-read.tsx';
import { useListKeys } from '../../call/list/list-keys.ts';
import { largestPlan, lockedSum } from '../../call/list/locked.view.ts';
import { useLockedLines } from '../../call/list/use-locked-lines.ts';
import { CallRows } from './call-rows.tsx';
import { CallSum } from './call-sum.tsx';
import { LiveRow } from './live-row.tsx';
import { type Order, sortHeads } from './sort-heads.tsx';

const moreCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-12);
  color: var(--ink-2);
  font-size: var(--t-13);
`;
/** Over the list and without height of its own: it moves nothing, and stays in sight. */
const pillCss = css`
  position: sticky;
  top: calc(var(--head) + var(--ribbon) + 28px);
  z-index: 5;
  display: grid;
  justify-items: center;
  height: 0;
  & > button {
    margin-top: -20px;
    border-radius: 22px;
  }
`;
const lockedCss = css`
  display: grid;
  gap: var(--s-8);
`;

/** Calls to sell stand behind those that can be entered. */
const headingCss = css`
  display: flex;
  align-items: baseline;
  gap: var(--s-8);
  padding: var(--s-12) var(--s-4) var(--s-4);
  border-bottom: 1px solid var(--line);
  color: var(--ink-2);
  font-size: var(--t-12);
  & h2 {
    color: var(--ink);
    font-size: var(--t-14);
    font-weight: 600;
  }
`;
const freeCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

export interface CallListProps {
  /** Accessible name: "Live calls". */
  label: string;
  page: Pick<CallPage, 'items' | 'total' | 'next' | 'as_of' | 'locked' | 'locked_count' | 'by_result' | 'entering'>;
  settled: boolean;
  /** URL of the list with a call's drawer open. */
  to: (id: string) => string;
  /** Id of the call in the drawer, '' when it is closed. */
  openId: string;
  onOpen: (id: string) => void;
  action?: (call: Call) => ReactNode;
  order?: Order;
  /** New calls that are not drawn yet. */
  waiting: number;
  onWaiting: () => void;
  /** Width of the action column on the desktop, `44px` by default. */
  actionWidth?: string;
  more: boolean;
  onMore: () => void;
  /** What to do where all calls are locked, or some that no plan opens. */
  ifAllLocked?: ReactNode;
}

/** More rows than a phone's first screen has room for. */
const FIRST_SCREEN = 4;

/** "1,000+" where the server stopped counting. Once all rows are loaded, they are counted instead. */
const totalOf = ({ total, items, next }: Pick<CallPage, 'total' | 'items' | 'next'>): string =>
  next && total >= COUNT_CEILING ? `${formatNumber(Math.max(total, items.length))}+` : formatNumber(Math.max(total, items.length));

/** A list of calls with live prices. `j` and `k` move through it, Enter opens a call. */
export function CallList({
  label,
  page,
  settled,
  to,
  openId,
  onOpen,
  action,
  actionWidth,
  order,
  waiting,
  onWaiting,
  more,
  onMore,
  ifAllLocked,
}: CallListProps) {
  const list = useRef<HTMLUListElement>(null);
  useListKeys(list, page.items, openId, onOpen);
  const lineOf = useAuthorLines('shares', page.items);
  const pressed = useRef(false);
  // The button goes with what it announced; whoever pressed it goes on at the first call, not at the top of the page.
  useEffect(() => {
    if (waiting > 0 || !pressed.current) return;
    pressed.current = false;
    list.current?.querySelector<HTMLElement>('[data-call]')?.focus();
  }, [waiting]);
  const showWaiting = () => {
    pressed.current = true;
    onWaiting();
  };
  const locked = useLockedLines(page);
  // Of what plans open, one lock with a line for each term.
  const sold = locked.filter(({ plan, pan }) => plan && !pan);
  const caller = callerOf(useSession());
  const onlyFree = !settled && locked.length > 0 && belongsTo(caller, 'investors') && !TERMS.some((term) => may(caller, 'equity.live', { term }));
  // What a phone's first screen holds stands before the rest is drawn.
  const whole = useDeferredValue(true, useWideAs('chat'));
  const rows = whole ? page.items : page.items.slice(0, FIRST_SCREEN);
  return (
    <>
      {onlyFree && page.items.length > 0 && (
        <p css={freeCss}>
          Free for every member: one live call a week, picked by date, not by result; you see it until it ends. The newest is from{' '}
          {formatDay(page.items[0]!.published_at)}.
        </p>
      )}
      <CallSum page={page} entering={page.entering} settled={settled} byResult={order?.by === 'result'} />
      {page.items.length > 0 && (
        <div>
          <div css={pillCss} role="status">
            {waiting > 0 && (
              <Button kind="primary" onClick={showWaiting}>
                {waiting === 1 ? '1 new call' : `${formatNumber(waiting)} new calls`}
              </Button>
            )}
          </div>
          <CallRows ref={list} label={label} settled={settled} heads={order && sortHeads(order, settled)} action={actionWidth}>
            {rows.map((call, at) => (
              <Fragment key={call.id}>
                {page.entering && call.call_type === 'Sell' && rows[at - 1]?.call_type !== 'Sell' && (
                  <li css={headingCss}>
                    <h2>For holders</h2> Calls to sell: nothing to enter.
                  </li>
                )}
                <LiveRow call={call} to={to(call.id)} now={page.as_of} action={action?.(call)} line={lineOf(call.expert.user_id, 'shares')} />
              </Fragment>
            ))}
          </CallRows>
        </div>
      )}
      {whole && locked.length > 0 && (
        <>
          {(page.items.length === 0 || locked.some(({ plan, pan }) => !plan && !pan)) && (
            <div css={moreCss}>
              <span>Your plan decides which live calls you see. Closed calls are listed with their results.</span>
              {ifAllLocked}
            </div>
          )}
          <ul css={lockedCss} aria-label="Calls outside your plan">
            {sold.length > 1 && (
              <li>
                <LockedCard
                  text={lockedSum(page.locked)}
                  action={
                    <>
                      <HowToRead what="All live calls" plan={largestPlan(sold)} />
                      <PlansLink />
                    </>
                  }
                />
              </li>
            )}
            {locked.map((line) =>
              sold.length > 1 && sold.includes(line) ? null : (
                <li key={line.text}>
                  <LockedCard
                    text={line.text}
                    action={
                      line.pan ? (
                        <PanLink />
                      ) : (
                        line.plan && (
                          <>
                            <HowToRead what={line.what} plan={line.plan} />
                            <PlansLink />
                          </>
                        )
                      )
                    }
                  />
                </li>
              ),
            )}
          </ul>
        </>
      )}
      {whole && page.items.length > 0 && (
        <div css={moreCss}>
          <span role="status">
            {formatNumber(page.items.length)} of {totalOf(page)} calls
          </span>
          {page.next && (
            <Button onClick={onMore} busy={more}>
              Show more
            </Button>
          )}
        </div>
      )}
    </>
  );
}
