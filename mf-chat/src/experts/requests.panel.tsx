import { css } from '@emotion/react';
import { CHATS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link } from '@vimarsh/shared/kit/router.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useEffect, useState } from 'react';
import { longestWaitFirst } from '../rooms/recent-rooms.ts';
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

const deskCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

const HoursDialog = part<{ onClose: () => void }>({
  what: 'The hours',
  load: () => import('../desk/hours.panel.tsx').then(({ HoursDialog }) => HoursDialog),
});
const ReadyAnswersDialog = part<{ onTake: null; onClose: () => void }>({
  what: 'The ready answers',
  load: () => import('../desk/ready-answers.panel.tsx').then(({ ReadyAnswersDialog }) => ReadyAnswersDialog),
});

/** Drawn anew so often for the waits, ms. */
const TICK_MS = 30_000;

/** An expert's desk (product A.1): who waits for a decision or an answer, the longest first. Both are given in the chat. */
export function Requests({ me }: { me: string }) {
  const { rooms, error, refetch, serverNow } = useRooms(me, true);
  const [open, setOpen] = useState<'' | 'hours' | 'answers'>('');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!rooms) return error ? <ErrorState what="your chats" error={error} onRetry={refetch} /> : <SkeletonRows rows={4} height={64} screen />;
  const waiting = longestWaitFirst(rooms);
  const desk = (
    <div css={deskCss}>
      <Link css={buttonCss('quiet')} to={CHATS}>
        All chats
      </Link>
      <Button onClick={() => setOpen('hours')}>Hours and away note</Button>
      <Button onClick={() => setOpen('answers')}>Ready answers</Button>
      {open === 'hours' && <HoursDialog onClose={() => setOpen('')} />}
      {open === 'answers' && <ReadyAnswersDialog onTake={null} onClose={() => setOpen('')} />}
    </div>
  );
  if (waiting.length === 0)
    return <EmptyState title="Nobody waits for you." text="Requests and questions of investors appear here on their own." action={desk} />;
  return (
    <>
      <ul css={listCss} aria-label="Waits for me, the longest first">
        {waiting.map((room) => (
          <li key={room.title}>
            <RoomRow room={room} isChosen={false} me={me} now={now} serverNow={serverNow()} asks />
          </li>
        ))}
      </ul>
      {desk}
    </>
  );
}
