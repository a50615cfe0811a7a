import { css } from '@emotion/react';
import type { OwnDesk } from '@vimarsh/shared/contract/calls/desk.ts';
import type { owedPostMortems } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { PUBLISH_CALL, PUBLISH_OPTIONS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import type { Query } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { cardCss, figuresCss, noteCss, stackCss } from './desk-css.ts';
import { Figure } from './figure.tsx';
import { OwedList } from './owed-list.tsx';

const headCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8) var(--s-16);
`;
const linksCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;
/** Ends that lost stand between ends that gained, in one size. */
const ENDS = ['target_hit', 'sl_hit', 'exited', 'expired', 'lapsed', 'cancelled', 'unjudged'] as const;

/** Whoever may publish a kind is led to it. */
function PublishLinks() {
  const caller = callerOf(useSession());
  return (
    <div css={linksCss}>
      <Link css={buttonCss('quiet')} to={PUBLISH_CALL}>
        Publish a call
      </Link>
      {may(caller, 'options.publish') && (
        <Link css={buttonCss('quiet')} to={PUBLISH_OPTIONS}>
          Publish an option call
        </Link>
      )}
    </div>
  );
}

/** An expert's own work: what is owed first, then today, then how calls ended within the period. */
export function OwnDeskView({ own, owed, within }: { own: OwnDesk; owed: Query<Data<typeof owedPostMortems>>; within: string }) {
  return (
    <div css={stackCss}>
      <OwedList owed={owed} />
      <section css={cardCss} aria-labelledby="desk-today">
        <div css={headCss}>
          <h2 id="desk-today">Today</h2>
          <PublishLinks />
        </div>
        <dl css={figuresCss}>
          <Figure name="calls on shares live" value={own.open} />
          <Figure name={`of ${formatNumber(own.most_a_day)} calls on shares published today`} value={own.published_today} />
          <Figure name="followers" value={own.followers} />
          <Figure name={`of them new ${within}`} value={own.new_followers} />
        </dl>
        <p css={noteCss}>Your registration is valid till {formatDay(own.valid_to)}.</p>
      </section>
      <section css={cardCss} aria-labelledby="desk-ended">
        <h2 id="desk-ended">How your calls ended {within}</h2>
        <dl css={figuresCss}>
          {ENDS.map((status) => (
            <Figure key={status} name={outcomeLabel(status)} value={own.ended[status] ?? 0} />
          ))}
        </dl>
        <p css={noteCss}>
          Equity calls by the day on which they ended. Calls that were never entered, cancelled ones, and those that no price on file can judge, count no
          result.
        </p>
      </section>
    </div>
  );
}
