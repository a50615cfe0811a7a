import { css } from '@emotion/react';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { Hidden } from '@vimarsh/shared/ui/hidden.tsx';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Clock3 from 'lucide-react/icons/clock-3';
import Ellipsis from 'lucide-react/icons/ellipsis';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { CallBox } from '../calls/call-box.tsx';
import { carriedWords, STATE_WORDS } from './chat-words.ts';
import { FileBox } from './files/file-box.tsx';
import { isUnsent } from './outbox/outbox.ts';
import type { MessageLine } from './thread-lines.ts';

const rowCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: start;
  padding: var(--s-4) var(--s-16);
  &[data-mine] {
    justify-items: end;
  }
  &[data-sought] {
    background: color-mix(in oklab, var(--accent) 12%, transparent);
    outline-offset: -2px;
  }
`;
const bubbleCss = css`
  display: grid;
  /* A file is narrower where the bubble is. */
  grid-template-columns: minmax(0, auto);
  gap: var(--s-4);
  max-width: min(85%, 36em);
  padding: var(--s-8) var(--s-12);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  [data-mine] > & {
    border-color: transparent;
    background: var(--line);
  }
  /* Its levels stand on a line as wide as there is. */
  &[data-call] {
    grid-template-columns: minmax(0, 1fr);
    width: min(100%, 30em);
    max-width: 100%;
  }
  & > p {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;
const goneCss = css`
  color: var(--ink-2);
  font-style: italic;
`;
const quoteCss = css`
  padding: 2px var(--s-8);
  border-left: 2px solid var(--control);
  color: var(--ink-2);
  font-size: var(--t-13);
  & > b {
    display: block;
    font-weight: 600;
  }
  & > span {
    display: -webkit-box;
    overflow: hidden;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;
const footCss = css`
  display: flex;
  align-items: center;
  gap: var(--s-4);
  min-height: 24px;
  color: var(--ink-2);
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
  & > button {
    width: 32px;
    height: 24px;
  }
  @media (pointer: coarse) {
    & > button {
      width: 44px;
      height: 36px;
      margin-block: -6px;
    }
  }
`;
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 var(--s-8);
  [data-mine] > & {
    justify-content: flex-end;
  }
`;
const badCss = css`
  max-width: min(85%, 36em);
  color: var(--loss);
  font-size: var(--t-13);
  overflow-wrap: anywhere;
`;

export interface MessageActions {
  onReply: (line: MessageLine) => void;
  onEdit: (line: MessageLine) => void;
  onWithdraw: (line: MessageLine) => void;
  onReport: (line: MessageLine) => void;
  onRetry: (line: MessageLine) => void;
  onDiscard: (line: MessageLine) => void;
  /** The text goes back into the field, and the message is discarded. */
  onRewrite: (line: MessageLine) => void;
}

interface Props extends MessageActions {
  line: MessageLine;
  /** The name of the other member. */
  other: string;
  /** The room takes messages. */
  isOpen: boolean;
  /** The latest of one's own: how far it has come is said in words. */
  isLastOwn: boolean;
  /** What a search led to. */
  isSought: boolean;
  /** What can be done with it stands below it. */
  expanded: boolean;
  onToggle: (line: MessageLine) => void;
  /** Of a file that only this device has. */
  bytesOf: (client_msg_id: string) => Promise<Uint8Array<ArrayBuffer> | null>;
}

const ICONS = {
  sent: Check,
  delivered: CheckCheck,
  seen: CheckCheck,
  queued: Clock3,
  sending: Clock3,
  stale: Clock3,
  failed: TriangleAlert,
  blocked: TriangleAlert,
} as const;
const seenCss = css`
  color: var(--accent);
`;

export function MessageRow({ line, other, isOpen, isLastOwn, isSought, expanded, onToggle, bytesOf, ...actions }: Props) {
  const { mine, body, withdrawn, edited, quoted, at, state, item, isRequest } = line;
  const unsent = item !== null && isUnsent(item);
  const mayReply = isOpen && item === null && !withdrawn && !isRequest;
  const mayOpen = mayReply || state === 'queued';
  const word = state === 'gone' ? '' : STATE_WORDS[state];
  const Tick = state === 'gone' ? null : ICONS[state];
  return (
    <div css={rowCss} data-mine={mine ? '' : undefined} {...(isSought && { 'data-sought': '', tabIndex: -1 })}>
      <div css={bubbleCss} data-call={line.call_id ? '' : undefined}>
        <Hidden>{mine ? 'You: ' : `${other}: `}</Hidden>
        {quoted && (
          <div css={quoteCss}>
            <b translate="no">{quoted.mine ? 'You' : other}</b>
            {!quoted.body && (quoted.file || quoted.call) ? <span>{carriedWords(quoted)}</span> : <span translate="no">{quoted.body || '…'}</span>}
          </div>
        )}
        {line.file && <FileBox file={line.file} seq={line.seq} own={line.item?.client_msg_id ?? ''} bytesOf={bytesOf} />}
        {line.call_id && <CallBox id={line.call_id} />}
        {withdrawn ? (
          <p css={goneCss}>{mine ? 'You withdrew this message' : 'This message was withdrawn'}</p>
        ) : (
          body && (
            <p translate="no" dir="auto">
              {body}
            </p>
          )
        )}
      </div>
      <div css={footCss}>
        {isRequest && <span>Request ·</span>}
        {!unsent && <time dateTime={at}>{formatIstTime(at).slice(0, 5)}</time>}
        {edited && <span>· edited</span>}
        {mine && !withdrawn && !isRequest && Tick && (
          <span css={state === 'seen' && seenCss} title={word}>
            <Tick size={16} aria-hidden="true" />
            {!isLastOwn && <Hidden>{word}</Hidden>}
          </span>
        )}
        {isLastOwn && !withdrawn && !isRequest && !unsent && <span>{word}</span>}
        {unsent && <span>{word}</span>}
        {item && !item.kept && unsent && <span>· kept on this page only</span>}
        {mayOpen && (
          <IconButton label="What you can do with this message" aria-expanded={expanded} onClick={() => onToggle(line)}>
            <Ellipsis size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      {item?.reason && <p css={badCss}>{item.reason}</p>}
      <Choices line={line} expanded={expanded && mayOpen} {...actions} />
    </div>
  );
}

/** Buttons in the row itself: the list cuts off what floats over its edge. */
function Choices({
  line,
  expanded,
  onReply,
  onEdit,
  onWithdraw,
  onReport,
  onRetry,
  onDiscard,
  onRewrite,
}: MessageActions & { line: MessageLine; expanded: boolean }) {
  const { state, mayChange, item, mine } = line;
  const isKept = item === null;
  const waits = state === 'stale' || state === 'failed';
  if (!expanded && !waits && state !== 'blocked') return null;
  return (
    <div css={actionsCss}>
      {expanded && isKept && <Button onClick={() => onReply(line)}>Reply</Button>}
      {expanded && mayChange && <Button onClick={() => onEdit(line)}>Edit</Button>}
      {expanded && mayChange && <Button onClick={() => onWithdraw(line)}>Withdraw</Button>}
      {expanded && isKept && !mine && <Button onClick={() => onReport(line)}>Report</Button>}
      {waits && <Button onClick={() => onRetry(line)}>{state === 'stale' ? 'Send now' : 'Retry'}</Button>}
      {state === 'blocked' && <Button onClick={() => onRewrite(line)}>Write it anew</Button>}
      {(waits || state === 'blocked' || (expanded && state === 'queued')) && (
        <Button kind="plain" onClick={() => onDiscard(line)}>
          Discard
        </Button>
      )}
    </div>
  );
}
