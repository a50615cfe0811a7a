import { css } from '@emotion/react';
import type { FilledTicket } from '@vimarsh/shared/contract/trading/types.ts';
import { memberCallAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatInr } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { LevelRail } from '@vimarsh/shared/ui/calls/level-rail.tsx';
import { useLivePrice } from '@vimarsh/shared/ui/calls/live-price.ts';
import { quietCss, warnCss } from '../trading-css.ts';
import type { TicketLegForm } from './ticket-form.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  padding-bottom: var(--s-12);
  border-bottom: 1px solid var(--line);
  & p {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--s-4) var(--s-8);
  }
`;
/** The call that a ticket follows, with its levels as they stand. */
export function FromCall({ call, leg }: { call: NonNullable<FilledTicket['from_call']>; leg: Pick<TicketLegForm, 'symbol' | 'contract' | 'side'> }) {
  const options = leg.contract !== null;
  const live = useLivePrice(options ? null : leg.symbol);
  const { entry_low, entry_high, target, stop_loss } = call;
  return (
    <div css={boxCss}>
      <p>
        <span css={quietCss}>From the call</span>
        <Link to={memberCallAddress({ kind: options ? 'options' : 'equity', id: call.call_id })}>{call.words}</Link>
        {call.entry_passed && <Badge tone="warn">Entry passed</Badge>}
      </p>
      {stop_loss !== null && target !== null && entry_low !== null && entry_high !== null && (
        <LevelRail
          size="full"
          stop={stop_loss}
          target={target}
          entry={(entry_low + entry_high) / 2}
          {...(entry_low !== entry_high && { entryText: `${formatInr(entry_low)}–${formatInr(entry_high)}` })}
          price={live.price}
          callType={target < stop_loss ? 'Sell' : 'Buy'}
          status="active"
        />
      )}
      {call.entry_passed && (
        <p css={[quietCss, warnCss]}>At the price now the trade that was published can’t be had any more: less is left to the target, or a level is passed.</p>
      )}
      <p css={quietCss}>Nothing is placed by itself: you confirm every order, and no stop-loss order is set for you.</p>
    </div>
  );
}
