import type { Activity } from '@vimarsh/shared/contract/calls/desk.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import { activityText } from './activity.view.ts';
import { cardCss, rowsCss } from './desk-css.ts';

export interface ActivityListProps {
  items: readonly Activity[];
  /** URL of the desk with a call's drawer open. */
  to: (id: string) => string;
  /** "in the last month". */
  within: string;
  own: boolean;
}

/** What happened, newest first; a loss in the same words as a gain. */
export function ActivityList({ items, to, within, own }: ActivityListProps) {
  if (items.length === 0)
    return (
      <EmptyState
        title={`Nothing happened ${within}`}
        text={own ? 'What becomes of your calls stands here.' : 'What becomes of the calls of experts you follow stands here.'}
      />
    );
  return (
    <div css={cardCss}>
      <ol css={rowsCss} aria-label="Activity">
        {items.map((item) => (
          <li key={`${item.call_id} ${item.what}`}>
            <Link to={to(item.call_id)} replace data-call={item.call_id}>
              {activityText(item)}
            </Link>
            <small>{formatIst(item.at)}</small>
          </li>
        ))}
      </ol>
    </div>
  );
}
