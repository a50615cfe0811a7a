import { css } from '@emotion/react';
import { deskDemos } from '@vimarsh/shared/contract/booking/routes.ts';
import type { DeskDemo } from '@vimarsh/shared/contract/booking/types.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';
import { dayName, startOf } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { BOOK_DEMO } from '@vimarsh/shared/domain/routing/places.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';

const stackCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
  & h2 {
    padding-bottom: var(--s-8);
    border-bottom: 1px solid var(--line-strong);
    font-size: var(--t-16);
  }
`;
/** One line on the desk, three on a phone; the time stays in front. */
const rowCss = css`
  display: grid;
  grid-template-columns: 56px minmax(0, 1fr);
  gap: var(--s-4) var(--s-12);
  padding: var(--s-12) 0;
  border-bottom: 1px solid var(--line);
  & > time {
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  & > * {
    grid-column: 2;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > time {
    grid-column: 1;
  }
  & small {
    color: var(--ink-2);
    font-size: var(--t-12);
  }
  & a {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    margin-right: var(--s-16);
  }
  @media (min-width: 880px) {
    grid-template-columns: 56px minmax(0, 1fr) minmax(0, 1.4fr);
    align-items: center;
    & > :last-child {
      grid-column: 3;
    }
    & a {
      min-height: 24px;
    }
  }
`;

/** Demos to give. Only admins get here; the server checks that again on every call. */
export function Page() {
  const session = useSession();
  return (
    <Screen title="Demos">
      {may(callerOf(session), 'demo.give') ? (
        <Desk />
      ) : (
        <EmptyState
          title="Only admins see who booked a demo."
          text="You find your own under Book a demo."
          action={
            <Link css={buttonCss('quiet')} to={BOOK_DEMO}>
              Book a demo
            </Link>
          }
        />
      )}
    </Screen>
  );
}

function Desk() {
  const { data, error, refetch } = useQuery(deskDemos, undefined, { fresh: 0, every: 60_000, shown: true });
  if (!data) return error ? <ErrorState what="the demos" onRetry={refetch} error={error} /> : <SkeletonRows rows={6} screen />;
  if (data.length === 0) return <EmptyState title="No demo is booked." text="New ones appear here on their own." />;
  const days = [...new Set(data.map(({ date }) => date))];
  return (
    <div css={stackCss}>
      <p role="status">{data.length === 1 ? '1 demo is booked. Times are IST.' : `${data.length} demos are booked, the next first. Times are IST.`}</p>
      {days.map((day) => (
        <section key={day} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`}>{dayName(day)}</h2>
          <ul aria-labelledby={`day-${day}`}>
            {data
              .filter(({ date }) => date === day)
              .map((demo) => (
                <Booked key={demo.id} demo={demo} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Booked({ demo: { date, slot, name, mobile, email, profession, partner_key } }: { demo: DeskDemo }) {
  return (
    <li css={rowCss}>
      <time dateTime={startOf({ date, slot }).toISOString()}>{slot}</time>
      <div>
        {name || 'No name yet'} <small>{`${profession} · ${partner_key || 'main site'}`}</small>
      </div>
      <div>
        {mobile && <a href={`tel:${mobile}`}>{mobile}</a>}
        {email && <a href={`mailto:${email}`}>{email}</a>}
      </div>
    </li>
  );
}
