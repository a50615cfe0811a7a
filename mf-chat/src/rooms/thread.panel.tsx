import { css } from '@emotion/react';
import { closeChat } from '@vimarsh/shared/contract/chat/routes.ts';
import type { CLOSE_REASONS, RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { SCOPE_NOTE } from '@vimarsh/shared/domain/chat/limits.ts';
import { CHATS, chatRoom } from '@vimarsh/shared/domain/routing/member-places.ts';
import { expertPage, stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link, navigate } from '@vimarsh/shared/kit/router.tsx';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Avatar } from '@vimarsh/shared/ui/avatar.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { saveFile } from '@vimarsh/shared/ui/fields/save-file.ts';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { Menu } from '@vimarsh/shared/ui/floats/menu.tsx';
import { SureDialog } from '@vimarsh/shared/ui/floats/sure.dialog.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import BadgeCheck from 'lucide-react/icons/badge-check';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { AwayLine } from './away-line.tsx';
import { CALL_WORDS, CLOSE_WORDS, reasonWord, statusWord } from './chat-words.ts';
import { type About, Composer, type Given, type PickedCall } from './composer.tsx';
import { MessageList, type Sought } from './message-list.tsx';
import type { MessageActions } from './message-row.tsx';
import type { PickedFile } from './outbox/item.ts';
import { MOST_UNSENT } from './outbox/outbox.ts';
import { useOutbox } from './outbox/use-outbox.ts';
import { RoomState } from './room-state.tsx';
import { ChatSearch } from './search/chat-search.tsx';
import { type MessageLine, type ThreadLine, threadLines } from './thread-lines.ts';
import { lastOf } from './timeline.ts';
import { readWhole } from './transcript.ts';
import { useAnnounced } from './use-announced.ts';
import type { Rooms } from './use-rooms.ts';
import { useThread } from './use-thread.ts';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto minmax(0, 1fr);
  grid-auto-rows: auto;
  min-width: 0;
  min-height: 0;
`;
const headCss = css`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 var(--s-8);
  padding: var(--s-4) var(--s-12) var(--s-8);
  border-bottom: 1px solid var(--line);
  & h2 {
    font-size: var(--t-16);
    font-weight: 600;
    line-height: 1.2;
    overflow-wrap: anywhere;
    outline-offset: 2px;
  }
  & h2 > a {
    color: inherit;
    text-decoration: none;
  }
  & h2 > a:hover {
    text-decoration: underline;
  }
  & h2 svg {
    display: inline-block;
    margin-left: var(--s-4);
    vertical-align: -2px;
    color: var(--ink-2);
  }
  & p {
    color: var(--ink-2);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
  }
  /* The name is whole where the picture gives way. */
  ${media.phone} {
    grid-template-columns: auto minmax(0, 1fr) auto;
    padding-top: var(--s-4);
    & > [data-picture] {
      display: none;
    }
  }
`;
const scopeCss = css`
  grid-column: 1 / -1;
`;
const hashCss = css`
  display: block;
  margin: var(--s-8) 0;
  font-size: var(--t-13);
  overflow-wrap: anywhere;
