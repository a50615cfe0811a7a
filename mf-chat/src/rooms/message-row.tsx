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
import { STATE_WORDS } from './chat-words.ts';
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
`;
const bubbleCss = css`
  display: grid;
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
  /** What can be done with it stands below it. */
  expanded: boolean;
  onToggle: (line: MessageLine) => void;
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

export function MessageRow({ line, other, isOpen, expanded, onToggle, ...actions }: Props) {
  const { mine, body, withdrawn, edited, quoted, at, state, item, isRequest } = line;
  const unsent = item !== null && isUnsent(item);
  const mayReply = isOpen && item === null && !withdrawn && !isRequest;
  const mayOpen = mayReply || state === 'queued';
  const word = state === 'gone' ? '' : STATE_WORDS[state];
  const Tick = state === 'gone' ? null : ICONS[state];
  return (
    <div css={rowCss} data-mine={mine ? '' : undefined}>
      <div css={bubbleCss}>
        <Hidden>{mine ? 'You: ' : `${other}: `}</Hidden>
        {quoted && (
          <div css={quoteCss}>
            <b translate="no">{quoted.mine ? 'You' : other}</b>
            <span translate="no">{quoted.body || '…'}</span>
          </div>
        )}
        {withdrawn ? (
          <p css={goneCss}>{mine ? 'You withdrew this message' : 'This message was withdrawn'}</p>
        ) : (
          <p translate="no" dir="auto">
            {body}
          </p>
        )}
      </div>
      <div css={footCss}>
        {isRequest && <span>Request ·</span>}
        {!unsent && <time dateTime={at}>{formatIstTime(at).slice(0, 5)}</time>}
        {edited && <span>· edited</span>}
        {mine && !withdrawn && !isRequest && Tick && (
          <span css={state === 'seen' && seenCss} title={word}>
            <Tick size={16} aria-hidden="true" />
            <Hidden>{word}</Hidden>
          </span>
        )}
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
function Choices({ line, expanded, onReply, onEdit, onWithdraw, onRetry, onDiscard, onRewrite }: MessageActions & { line: MessageLine; expanded: boolean }) {
  const { state, mayChange, item } = line;
  const isKept = item === null;
  const waits = state === 'stale' || state === 'failed';
  if (!expanded && !waits && state !== 'blocked') return null;
  return (
    <div css={actionsCss}>
      {expanded && isKept && <Button onClick={() => onReply(line)}>Reply</Button>}
      {expanded && mayChange && <Button onClick={() => onEdit(line)}>Edit</Button>}
      {expanded && mayChange && <Button onClick={() => onWithdraw(line)}>Withdraw</Button>}
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
