import { css } from '@emotion/react';
import { closeChat } from '@vimarsh/shared/contract/chat/routes.ts';
import type { CLOSE_REASONS, RecentChat } from '@vimarsh/shared/contract/chat/types.ts';
import { SCOPE_NOTE } from '@vimarsh/shared/domain/chat/limits.ts';
import { CHATS } from '@vimarsh/shared/domain/routing/member-places.ts';
import { stockPage } from '@vimarsh/shared/domain/routing/places.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Link } from '@vimarsh/shared/kit/router.tsx';
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
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { useEffect, useRef, useState } from 'react';
import { CLOSE_WORDS, reasonWord, statusWord } from './chat-words.ts';
import { type About, Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import type { MessageActions } from './message-row.tsx';
import { MOST_UNSENT } from './outbox/outbox.ts';
import { useOutbox } from './outbox/use-outbox.ts';
import { RoomState } from './room-state.tsx';
import { type MessageLine, type ThreadLine, threadLines } from './thread-lines.ts';
import { lastOf } from './timeline.ts';
import { readWhole } from './transcript.ts';
import { useAnnounced } from './use-announced.ts';
import type { Rooms } from './use-rooms.ts';
import { useThread } from './use-thread.ts';

const boxCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto minmax(0, 1fr) auto;
  min-width: 0;
  min-height: 0;
`;
const headCss = css`
  display: grid;
  grid-template-columns: auto auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 var(--s-8);
  padding: var(--s-8) var(--s-12);
  border-bottom: 1px solid var(--line);
  & h2 {
    overflow: hidden;
    font-size: var(--t-16);
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & p {
    color: var(--ink-2);
    font-size: var(--t-12);
    overflow-wrap: anywhere;
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
}

/** One conversation. */
export function Thread({ room, me, alone, onChange, onMarked, sayCancelled }: Props) {
  const session = useSessionApi();
  const { outbox, items } = useOutbox(me);
  const thread = useThread(room, me, onMarked);
  const { title, status_str, second_user_details: other } = room;
  const isInvestor = room.retail_user_id === me;
  const isOpen = status_str === 'Active';
  const field = useRef<HTMLTextAreaElement>(null);
  const [about, setAbout] = useState<About>(null);
  const [given, setGiven] = useState({ text: '', times: 0 });
  const [expanded, setExpanded] = useState('');
  const [withdrawing, setWithdrawing] = useState<MessageLine | null>(null);
  const [busy, setBusy] = useState(false);
  const [closing, setClosing] = useState(false);
  const [saved, setSaved] = useState('');
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
  const announced = useAnnounced(timeline?.entries, me, other.full_name);

  const give = (text: string): void => setGiven(({ times }) => ({ text, times: times + 1 }));
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
    onRetry: (line) => outbox.retry(idOf(line)),
    onDiscard: (line) => outbox.discard(idOf(line)),
    onRewrite(line) {
      outbox.discard(idOf(line));
      give(line.body);
    },
  };
  const send = async (body: string, about: About): Promise<string> => {
    if (about?.kind === 'edit') return body === about.line.body ? '' : thread.edit(about.line.seq!, body, changeId.current);
    if (outbox.write(title, body, about?.line.seq ?? null)) return '';
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
        <Avatar name={other.full_name} picture={other.picture} size={36} />
        <div>
          <h2 translate="no">{other.full_name}</h2>
          <p>
            <span>{thread.typing ? 'Typing …' : thread.online ? 'Here now' : other.profession}</span>
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
            { key: 'download', label: 'Download the transcript', onSelect: () => void download() },
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
          drawState={(line) => <StateLine line={line} other={other.full_name} />}
          row={{ other: other.full_name, isOpen, expanded, onToggle: (line) => setExpanded(expanded === line.key ? '' : line.key), ...actions }}
        />
      ) : thread.error ? (
        <ErrorState what="this chat" error={thread.error} onRetry={reload} />
      ) : (
        <SkeletonRows rows={5} height={64} />
      )}
      {isOpen ? (
        <Composer
          room={title}
          me={me}
          other={other.full_name}
          about={about}
          onAbout={setAbout}
          field={field}
          given={given}
          onSend={send}
          onTyping={(on) => void thread.line.say('typing', { room: title, on })}
        />
      ) : (
        <RoomState room={room} isInvestor={isInvestor} onChange={onChange} sayCancelled={sayCancelled} />
      )}
      <Hidden role="status">{announced}</Hidden>
      <CloseDialog open={closing} room={title} onClose={() => setClosing(false)} onChange={onChange} />
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
      <span>{stateText(status, mine, by === '' ? '' : other)}</span>
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
function stateText(status: string, mine: boolean, by: string): string {
  if (status === 'Active') return mine ? 'You accepted' : `${by} accepted`;
  if (status !== 'Closed') return statusWord(status);
  if (by === '') return 'Closed after 30 days';
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
