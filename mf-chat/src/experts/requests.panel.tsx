import { css } from '@emotion/react';
import { CHATS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { RoomRow } from '../rooms/room-list.tsx';
import { useRooms } from '../rooms/use-rooms.ts';

const listCss = css`
  max-width: 640px;
  margin: 0;
  padding: 0;
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  list-style: none;
  overflow: hidden;
`;

/** An expert's own requests (product A.1): who asks, and about what. They are decided in the chat. */
export function Requests({ me }: { me: string }) {
  const { rooms, error, refetch } = useRooms(me);
  if (!rooms) return error ? <ErrorState what="your chats" error={error} onRetry={refetch} /> : <SkeletonRows rows={4} height={64} screen />;
  const waiting = rooms.filter(({ status_str }) => status_str === 'Requested');
  const chats = (
    <div>
      <Link css={buttonCss('quiet')} to={CHATS}>
        All chats
      </Link>
    </div>
  );
  if (waiting.length === 0) return <EmptyState title="No request waits." text="Requests of investors appear here on their own." action={chats} />;
  return (
    <>
      <ul css={listCss} aria-label="Requests that wait">
        {waiting.map((room) => (
          <li key={room.title}>
            <RoomRow room={room} isChosen={false} me={me} now={Date.now()} />
          </li>
        ))}
      </ul>
      {chats}
    </>
  );
}
