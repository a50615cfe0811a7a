import { css } from '@emotion/react';
import { readChat } from '@vimarsh/shared/contract/chat/routes.ts';
import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { CHAT_EXPERTS, CHATS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { EXPERT_STORE } from '@vimarsh/shared/domain/routing/places.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import type { QueryError } from '@vimarsh/shared/kit/query/query-error.ts';
import { Link, navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { media, useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useEffect, useRef, useState } from 'react';
import { isUnsent } from './outbox/outbox.ts';
import { useOutbox } from './outbox/use-outbox.ts';
import type { RoomFilter } from './recent-rooms.ts';
import { RoomList } from './room-list.tsx';
import { type Rooms, useRooms } from './use-rooms.ts';

/** As high as the window lets it be, whatever stands above the panes: the page never moves. */
const wholeCss = css`
  display: flex;
  flex-direction: column;
  gap: var(--s-8);
  height: max(420px, calc(100dvh - 190px));
  /* A phone has no room for a frame around what is the whole page. */
  ${media.phone} {
    gap: 0;
    height: max(420px, calc(100dvh - 158px));
    margin: calc(-1 * var(--s-16));
  }
`;
/** The list stands before the code of a conversation has come. */
const Thread = part({
  what: 'The chat',
  load: () => import('./thread.panel.tsx').then(({ Thread }) => Thread),
  placeholder: <SkeletonRows rows={6} height={64} />,
});

/** Comes with the code of a conversation: what waits was mostly written there, and without a network nothing more can be loaded. */
const Unsent = part<{ me: string }>({
  what: 'What is not sent',
  load: () => import('./thread.panel.tsx').then(({ Unsent }) => Unsent),
  failure: () => <p role="status">Some messages are not sent yet.</p>,
});

const panesCss = css`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: minmax(0, 1fr);
  min-height: 0;
  overflow: hidden;
  background: var(--surface);
  ${media.chat} {
    border: 1px solid var(--line);
    border-radius: var(--r-10);
    grid-template-columns: minmax(260px, 340px) minmax(0, 1fr);
    & > nav {
      border-right: 1px solid var(--line);
    }
  }
`;
const emptyCss = css`
  align-self: center;
  padding: var(--s-24);
  color: var(--ink-2);
  text-align: center;
`;
const bannerCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-4) var(--s-12);
  padding: var(--s-4) var(--s-12);
  border-radius: var(--r-6);
  background: var(--warn-soft);
  color: var(--warn);
`;

/** Drawn anew so often for ages and for the end of the quarter of an hour, ms. */
const TICK_MS = 30_000;

/** The chats of an investor or an expert (S2.1-ROUTE-09). Experts get here by the menu of requests and by their own address (S6-PERM-A03). */
export function Page() {
  const { user, environment } = useSession();
  if (environment?.isChatAvailable === false)
    return (
      <Screen title="Chat History">
        <EmptyState
          title="Chat is not part of this site."
          text="You can read what experts publish."
          action={
            <Link css={buttonCss('quiet')} to={EXPERT_STORE}>
              Experts
            </Link>
          }
        />
      </Screen>
    );
  return <Screen title="Chat History">{user && <Chats me={user.id} isExpert={user.profession !== 'Retail Investor'} />}</Screen>;
}

function Chats({ me, isExpert }: { me: string; isExpert: boolean }) {
  const [filter, setFilter] = useState<RoomFilter>('all');
  const rooms = useRooms(me, filter === 'waits');
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  if (!rooms.rooms)
    return rooms.error ? <ErrorState what="your chats" error={rooms.error} onRetry={rooms.refetch} /> : <SkeletonRows rows={7} height={64} screen />;
  if (rooms.rooms.length === 0)
    return isExpert ? (
      <EmptyState title="No chat yet." text="Requests of investors appear here on their own." />
    ) : (
      <EmptyState
        title="No chat yet."
        text="Choose an expert and say what it is about."
        action={
          <Link css={buttonCss('primary')} to={CHAT_EXPERTS}>
            Experts to chat with
          </Link>
        }
      />
    );
  return <Panes {...rooms} rooms={rooms.rooms} me={me} isExpert={isExpert} now={now} filter={filter} onFilter={setFilter} />;
}

type PanesProps = Rooms & {
  rooms: readonly RecentChat[];
  me: string;
  isExpert: boolean;
  now: number;
  filter: RoomFilter;
  onFilter: (filter: RoomFilter) => void;
};

function Panes({ rooms, me, isExpert, now, filter, onFilter, serverNow, more, busy, update, marked, line }: PanesProps) {
  const { query } = usePath();
  const wide = useWideAs('chat');
  const chosen = query.get('room') ?? '';
  const room = rooms.find(({ title }) => title === chosen);
  // One that is further down the list than it was read: a hit of the search, a notice, a link of an expert's card.
  const far = useQuery(readChat, { params: { room: chosen } }, { enabled: chosen !== '' && !room });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer.
  useEffect(() => {
    if (far.data) update(far.data);
  }, [far.data]);
  const { items } = useOutbox(me);
  // The room that was left by a press: the focus goes on from it.
  const [way, setWay] = useState({ chosen, left: '' });
  if (way.chosen !== chosen) setWay({ chosen, left: way.chosen || 'none' });
  const list = useRef<HTMLDivElement>(null);
  return (
    <div css={wholeCss}>
      <LineBanner state={line.state} reconnect={line.reconnect} />
      {items.some(isUnsent) && <Unsent me={me} />}
      <div css={panesCss} ref={list}>
        {(wide || !room) && (
          <RoomList
            rooms={rooms}
            chosen={chosen}
            me={me}
            more={more}
            busy={busy}
            now={now}
            serverNow={serverNow()}
            filter={filter}
            onFilter={onFilter}
            asks={!isExpert}
            left={wide ? '' : way.left}
          />
        )}
        {room && (
          <Thread
            key={room.title}
            room={room}
            me={me}
            alone={!wide}
            at={query.get('at')}
            takesFocus={way.left !== ''}
            onLeave={() => (wide ? list.current?.querySelector<HTMLElement>('nav a[aria-current]')?.focus() : navigate(CHATS))}
            onChange={update}
            onMarked={marked}
            sayCancelled={() => line.say('cancel_room_status', { room: room.title, user_id: me })}
          />
        )}
        {!room && far.error ? <NotThere error={far.error} onRetry={far.refetch} /> : wide && !room && <p css={emptyCss}>Choose a chat.</p>}
      </div>
    </div>
  );
}

/** Of others, or of nobody: which of the two is not told. */
const NOWHERE: readonly string[] = ['NOT_FOUND', 'BAD_REQUEST'];

function NotThere({ error, onRetry }: { error: QueryError; onRetry: () => void }) {
  return NOWHERE.includes(error.code) ? (
    <p css={emptyCss} role="status">
      That chat is not among yours.
    </p>
  ) : (
    <ErrorState what="this chat" error={error} onRetry={onRetry} />
  );
}

/** Said once the line has given up its five tries (S7-RT-02). Until then the room is read by the API without a word. */
function LineBanner({ state, reconnect }: { state: Rooms['line']['state']; reconnect: () => void }) {
  if (state !== 'gone') return null;
  return (
    <div css={bannerCss} role="status">
      <span>Not live: new messages come every 10 seconds.</span>
      <Button onClick={reconnect}>Reconnect</Button>
    </div>
  );
}
