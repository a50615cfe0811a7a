import { css } from '@emotion/react';
import type { CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import { showBrokerButton } from '@vimarsh/shared/domain/partners/brokers.ts';
import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import { TRADING } from '@vimarsh/shared/domain/routing/member-places.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import type { ActLineProps } from './act-line.tsx';

/** As tall as the button, so that nothing moves when it comes. */
const placeCss = css`
  min-height: 44px;
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 36px;
  }
`;
const Line = part<ActLineProps>({
  what: 'The way to an order',
  load: () => import('./act-line.tsx').then((line) => line.ActLine),
  placeholder: <div css={placeCss} />,
  failure: () => null,
});

export interface ActOnCallProps extends Omit<ActLineProps, 'open'> {
  status: CallStatus;
  author: string;
  options: boolean;
}

/**
 * The way from a call to a ticket, where orders go through the broker of this site; never for one's own call. A call of options that ended has
 * no one share to trade, and the named broker's button goes with an expired call (S5-BRK-06). All of it is decided before the button's code
 * comes: a place that is kept and then given up would move what stands below.
 */
export function ActOnCall({ author, options, status, ...call }: ActOnCallProps) {
  const session = useSession();
  const { environment, user } = session;
  if (!environment?.isTradeAvailable || (options && !environment.optionsTrade) || !user || user.id === author) return null;
  if (!screenAt(routesOf(session.page().releases), TRADING)) return null;
  const open = isOpenCall(status);
  if (!open && (options || !showBrokerButton(environment.brokerId, { strategyExpired: true }))) return null;
  return <Line {...call} open={open} />;
}
