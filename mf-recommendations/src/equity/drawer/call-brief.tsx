import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { isTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { formatDay, formatFloat, formatInr, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useCalendarOfPage } from '@vimarsh/shared/kit/calendar-of-page.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { entryText, outcome, railOf } from '@vimarsh/shared/ui/calls/call.view.ts';
import { TERM_LABEL } from '@vimarsh/shared/ui/calls/call-words.ts';
import { LevelRail } from '@vimarsh/shared/ui/calls/level-rail.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { MadeFigure } from '@vimarsh/shared/ui/calls/made-figure.tsx';
import { PriceCell } from '@vimarsh/shared/ui/calls/price-cell.tsx';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import type { ReactNode } from 'react';
import { BriefFrame, factsCss } from '../../call/drawer/brief-frame.tsx';
import { closedDayText, lateActionText, notJudgeableText } from '../../call/drawer/not-judgeable.ts';
import { residualLine } from './residual-line.ts';

const leftCss = css`
  color: var(--ink-2);
  & b {
    display: block;
    color: var(--warn);
    font-weight: 600;
  }
`;

/** A day that was declared closed after the publication: an open call keeps its signed end. */
const isLastDayTraded = ({ status, valid_till }: Call): boolean => !isOpenCall(status) || isTradingDay(valid_till);

/**
 * The call's header: author, stock, what it has made, the price, now or at the end, and what the call still offers at that price. `holder`: what an
 * open call to sell means.
 */
export function CallBrief({ call, action, holder }: { call: Call; action?: ReactNode; holder?: ReactNode }) {
  useCalendarOfPage();
  const live = useLivePrice(call.stock);
  const open = isOpenCall(call.status);
  const known = live.price ?? call.now?.price ?? null;
  const price = call.not_judgeable ? null : known;
  const { label, tone } = outcome(call);
  const remaining = price === null ? null : residualLine(call, price);
  return (
    <BriefFrame
      expert={call.expert}
      pool="shares"
      action={action}
      headline={
        <>
          <MadeFigure call={call} price={price} />
          {call.exit && (
            <span>
              <small>Exit</small> <b>{formatInr(call.exit.price)}</b>
            </span>
          )}
          <span data-beside={call.exit ? '' : undefined}>
            <small>{call.exit ? '· now' : 'Now'}</small> <PriceCell live={{ ...live, price: known }} />
          </span>
          <small>
            <SymbolLink symbol={call.stock} title={`Everything about ${call.stock}`}>
              {call.stock_name}
            </SymbolLink>{' '}
            · {call.exchange}
          </small>
          <Badge tone={tone}>{label}</Badge>
          {call.late_action && <Badge tone="warn">Under correction</Badge>}
        </>
      }
    >
      <LevelRail size="full" {...railOf(call, price)} />
      {call.not_judgeable && <p css={leftCss}>{notJudgeableText(call.not_judgeable, !open)}</p>}
      {call.late_action && <p css={leftCss}>{lateActionText(call.late_action)}</p>}
      {!isLastDayTraded(call) && <p css={leftCss}>{closedDayText(call.valid_till)}</p>}
      {remaining && (
        <p css={leftCss}>
          {remaining.entryPassed && <b>Entry passed</b>}
          {remaining.text}
        </p>
      )}
      {open && call.call_type === 'Sell' && !call.not_judgeable && holder}
      <dl css={factsCss}>
        <div>
          <dt>Entry as published</dt>
          <dd>{entryText(call)}</dd>
        </div>
        <div>
          <dt>Risk-reward</dt>
          <dd>{formatFloat(call.risk_reward)}</dd>
        </div>
        <div>
          <dt>Term</dt>
          <dd>
            {TERM_LABEL[call.term].name} ({call.term === 'intraday' ? `the session of ${formatDay(call.published_at)}` : TERM_LABEL[call.term].span})
          </dd>
        </div>
        <div>
          <dt>Published</dt>
          <dd>{formatIst(call.published_at)}</dd>
        </div>
        <div>
          <dt>{call.ended_at ? 'Ended' : 'Valid till'}</dt>
          <dd>{call.ended_at ? formatIst(call.ended_at) : formatDay(call.valid_till)}</dd>
        </div>
        {call.stop_loss !== call.initial_stop_loss && (
          <div>
            <dt>Published stop-loss</dt>
            <dd>{formatInr(call.initial_stop_loss)}</dd>
          </div>
        )}
      </dl>
      {call.exit?.reason && (
        <p css={leftCss} translate="no">
          {call.exit.reason}
        </p>
      )}
    </BriefFrame>
  );
}
