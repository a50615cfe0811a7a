import { myCalls, readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { MY_CALLS, PUBLISH_CALL } from '@vimarsh/shared/domain/routing/member-places.ts';
import { HOME_WHEN_SIGNED_IN } from '@vimarsh/shared/domain/routing/places.ts';
import { useRefresh } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useCallPages } from '../call/list/call-pages.ts';
import { CallList } from '../equity/list/call-list.tsx';
import { CallListSkeleton } from '../equity/list/call-list-skeleton.tsx';
import { stackCss } from './desk-css.ts';

export interface MyCallsProps {
  /** Whether the calls are the reader's own. */
  own: boolean;
  openId: string;
  to: (id: string) => string;
  onOpen: (id: string) => void;
}

/** Open calls with what each still offers: an expert's own, or those of the experts an investor follows. */
export function MyCalls({ own, openId, to, onOpen }: MyCallsProps) {
  const { request, user } = useSession();
  const pages = useCallPages(JSON.stringify(['desk', user?.id]), (page, signal) =>
    request(myCalls, { query: { tab: 'open', ...page } }, { signal, quiet: true }),
  );
  const askAgain = useRefresh();
  const retry = () => {
    pages.refetch();
    askAgain(readCall);
  };
  if (!pages.data) return pages.failed ? <ErrorState what="your calls" onRetry={retry} error={pages.failed} /> : <CallListSkeleton />;
  if (pages.data.items.length === 0)
    return (
      <EmptyState
        title="No open calls on shares"
        text={
          own ? 'A call you publish stays here until the price closes it.' : 'Open calls of the experts you follow stand here, as far as your plan shows them.'
        }
        action={
          <Link css={buttonCss('quiet')} to={own ? PUBLISH_CALL : HOME_WHEN_SIGNED_IN}>
            {own ? 'Publish a call' : 'See experts’ calls'}
          </Link>
        }
      />
    );
  return (
    <div css={stackCss}>
      <CallList
        label="Open calls"
        page={pages.data}
        settled={false}
        to={to}
        openId={openId}
        onOpen={onOpen}
        more={pages.more}
        onMore={pages.showMore}
        waiting={pages.waiting}
        onWaiting={pages.showWaiting}
      />
      <Link to={MY_CALLS}>All calls, closed ones too</Link>
    </div>
  );
}
