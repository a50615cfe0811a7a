import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { asFilled } from '@vimarsh/shared/domain/calls/options/as-filled.ts';
import { extremesOf, payoffSketch } from '@vimarsh/shared/domain/calls/options/lot/extremes.ts';
import { OUTLOOK_LABEL } from '@vimarsh/shared/domain/calls/options/names.ts';
import { isTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { optionExchange } from '@vimarsh/shared/domain/options/option-exchange.ts';
import { formatDay, formatInr, formatInrChange, formatIst, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { isOpenCall, outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { SymbolLink } from '@vimarsh/shared/ui/calls/symbol-link.tsx';
import type { ReactNode } from 'react';
import { BriefFrame, boxCss, factsCss } from '../call/drawer/brief-frame.tsx';
import { closedDayText, lateActionText, notJudgeableText } from '../call/drawer/not-judgeable.ts';
import { BASIS_LABEL, daysLeft, levelOf, levelText, mostText, openRiskText, strikesOf } from './option-words.ts';
import { PayoffSketch } from './payoff-sketch.tsx';
import { ProfitFigure } from './profit-figure.tsx';
import { optionOutcome, whereItStands } from './where-it-stands.view.ts';

const publishedCss = css`
  & small {
    font-size: var(--t-12);
    font-weight: 400;
    color: var(--ink-2);
    white-space: nowrap;
  }
`;
/** Asked for by few, and long: it opens where it stands. */
export const foldCss = css`
  & > summary {
    min-height: 44px;
    line-height: 44px;
    cursor: pointer;
  }
  & > summary > h3 {
    display: inline;
  }
`;
/** The good side beside the bad one. */
const pairsCss = css`
  grid-template-columns: 1fr 1fr;
`;
/** It begins the line here, where in a list it ends one. */
const madeCss = css`
  & > span {
    justify-items: start;
    text-align: left;
  }
`;
const noteCss = css`
  color: var(--ink-2);
`;
const warnCss = css`
  color: var(--warn);
`;
/** `filled`: null where fills say nothing of what the publication says, absent where it stands whatever the fills. */
type Fact = readonly [name: string, published: string, filled?: string | null];
const limitText = (limit: number | null): string => (limit === null ? 'Without limit' : formatInrChange(limit));
const levelsText = (levels: readonly number[]): string => (levels.length === 0 ? 'None' : levels.map((level) => formatNumber(level, 2)).join(' · '));

export interface OptionBriefProps {
  call: OptionCall;
  action?: ReactNode;
  /** Its author asked for an exit that has not come yet. */
  exitAsked?: boolean;
}

/**
 * The head of an option call: author, what a lot has made, what is left of it with both ends, and folded its terms. Once it is
 * entered, premium and limits stand twice: as they were published by the middle of the quotes, and by the prices it was filled at, as its result is.
 */
export function OptionBrief({ call, action, exitAsked = false }: OptionBriefProps) {
  const open = isOpenCall(call.status);
  const filled = asFilled(call);
  const waits = call.not_judgeable ?? null;
  // Quotes of after a step that nobody explains say nothing of what the call makes.
  const stands = waits ? null : whereItStands(call);
  const openRisk = openRiskText(call);
  const side = call.net_premium < 0 ? -1 : 1;
  const moved: readonly Fact[] =
    call.stop_loss === call.initial_stop_loss ? [] : [['Published stop-loss', levelText(call.level_basis, call.initial_stop_loss)]];
  const result: readonly Fact[] =
    call.pnl === null
      ? []
      : [
          ['A follower made, before costs', formatInrChange(call.pnl)],
          ...(call.cost == null ? [] : ([['Costs, estimated', formatInr(call.cost)]] as const)),
          ['By the middle of the quotes', formatInrChange(call.headline_pnl)],
          [(call.slippage ?? 0) < 0 ? 'Slippage gain' : 'Slippage cost', formatInr(call.slippage === null ? null : Math.abs(call.slippage))],
        ];
  const { gain, loss, moves } = extremesOf(call);
  const sketch = open ? payoffSketch(call) : null;
  const outcome = open ? optionOutcome(call) : null;
  const left: readonly (readonly [name: string, value: string])[] = [
    ...(stands ? stands.facts.slice(0, 2) : []),
    ['Most you can gain', mostText(gain, call.underlying)],
    ['Most you can lose', mostText(loss, call.underlying)],
    ...(moves
      ? ([
          [`If ${call.underlying} rises to ${levelOf(moves.upTo)}`, formatInrChange(moves.up)],
          [`If ${call.underlying} falls to ${levelOf(moves.downTo)}`, formatInrChange(moves.down)],
        ] as const)
      : []),
    ...(stands ? stands.facts.slice(2) : []),
    ['Time left', call.now ? daysLeft(call, call.now.at) : `until ${formatDay(call.valid_till)}`],
  ];
  const facts: readonly Fact[] = [
    [side < 0 ? 'Received per share' : 'Paid per share', formatInr(side * call.net_premium), filled && formatInr(side * filled.net_premium)],
    ['Target', levelText(call.level_basis, call.target)],
    ['Stop-loss', levelText(call.level_basis, call.stop_loss)],
    ['Measured on', BASIS_LABEL[call.level_basis]],
    ['Largest profit', limitText(call.max_profit), filled && limitText(filled.max_profit)],
    ['Largest loss', limitText(call.max_loss), filled && limitText(filled.max_loss)],
    ['Breakeven', levelsText(call.breakevens), filled?.breakevens ? levelsText(filled.breakevens) : null],
    ['Probability of profit', call.pop === null ? '–' : formatPercent(call.pop * 100, { signed: false }), null],
    ['Margin, estimated', formatInr(call.margin_est), null],
    ['Exchange', optionExchange(call.underlying)],
    ['Lot size', formatNumber(call.lot_size)],
    ['Published', formatIst(call.published_at)],
    [call.ended_at ? 'Ended' : 'Valid till', call.ended_at ? formatIst(call.ended_at) : formatDay(call.valid_till)],
    ...moved,
  ];
  return (
    <BriefFrame
      expert={call.expert}
      pool={call.on_margin ? 'margin' : 'limited'}
      action={action}
      headline={
        <>
          <span css={madeCss}>
            <ProfitFigure call={call} />
          </span>
          <small>
            <SymbolLink symbol={call.underlying} title={`Everything about ${call.underlying}`}>
              {call.underlying_name}
            </SymbolLink>{' '}
            · {OUTLOOK_LABEL[call.outlook]}
          </small>
          {waits ? <Badge tone="warn">Not judgeable</Badge> : <Badge tone="neutral">{outcomeLabel(call.status)}</Badge>}
          {call.late_action && <Badge tone="warn">Under correction</Badge>}
          {openRisk && <Badge tone="warn">{openRisk}</Badge>}
          {open && exitAsked && <Badge tone="neutral">Exit asked for</Badge>}
        </>
      }
    >
      {waits && (
        <p css={warnCss} role="status">
          {notJudgeableText(waits)}
        </p>
      )}
      {call.late_action && <p css={noteCss}>{lateActionText(call.late_action)}</p>}
      {open && call.valid_till < call.expiry && !isTradingDay(call.valid_till) && <p css={noteCss}>{closedDayText(call.valid_till)}</p>}
      {open && call.stale && (
        <p css={warnCss} role="status">
          A leg has had no quote since {formatIst(call.stale.since)}. Until it has one, neither target nor stop-loss can end the call.
        </p>
      )}
      {call.now?.banned && (
        <p css={warnCss} role="status">
          In F&O ban today: positions may be closed, and none may be opened.
        </p>
      )}
      {open && !waits && (
        <section css={boxCss} aria-label="What is left">
          <h3>What is left</h3>
          {outcome && (
            <p>
              {outcome.here} {outcome.gains} {outcome.loses}
            </p>
          )}
          {sketch && <PayoffSketch {...sketch} strikes={strikesOf(call)} />}
          <dl css={[factsCss, pairsCss]}>
            {left.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p css={noteCss}>{stands?.way} Amounts are of one lot, without costs; what it has made is after them.</p>
        </section>
      )}
      {result.length > 0 && <Facts facts={result} />}
      <details css={foldCss} open={!filled}>
        <summary>
          <h3>{filled ? 'Terms, as published and as filled' : 'Terms, as published'}</h3>
        </summary>
        <Facts facts={facts} marked={filled !== null} />
      </details>
      {call.exit_reason && (
        <p css={noteCss} translate="no">
          {call.exit_reason}
        </p>
      )}
    </BriefFrame>
  );
}

/** `marked`: what was published says so, beside what was filled. */
function Facts({ facts, marked = false }: { facts: readonly Fact[]; marked?: boolean }) {
  return (
    <dl css={[factsCss, publishedCss]}>
      {facts.map(([name, value, byFills]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value} {marked && byFills !== undefined && <small>as published</small>}
          </dd>
          {byFills && (
            <dd>
              {byFills} <small>as filled</small>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