`;

const ChatReportDialog = part<{ room: string; message: number | null; onClose: () => void }>({
  what: 'The report',
  load: () => import('./chat-report.panel.tsx').then(({ ChatReportDialog }) => ChatReportDialog),
});

type CloseReason = (typeof CLOSE_REASONS)[number];
const REASONS = Object.entries(CLOSE_WORDS).map(([value, label]) => ({ value: value as CloseReason, label }));

interface Props {
  room: RecentChat;
  me: string;
  /** The other pane is not on the screen. */
  alone: boolean;
  onChange: (room: RecentChat) => void;
  onMarked: Rooms['marked'];
  sayCancelled: () => boolean;
  /** The message that the address names, by its number; null where it names none. */
  at: string | null;
  /** Opened by a press in the list: who goes by keys goes on here. */
  takesFocus: boolean;
  /** Escape in the field, where nothing else is to be left: back to the list. */
  onLeave: () => void;
}

export { Unsent } from './unsent.tsx';

/** One conversation. */
export function Thread({ room, me, alone, onChange, onMarked, sayCancelled, at, takesFocus, onLeave }: Props) {
  const session = useSessionApi();
  const { outbox, items } = useOutbox(me);
  const thread = useThread(room, me, onMarked);
  const { title, status_str, second_user_details: other } = room;
  const isInvestor = room.retail_user_id === me;
  const isOpen = status_str === 'Active';
  const field = useRef<HTMLTextAreaElement>(null);
  const [about, setAbout] = useState<About>(null);
  const [given, setGiven] = useState<Given>({ text: '', picked: null, call: null, times: 0 });
  const [expanded, setExpanded] = useState('');
  const [withdrawing, setWithdrawing] = useState<MessageLine | null>(null);
  const [busy, setBusy] = useState(false);
  const [closing, setClosing] = useState(false);
  const [searching, setSearching] = useState(false);
  const [saved, setSaved] = useState('');
  /** What is reported: a message by its number, or the chat; undefined while nothing is. */
  const [reported, setReported] = useState<number | null>();
  const heading = useRef<HTMLHeadingElement>(null);
  const [sought, setSought] = useState<Sought | null>(null);
  const [opened] = useState({ seenBefore: room.me.seen, headBefore: room.head });
  /** The number of the change that is being made, the same for each try. */
  const changeId = useRef('');

  const { timeline } = thread;
  const last = timeline ? lastOf(timeline) : 0;
  useEffect(() => outbox.cover(title, last), [outbox, title, last]);

  const own = items.filter((item) => item.room === title);
  // A kept message that the line has not brought yet says that there is something to fetch.
  const keptUpTo = Math.max(0, ...own.map(({ seq }) => seq ?? 0));
  const { reload } = thread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each number.
  useEffect(() => {
    if (timeline && keptUpTo > last) reload();
  }, [keptUpTo > last, keptUpTo]);

  const lines = timeline ? threadLines({ timeline, items: own, me, other: thread.other, ...opened, now: Date.now() }) : [];
  const isKept = (client_msg_id: string): boolean => {
    const item = own.find((each) => each.client_msg_id === client_msg_id);
    if (item) return item.kept || (item.state !== 'queued' && item.state !== 'sending');
    return timeline?.entries.some((entry) => entry.sender_id === me && entry.client_msg_id === client_msg_id) ?? false;
  };
  const announced = useAnnounced(timeline?.entries, me, other.full_name);

  // On a phone the field would bring up the keys.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it opens.
  useEffect(() => {
    if (takesFocus) (alone || !isOpen ? heading : field).current?.focus({ preventScroll: true });
  }, []);

  const isRead = timeline !== null;
  const { reach } = thread;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address.
  useEffect(() => {
    if (at === null || !isRead) return;
    const seq = /^\d{1,9}$/.test(at) ? Number(at) : 0;
    void reach(seq).then((isThere) => {
      if (isThere) setSought((known) => ({ seq, times: (known?.times ?? 0) + 1 }));
      else session.notify({ kind: 'error', title: 'Not found', text: 'This message could not be loaded. Check your connection and try again.', ms: 3000 });
    });
    // The same place can be sought again.
    navigate(chatRoom(title), { replace: true });
  }, [at, isRead]);

  const give = (text: string, carried: { picked?: PickedFile | null; call?: PickedCall | null } = {}): void =>
    setGiven(({ times }) => ({ text, picked: null, call: null, ...carried, times: times + 1 }));
  const focusField = (): void => field.current?.focus();
  const idOf = ({ item }: MessageLine): string => item?.client_msg_id ?? '';
  const actions: MessageActions = {
    onReply(line) {
      setExpanded('');
      setAbout({ kind: 'reply', line });
      focusField();
    },
    onEdit(line) {
      setExpanded('');
      changeId.current = crypto.randomUUID();
      setAbout({ kind: 'edit', line });
      give(line.body);
    },
    onWithdraw(line) {
      setExpanded('');
      changeId.current = crypto.randomUUID();
      setWithdrawing(line);
    },
    onReport(line) {
      setExpanded('');
      setReported(line.seq);
    },
    onRetry: (line) => outbox.retry(idOf(line)),
    onDiscard: (line) => outbox.discard(idOf(line)),
    async onRewrite(line) {
      const file = line.item?.file;
      const bytes = file ? await outbox.bytesOf(idOf(line)).catch(() => null) : null;
      outbox.discard(idOf(line));
      if (about?.kind === 'edit') setAbout(null);
      give(line.body, { picked: file && bytes ? { file, bytes } : null, call: line.call_id === null ? null : { id: line.call_id, label: CALL_WORDS } });
    },
  };
  const send: ComponentProps<typeof Composer>['onSend'] = async (body, about, { picked, call, client_msg_id }) => {
    if (about?.kind === 'edit') return body === about.line.body ? '' : thread.edit(about.line.seq!, body, changeId.current);
    if (outbox.write(title, body, about?.line.seq ?? null, { picked, call_id: call?.id, client_msg_id })) return '';
    return `${MOST_UNSENT} messages wait to be sent. Send or discard some first.`;
  };
  const withdraw = async (): Promise<void> => {
    setBusy(true);
    const why = await thread.withdraw(withdrawing!.seq!, changeId.current);
    setBusy(false);
    if (why) session.notify({ kind: 'error', title: 'Not withdrawn', text: why, ms: 3000 });
    setWithdrawing(null);
  };
  const download = async (): Promise<void> => {
    const transcript = await readWhole(session, title);
    if ('problem' in transcript) return session.notify({ kind: 'error', title: 'Not downloaded', text: transcript.problem, ms: 3000 });
    saveFile(`chat-${title}.txt`, transcript.text, 'text/plain');
    setSaved(transcript.sha256);
  };

  return (
    <section css={boxCss} aria-label={`Chat with ${other.full_name}`}>
      <header css={headCss}>
        {alone ? (
          <Link to={CHATS} aria-label="All chats" css={backCss}>
            <ArrowLeft size={20} aria-hidden="true" />
          </Link>
        ) : (
          <span />
        )}
        <span data-picture="">
          <Avatar name={other.full_name} picture={other.picture} size={36} />
        </span>
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {isInvestor ? (
              <Link to={expertPage(other.user_id)} translate="no">
                {other.full_name}
              </Link>
            ) : (
              <span translate="no">{other.full_name}</span>
            )}
            {isInvestor && other.verified && <BadgeCheck size={16} aria-label="Registration verified" />}
          </h2>
          <p>
            <span>{thread.typing ? 'Typing …' : thread.online ? 'Here now' : isInvestor ? other.profession : 'Investor'}</span>
            {' · '}
            <span translate="no">{room.topic}</span>
            {room.symbol && (
              <>
                {' · '}
                <Link to={stockPage(room.symbol)}>{room.symbol}</Link>
              </>
            )}
          </p>
        </div>
        <Menu
          trigger={
            <IconButton label="What you can do with this chat">
              <EllipsisVertical size={20} aria-hidden="true" />
            </IconButton>
          }
          items={[
            { key: 'search', label: 'Search this chat', onSelect: () => setSearching(true) },
            { key: 'download', label: 'Download the transcript', onSelect: () => void download() },
            { key: 'report', label: 'Report this chat', onSelect: () => setReported(null) },
            ...(isOpen ? [{ key: 'close', label: 'Close this chat', danger: true, onSelect: () => setClosing(true) }] : []),
          ]}
        />
        <p css={scopeCss}>{SCOPE_NOTE}</p>
      </header>
      {timeline ? (
        <MessageList
          lines={lines}
          older={timeline.older}
          loadOlder={thread.loadOlder}
          onSeen={thread.markSeen}
          sought={sought}
          drawState={(line) => <StateLine line={line} other={other.full_name} />}
          row={{
            other: other.full_name,
            isOpen,
            expanded,
            onToggle: (line) => setExpanded(expanded === line.key ? '' : line.key),
            bytesOf: outbox.bytesOf,
            ...actions,
          }}
        />
      ) : thread.error ? (
        <ErrorState what="this chat" error={thread.error} onRetry={reload} />
      ) : (
        <SkeletonRows rows={5} height={64} />
      )}
      {isInvestor && (isOpen || status_str === 'Requested') && <AwayLine expert={other.user_id} />}
      {isOpen ? (
        <Composer
          room={title}
          me={me}
          other={other.full_name}
          about={about}
          onAbout={setAbout}
          field={field}
          hasReady={!isInvestor}
          given={given}
          onSend={send}
          isKept={isKept}
          showsCalls={!isInvestor}
          onLeave={onLeave}
          onTyping={(on) => void thread.line.say('typing', { room: title, on })}
        />
      ) : (
        <RoomState room={room} isInvestor={isInvestor} onChange={onChange} sayCancelled={sayCancelled} />
      )}
      <Hidden role="status">{announced}</Hidden>
      <CloseDialog open={closing} room={title} onClose={() => setClosing(false)} onChange={onChange} />
      {searching && <ChatSearch me={me} room={{ title, full_name: other.full_name }} onClose={() => setSearching(false)} />}
      {reported !== undefined && <ChatReportDialog room={title} message={reported} onClose={() => setReported(undefined)} />}
      <SureDialog
        open={withdrawing !== null}
        title="Withdraw this message?"
        text="Its text is shown no more. As the law asks, it stays in the record for five years."
        keep="Keep it"
        action="Withdraw"
        busy={busy}
        onKeep={() => setWithdrawing(null)}
        onSure={() => void withdraw()}
      />
      <Dialog
        open={saved !== ''}
        onClose={() => setSaved('')}
        title="Transcript saved"
        footer={
          <Button kind="primary" onClick={() => setSaved('')}>
            Okay
          </Button>
        }
      >
        <p>Its SHA-256 is below. Anybody who computes it of the file sees whether a letter was changed since.</p>
        <code css={hashCss} translate="no">
          {saved}
        </code>
      </Dialog>
    </section>
  );
}

const backCss = css`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  margin-left: -12px;
  color: var(--ink-2);
