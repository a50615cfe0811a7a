import { css } from '@emotion/react';
import type { OwnDesk } from '@vimarsh/shared/contract/calls/desk.ts';
import type { owedPostMortems } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { PUBLISH_CALL } from '@vimarsh/shared/domain/routing/places.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { Query } from '@vimarsh/shared/kit/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/button.css.ts';
import { outcomeLabel } from '@vimarsh/shared/ui/rail.ts';
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
/** Ends that lost stand between ends that gained, in one size. */
const ENDS = ['target_hit', 'sl_hit', 'exited', 'expired', 'lapsed', 'cancelled'] as const;

/** An expert's own work: what is owed first, then today, then how calls ended within the period. */
export function OwnDeskView({ own, owed, within }: { own: OwnDesk; owed: Query<Data<typeof owedPostMortems>>; within: string }) {
  return (
    <div css={stackCss}>
      <OwedList owed={owed} />
      <section css={cardCss} aria-labelledby="desk-today">
        <div css={headCss}>
          <h2 id="desk-today">Today</h2>
          <Link css={buttonCss('quiet')} to={PUBLISH_CALL}>
            Publish a call
          </Link>
        </div>
        <dl css={figuresCss}>
          <Figure name="calls on shares live" value={own.open} />
          <Figure name={`of ${formatNumber(own.most_a_day)} published today`} value={own.published_today} />
          <Figure name="followers" value={own.followers} />
          <Figure name={`of them new ${within}`} value={own.new_followers} />
        </dl>
        <p css={noteCss}>Your registration is valid till {formatDay(own.valid_to)}.</p>
      </section>
      <section css={cardCss} aria-labelledby="desk-ended">
        <h2 id="desk-ended">How your calls ended {within}</h2>
        <dl css={figuresCss}>
          {ENDS.map((status) => (
            <Figure key={status} name={outcomeLabel(status)} value={own.ended[status]} />
          ))}
        </dl>
        <p css={noteCss}>Equity calls by the day on which they ended. Calls that were never entered, and cancelled ones, count no result.</p>
      </section>
    </div>
  );
}
