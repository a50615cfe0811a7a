import { addToWatchlist, createWatchlist, readWatchlists } from '@vimarsh/shared/contract/watchlists/routes.ts';
import { EQUITY_WATCHLIST } from '@vimarsh/shared/domain/routing/member-places.ts';
import { useQuery, useRefresh } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { dropUnsent, sendWhenBack, WAITS } from '@vimarsh/shared/kit/unsent.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import Bookmark from 'lucide-react/icons/bookmark';
import BookmarkCheck from 'lucide-react/icons/bookmark-check';
import { useState } from 'react';

/** Of the first list of who has none. */
const FIRST_LIST = 'Watched';

/**
 * Puts the stock into the first of the reader's lists that has room, and into a new one where there is none. One that is watched
 * leads to its list; so does a press that finds no room, where the list says why. A press that finds no server is sent when it is back,
 * except for a new list, which would be made twice if its answer was lost.
 */
export function Watch({ symbol }: { symbol: string }) {
  const { request, notify, snapshot } = useSessionApi();
  const refresh = useRefresh();
  const { data } = useQuery(readWatchlists, { query: { segment: 'equity' } }, { shown: true });
  const [busy, setBusy] = useState(false);
  const [waiting, setWaiting] = useState('');
  if (!data) return null;
  const watching = data.lists.find(({ items }) => items.some(({ code }) => code === symbol));
  const open = data.lists.find(({ locked, items }) => !locked && items.length < data.room.items);
  if (watching)
    return (
      <Link css={buttonCss('quiet')} to={`${EQUITY_WATCHLIST}?list=${encodeURIComponent(watching.id)}`}>
        <BookmarkCheck size={16} aria-hidden="true" />
        {`Watched in ${watching.name}`}
      </Link>
    );
  if (!open && data.lists.length > 0)
    return (
      <Link css={buttonCss('quiet')} to={EQUITY_WATCHLIST}>
        <Bookmark size={16} aria-hidden="true" />
        Your lists are full
      </Link>
    );
  const watch = async () => {
    setBusy(true);
    const answer = open
      ? await request(addToWatchlist, { params: { id: open.id }, body: { items: [symbol] } }, { quiet: 'unreachable' })
      : await request(createWatchlist, { body: { segment: 'equity', name: FIRST_LIST, items: [symbol] } });
    setBusy(false);
    const away = open !== undefined && answer.code === 'UNREACHABLE';
    setWaiting(away ? symbol : '');
    if (away) {
      const who = snapshot().user?.id;
      return sendWhenBack(symbol, () => void (snapshot().user?.id === who && watch()));
    }
    dropUnsent(symbol);
    if (answer.data) notify({ kind: 'success', title: `${symbol} is in ${answer.data.name}.`, text: '', ms: 2000 });
    refresh(readWatchlists);
  };
  return (
    <>
      <Button busy={busy} onClick={() => void watch()}>
        <Bookmark size={16} aria-hidden="true" />
        Watch
      </Button>
      {waiting === symbol && <small role="status">{WAITS}</small>}
    </>
  );
}
