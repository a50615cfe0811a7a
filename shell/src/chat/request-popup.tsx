import { decideChat } from '@vimarsh/shared/contract/chat/routes.ts';
import { chatTopic } from '@vimarsh/shared/contract/chat/socket.ts';
import type { RoomLine } from '@vimarsh/shared/contract/socket/topics.ts';
import { CHAT_POPUP_DELAY_MS } from '@vimarsh/shared/domain/constants.ts';
import { screenAt } from '@vimarsh/shared/domain/routing/match.ts';
import { CHATS, chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import { routesOf } from '@vimarsh/shared/domain/routing/routes.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { navigate, usePath } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { NEW_CHAT_REQUEST } from '@vimarsh/shared/session/core/client-state.ts';
import { useEffect, useState } from 'react';
import type { DenyReason, RequestDialogProps } from './request.dialog.tsx';
import { type Requests, requestKey, waitingOf, withEntries } from './requests.ts';

const RequestDialog = part<RequestDialogProps>({
  what: 'A new chat request',
  load: () => import('./request.dialog.tsx').then((dialog) => dialog.RequestDialog),
  failure: () => null,
});

/** Tells an expert on any screen but the chats that an investor asks for a chat, a second after the page heard of it. */
export function ChatRequestPopup({ me }: { me: string }) {
  const session = useSessionApi();
  const { path } = usePath();
  const [requests, setRequests] = useState<Requests>(new Map());
  const [putAside, setPutAside] = useState<ReadonlySet<string>>(new Set());
  const [line, setLine] = useState<RoomLine<typeof chatTopic> | null>(null);
  const [busy, setBusy] = useState(false);
  const [now, setNow] = useState(0);

  useEffect(
    () =>
      session.line.subscribe(
        {
          topic: 'room',
          of: chatTopic,
          room: me,
          onLine(state) {
            setLine(state);
            if (state.state === 'joined') state.say('get_recent_chat', { user_id: me });
          },
        },
        (news) => {
          if (news?.event === 'recent-chat') setRequests((known) => withEntries(known, news.payload.entries, me, Date.now()));
        },
      ),
    [session, me],
  );

  const waiting = waitingOf(requests, putAside, now);
  const first = waiting[0];
  useEffect(() => {
    session.state.set(NEW_CHAT_REQUEST, first?.room ?? null);
    if (!first) return;
    const look = (at: number) => setTimeout(() => setNow(Date.now()), Math.max(0, at - Date.now()));
    const timers = [look(first.at + CHAT_POPUP_DELAY_MS), ...(first.room.ends_at ? [look(Date.parse(first.room.ends_at))] : [])];
    return () => timers.forEach(clearTimeout);
  }, [session, first]);

  // A screen that is not there is not offered.
  const isThere = screenAt(routesOf(session.page().releases), CHATS);
  const onChats = path === CHATS || path.startsWith(`${CHATS}/`);
  if (!first || !isThere || onChats || now < first.at + CHAT_POPUP_DELAY_MS) return null;
  const { room } = first;
  const putAway = () => setPutAside((known) => new Set(known).add(requestKey(room)));

  async function deny(reason: DenyReason): Promise<void> {
    if (reason === 'unsaid' && line?.state === 'joined') {
      line.say('cancel_room_status', { room: room.title, user_id: me });
      return putAway();
    }
    setBusy(true);
    const { status } = await session.request(decideChat, { body: { room: room.title, accept: false, reason } });
    setBusy(false);
    // A refusal was told; the request stays, so that nobody believes it was denied.
    if (status) putAway();
  }
  const open = (): void => {
    putAway();
    navigate(chatRoom(room.title));
  };
  return <RequestDialog key={requestKey(room)} requests={waiting} busy={busy} onOpen={open} onDeny={(reason) => void deny(reason)} onClose={putAway} />;
}
