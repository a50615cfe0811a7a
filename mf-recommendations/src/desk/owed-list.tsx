import type { OwedPostMortem } from '@vimarsh/shared/contract/calls/post-mortems.ts';
import type { owedPostMortems } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { myEndedCall } from '@vimarsh/shared/domain/routing/member-places.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { Query } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { cardCss, rowsCss } from './desk-css.ts';

/** Stopped calls that wait for their author's words, those still in time first. */
export function OwedList({ owed: { data, error, refetch } }: { owed: Query<Data<typeof owedPostMortems>> }) {
  if (!data) return error && <ErrorState what="what you owe" onRetry={refetch} error={error} />;
  return (
    <section css={cardCss} aria-labelledby="desk-owed">
      <h2 id="desk-owed">Post-mortems to write</h2>
      {data.total === 0 ? (
        <p>None. A call that reaches its stop-loss is answered for within five trading sessions: what was wrong, in your words.</p>
      ) : (
        <>
          <p>Say what was wrong with each of these calls. Readers see which of them were not answered for in time.</p>
          <ul css={rowsCss}>
            {data.items.map((item) => (
              <Owed key={item.id} item={item} />
            ))}
          </ul>
          {data.total > data.items.length && <p>And {formatNumber(data.total - data.items.length)} more.</p>}
        </>
      )}
    </section>
  );
}

function Owed({ item: { id, segment, stock, what, ended_at, due_by, missing } }: { item: OwedPostMortem }) {
  const name = segment === 'equity' ? `${what} call on ${stock}` : segment === 'options' ? `Option call on ${stock}` : `Call on ${stock}`;
  return (
    <li>
      <Link to={myEndedCall(id, segment)}>{name}</Link>
      <small>Stopped on {formatDay(ended_at)}</small>
      <span>
        <Badge tone={missing ? 'warn' : 'neutral'}>{missing ? `Missing since ${formatDay(due_by)}` : `Due by ${formatDay(due_by)}`}</Badge>
      </span>
    </li>
  );
}
