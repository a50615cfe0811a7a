import { css } from '@emotion/react';
import type { RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { CHAT_EXPERTS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { EXPERT_STORE } from '@vimarsh/shared/domain/routing/places.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Link, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { media, useWideAs } from '@vimarsh/shared/ui/page/layout.ts';
import { Page as Screen } from '@vimarsh/shared/ui/page/page.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useEffect, useState } from 'react';
import { isUnsent } from './outbox/outbox.ts';
import { useKeepsAtSignOut, useOutbox } from './outbox/use-outbox.ts';
import { RoomList } from './room-list.tsx';
import { type Rooms, useRooms } from './use-rooms.ts';

/** As high as the window lets it be, whatever stands above the panes: the page never moves. */
const wholeCss = css`
  display: flex;
  flex-direction: column;
  gap: var(--s-8);
  height: max(420px, calc(100dvh - 190px));
`;
/** The list stands before the code of a conversation has come. */
const Thread = part({
  what: 'The chat',
  load: () => import('./thread.panel.tsx').then(({ Thread }) => Thread),
  placeholder: <SkeletonRows rows={6} height={64} />,
});

const panesCss = css`
  display: grid;
  flex: 1;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: minmax(0, 1fr);
  min-height: 0;
  overflow: hidden;
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  ${media.chat} {
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
const unsentCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--s-16);
  padding: var(--s-4) var(--s-12);
  border: 1px solid var(--line);
  border-radius: var(--r-6);
  font-size: var(--t-13);
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
  const rooms = useRooms(me);
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
  return <Panes {...rooms} rooms={rooms.rooms} me={me} isExpert={isExpert} now={now} />;
}

type PanesProps = Rooms & { rooms: readonly RecentChat[]; me: string; isExpert: boolean; now: number };

function Panes({ rooms, me, isExpert, now, more, busy, update, marked, line }: PanesProps) {
  const { query } = usePath();
  const wide = useWideAs('chat');
  const chosen = query.get('room') ?? '';
  const room = rooms.find(({ title }) => title === chosen);
  return (
    <div css={wholeCss}>
      <LineBanner state={line.state} reconnect={line.reconnect} />
      <Unsent me={me} />
      <div css={panesCss}>
        {(wide || !room) && <RoomList rooms={rooms} chosen={chosen} me={me} more={more} busy={busy} now={now} asks={!isExpert} />}
        {room && (
          <Thread
            key={room.title}
            room={room}
            me={me}
            alone={!wide}
            onChange={update}
            onMarked={marked}
            sayCancelled={() => line.say('cancel_room_status', { room: room.title, user_id: me })}
          />
        )}
        {wide && !room && <p css={emptyCss}>Choose a chat.</p>}
      </div>
    </div>
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

/** How many messages wait, and whether they stay on this device after sign-out. */
function Unsent({ me }: { me: string }) {
  const { items, store } = useOutbox(me);
  const [keeps, choose] = useKeepsAtSignOut(store);
  const waiting = items.filter(isUnsent);
  if (waiting.length === 0) return null;
  return (
    <div css={unsentCss}>
      <p role="status">{waiting.length === 1 ? '1 message is not sent yet.' : `${formatNumber(waiting.length)} messages are not sent yet.`}</p>
      {keeps !== null && waiting.some(({ kept }) => kept) && (
        <Checkbox
          label="Keep on this device after I sign out, readable to whoever uses it"
          checked={keeps}
          onChange={(event) => choose(event.target.checked)}
        />
      )}
    </div>
  );
}
