import { css } from '@emotion/react';
import type { TradingDesk } from '@vimarsh/shared/contract/trading/types.ts';
import { tradeOrderAddress } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { heedCss, quietCss } from './trading-css.ts';

const lineCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-4) var(--s-12);
  & strong {
    font-weight: 600;
  }
`;
/** The top line says it on a phone. */
const deskCss = css`
  @media (max-width: 879.98px) {
    display: none;
  }
`;
const SESSION: Readonly<Record<TradingDesk['session']['state'], { readonly text: string; readonly tone: 'neutral' | 'warn' }>> = {
  active: { text: 'Logged in', tone: 'neutral' },
  none: { text: 'Not logged in', tone: 'warn' },
  expired: { text: 'Session over', tone: 'warn' },
  ended: { text: 'Logged out', tone: 'warn' },
};

/** One line over every tab: the broker, its session, the market; and the orders that nobody knows the state of. */
export function DeskHead({ desk }: { desk: TradingDesk }) {
  const { broker, session, simulated, phase_text, unknown } = desk;
  const { text, tone } = SESSION[session.state];
  return (
    <>
      <div css={lineCss}>
        <strong translate="no">{broker.title}</strong>
        {session.client_id && (
          <span css={[quietCss, deskCss]} translate="no">
            {session.client_id}
          </span>
        )}
        <Badge tone={tone}>{text}</Badge>
        {session.state === 'active' && session.expires_at && <span css={quietCss}>until {formatIst(session.expires_at).slice(-9)}</span>}
        <span css={[quietCss, deskCss]}>{phase_text}</span>
        {simulated && (
          <span css={deskCss}>
            <Badge>Simulated prices</Badge>
          </span>
        )}
      </div>
      {unknown.length > 0 && (
        <p css={heedCss} role="status">
          <strong>{unknown.length === 1 ? 'Nobody can say yet what became of one order' : `Nobody can say yet what became of ${unknown.length} orders`}</strong>
          <span>
            No other order in the same share is taken until it is found. <Link to={tradeOrderAddress(unknown[0]!)}>See what is being done</Link>
          </span>
        </p>
      )}
    </>
  );
}
