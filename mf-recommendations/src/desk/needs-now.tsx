import { css } from '@emotion/react';
import type { Desk, Need } from '@vimarsh/shared/contract/calls/desk.ts';
import { MY_CALLS, myEndedCall } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatIst, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { UNREAD_COUNT } from '@vimarsh/shared/session/core/client-state.ts';
import { AuthorTail, type LineOf, useAuthorLines } from '@vimarsh/shared/ui/calls/author-lines.tsx';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { useSyncExternalStore } from 'react';
import { cardCss, noteCss, rowsCss } from './desk-css.ts';

/** Next steps stand at the end of their line, each as wide as its words. */
const needsCss = css`
  & > li > a,
  & > li > button {
    flex: 0 0 auto;
  }
`;

export interface NeedsNowProps {
  needs: NonNullable<Desk['needs']>;
  /** The calls are the reader's own. */
  own: boolean;
  /** URL of the desk with a call's drawer open. */
  to: (id: string) => string;
}

/** What needs the reader today, the bad news first, each with its next step: calls and unread notices. */
export function NeedsNow({ needs: { items, total }, own, to }: NeedsNowProps) {
  const { subscribe, state } = useSessionApi();
  // As the bell counts them.
  const lineOf = useAuthorLines('shares', own ? [] : items);
  const unread = useSyncExternalStore(subscribe, () => state.get(UNREAD_COUNT));
  return (
    <section css={cardCss} aria-labelledby="desk-needs">
      <h2 id="desk-needs">What needs you now</h2>
      {items.length === 0 && (
        <p css={noteCss}>Nothing. A call stands here when it comes near its stop-loss or its target, when it ends, and on the last day of its entry.</p>
      )}
      <ul css={[rowsCss, needsCss]}>
        {items.map((need) => (
          <Needed key={need.call_id} need={need} own={own} to={to} line={own ? undefined : lineOf(need.expert.user_id, 'shares')} />
        ))}
        <Unread count={unread} />
      </ul>
      {total > items.length && <p css={noteCss}>And {formatNumber(total - items.length)} more.</p>}
    </section>
  );
}

const HOW_IT_ENDED = 'See how it ended';

const why = ({ what, status }: Need): string =>
  what === 'near_stop' ? 'Near its stop-loss' : what === 'near_target' ? 'Near its target' : what === 'ended' ? outcomeLabel(status) : 'Last day of its entry';

interface NeededProps extends Pick<NeedsNowProps, 'own' | 'to'> {
  need: Need;
  line: ReturnType<LineOf>;
}

function Needed({ need, own, to, line }: NeededProps) {
  const { what, call_id, stock, call_type, expert, at, made } = need;
  const managed = what === 'ended' ? myEndedCall(call_id, 'equity') : `${MY_CALLS}?reco=${call_id}`;
  return (
    <li>
      <span>
        <b>{stock}</b> <span>{why(need)}</span>
        <br />
        <small>
          <span>{call_type} call</span>
          {!own && (
            <>
              {' · '}
              <span translate="no">{expert.full_name}</span>
            </>
          )}
          {at && (
            <>
              {' · '}
              <span>{what === 'ended' ? formatIst(at) : `until ${formatIst(at)}`}</span>
            </>
          )}
        </small>
        <AuthorTail line={line} />
      </span>
      {made !== null && (
        <span>
          <Change pct={made} /> <small>after costs</small>
        </span>
      )}
      {own ? (
        <Link to={managed}>{what === 'ended' ? HOW_IT_ENDED : 'Manage the call'}</Link>
      ) : (
        <Link to={to(call_id)} replace data-call={call_id}>
          {what === 'ended' ? HOW_IT_ENDED : 'See stop and target'}
        </Link>
      )}
    </li>
  );
}

/** The bell counts them, so it is there to open them. The line stands before they are counted: coming later it would push what is under it. */
function Unread({ count }: { count: number }) {
  const session = useSessionApi();
  return (
    <li>
      <span>{count === 0 ? 'No unread notices' : count === 1 ? '1 unread notice' : `${formatNumber(count)} unread notices`}</span>
      <Button onClick={() => session.emit('notices.asked', { shown: 'all' })}>Read notices</Button>
    </li>
  );
}