`;

/** A change of the state, as a line of the thread. */
function StateLine({ line: { status, reason, mine, by, at }, other }: { line: Extract<ThreadLine, { kind: 'state' }>; other: string }) {
  const because = reasonWord(reason);
  return (
    <>
      <span>{stateText(status, mine, by === '' ? '' : other, reason)}</span>
      <span> · {formatIst(at)}</span>
      {because && (
        <>
          {' · '}
          <span>{because}</span>
        </>
      )}
    </>
  );
}

/** `by`: the name of the other member, where it was not the clock. */
function stateText(status: string, mine: boolean, by: string, reason: string): string {
  if (status === 'Active') return mine ? 'You accepted' : `${by} accepted`;
  if (status !== 'Closed') return statusWord(status);
  if (by === '') return reason === 'moderation' ? 'Closed by a moderator' : reason === 'time' ? 'Closed after 30 days' : 'Closed';
  return mine ? 'Closed by you' : `Closed by ${by}`;
}

function CloseDialog({ open, room, onClose, onChange }: { open: boolean; room: string; onClose: () => void; onChange: (room: RecentChat) => void }) {
  const { busy, send } = useRequest(closeChat);
  const [reason, setReason] = useState<CloseReason>('answered');
  const close = async (): Promise<void> => {
    const { data } = await send({ body: { room, reason } });
    if (!data) return;
    onChange(data);
    onClose();
  };
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onClose()}
      title="Close this chat"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button kind="danger" onClick={() => void close()} busy={busy}>
            Close chat
          </Button>
        </>
      }
    >
      <SelectField
        label="Reason"
        hint="The other member reads it. What was written stays readable."
        options={REASONS}
        value={reason}
        onChange={(value) => setReason(REASONS.find((each) => each.value === value)!.value)}
      />
    </Dialog>
  );
}
