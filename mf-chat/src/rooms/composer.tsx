import { css } from '@emotion/react';
import { MESSAGE_LENGTH } from '@vimarsh/shared/contract/chat/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useSoon } from '@vimarsh/shared/kit/drafts.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { Menu } from '@vimarsh/shared/ui/floats/menu.tsx';
import { hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Paperclip from 'lucide-react/icons/paperclip';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { type ClipboardEvent, type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { OwnCall } from '../calls/own-calls.ts';
import { carriedWords } from './chat-words.ts';
import { CallChip, PickedChip } from './files/picked-chip.tsx';
import type { PickedFile } from './outbox/item.ts';
import { draftsOf } from './room-drafts.ts';
import type { MessageLine } from './thread-lines.ts';

const ReadyAnswersDialog = part<{ onTake: (text: string) => void; onClose: () => void; field: RefObject<HTMLTextAreaElement | null> }>({
  what: 'The ready answers',
  load: () => import('../desk/ready-answers.panel.tsx').then(({ ReadyAnswersDialog }) => ReadyAnswersDialog),
});

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  padding: var(--s-8) var(--s-12) calc(var(--s-8) + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line);
  background: var(--surface);
`;
const lineCss = css`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: end;
  gap: var(--s-8);
  &[data-ready] {
    grid-template-columns: auto auto minmax(0, 1fr) auto;
  }
  & > button:not(:last-of-type) {
    margin: 0 -8px 0 -8px;
  }
`;
const areaCss = css`
  width: 100%;
  min-height: 44px;
  max-height: 160px;
  padding: 10px var(--s-12);
  border: 1px solid var(--control);
  border-radius: var(--r-6);
  background: var(--surface);
  color: var(--ink);
  font: inherit;
  font-size: var(--t-16);
  line-height: 1.4;
  resize: none;
  field-sizing: content;
  /* One line, however narrow the field is. */
  &:placeholder-shown {
    overflow: hidden;
    white-space: nowrap;
  }
  @media (min-width: 880px) and (pointer: fine) {
    font-size: var(--t-14);
  }
`;
/** On a phone the field takes the room of the word. */
const sendCss = css`
  @media (max-width: 479.98px) {
    ${hiddenCss.styles}
  }
`;
const aboutCss = css`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s-8);
  padding-left: var(--s-8);
  border-left: 2px solid var(--accent);
  color: var(--ink-2);
  font-size: var(--t-13);
  & > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;
const countCss = css`
  color: var(--ink-2);
  font-size: var(--t-12);
  font-variant-numeric: tabular-nums;
  &[data-over] {
    color: var(--loss);
  }
`;

const NOT_READ = 'This file could not be read. Check your connection and choose it once more.';
/** From here on the characters that are left are counted aloud. */
const COUNT_FROM = MESSAGE_LENGTH - 200;
/** How often the other is told that this person goes on typing, ms. */
const TYPING_EVERY_MS = 3000;

/** What the field is about, where it is not a new message. */
export type About = { readonly kind: 'reply' | 'edit'; readonly line: MessageLine } | null;

/** A published call that a message is to show. */
export type PickedCall = Pick<OwnCall, 'id' | 'label'>;

/** What comes back into the field, with a number of its own each time. */
export interface Given {
  readonly text: string;
  readonly picked: PickedFile | null;
  readonly call: PickedCall | null;
  readonly times: number;
}

interface Props {
  room: string;
  me: string;
  other: string;
  about: About;
  onAbout: (about: About) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** An expert, who keeps short answers to use again. */
  hasReady: boolean;
  given: Given;
  /** '' once it is taken, else why not. */
  onSend: (body: string, about: About, carried: { picked: PickedFile | null; call: PickedCall | null; client_msg_id: string }) => Promise<string>;
  /** Whether a message stands on this device or at the server. */
  isKept: (client_msg_id: string) => boolean;
  onTyping: (on: boolean) => void;
  /** Escape, where nothing else is to be left. */
  onLeave: () => void;
  /** The writer publishes calls and may show them. */
  showsCalls: boolean;
}

const PickCall = part({ what: 'Your calls', load: () => import('../calls/pick-call.panel.tsx').then(({ PickCall }) => PickCall) });

/** What a phone offers to choose from. The server looks at the bytes. */
const TAKEN = 'image/jpeg,image/png,image/webp,application/pdf';

/** Enter sends, Shift and Enter breaks the line. What is typed is kept for each room. */
export function Composer({ room, me, other, about, onAbout, field, hasReady, given, onSend, isKept, onTyping, onLeave, showsCalls }: Props) {
  const id = useId();
  const drafts = useMemo(() => draftsOf(room), [room]);
  const [body, setBody] = useState(() => drafts.load(me)?.body ?? '');
  /** The number of a draft that was sent, until its message is known to be kept; '' where none waits for that. */
  const [sentAs, setSentAs] = useState(() => drafts.load(me)?.client_msg_id ?? '');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [picked, setPicked] = useState<PickedFile | null>(null);
  const [call, setCall] = useState<PickedCall | null>(null);
  const [choosing, setChoosing] = useState(false);
  const [preparing, setPreparing] = useState(false);
  const [answering, setAnswering] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const { soon, never } = useSoon();
  const toldAt = useRef(0);

  /** What was being written when a change of an older message began; null while none is made. */
  const aside = useRef<string | null>(null);
  const isEdit = about?.kind === 'edit';

  const write = (text: string): void => {
    setBody(text);
    setProblem('');
    if (!isEdit) setSentAs('');
    // A changed text is no draft: the draft of the room waits meanwhile.
    if (!isEdit) soon(() => (text.trim() ? drafts.save(me, { body: text, saved_at: Date.now() }) : drafts.drop(me)));
    const now = Date.now();
    if (text && now - toldAt.current > TYPING_EVERY_MS) {
      toldAt.current = now;
      onTyping(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time a text is given, also the same one.
  useEffect(() => {
    if (given.picked) setPicked(given.picked);
    if (given.call) setCall(given.call);
    if (given.text) {
      if (isEdit) aside.current ??= body;
      write(!isEdit && body.trim() ? `${given.text}\n\n${body}` : given.text);
      field.current?.focus();
    }
  }, [given]);
  useEffect(() => {
    if (isEdit || aside.current === null) return;
    setBody(aside.current);
    setProblem('');
    aside.current = null;
  }, [isEdit]);

  const isSentKept = sentAs !== '' && isKept(sentAs);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the message becomes known.
  useEffect(() => {
    if (!isSentKept) return;
    const stored = drafts.load(me);
    if (stored?.client_msg_id === sentAs) {
      drafts.drop(me);
      setBody((text) => (text === stored.body ? '' : text));
    }
    setSentAs('');
  }, [isSentKept]);

  const length = [...body.trim()].length;
  const over = length > MESSAGE_LENGTH;
  const cannot = over || preparing || (length === 0 && ((!picked && !call) || isEdit));

  /** The code that reads a file comes with the first one. */
  const pick = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setProblem('');
    setPreparing(true);
    const made = await import('./files/prepare-file.ts').then(({ prepareFile }) => prepareFile(file)).catch(() => ({ problem: NOT_READ }));
    setPreparing(false);
    if ('problem' in made) setProblem(made.problem);
    else {
      setPicked(made);
      setCall(null);
    }
    field.current?.focus();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const [file] = event.clipboardData.files;
    // A table that is copied comes as text and as a picture of it: the text is meant.
    if (!file || isEdit || event.clipboardData.getData('text/plain')) return;
    event.preventDefault();
    void pick(file);
  };
  const send = async (): Promise<void> => {
    if (cannot || busy) return;
    setBusy(true);
    const text = body.trim();
    const client_msg_id = (text && sentAs) || crypto.randomUUID();
    // A session may end before the message stands anywhere else: until then the draft stays, with the number that keeps it from going twice.
    if (!isEdit) {
      never();
      if (text) drafts.save(me, { body, saved_at: Date.now(), client_msg_id });
    }
    const why = await onSend(text, about, { ...(isEdit ? { picked: null, call: null } : { picked, call }), client_msg_id });
    setBusy(false);
    setProblem(why);
    if (why) return;
    if (!isEdit) {
      setBody('');
      setPicked(null);
      setCall(null);
      if (text) setSentAs(client_msg_id);
    }
    onAbout(null);
    toldAt.current = 0;
    onTyping(false);
    field.current?.focus();
  };
  /** Takes the place of what is marked. With text before it a space goes between. */
  const insert = (text: string): void => {
    const { selectionStart: from, selectionEnd: to } = field.current!;
    const before = body.slice(0, from);
    const gap = /\S$/.test(before) ? ' ' : '';
    write(`${before}${gap}${text}${body.slice(to)}`);
    setAnswering(false);
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === '/' && hasReady && body === '' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      setAnswering(true);
      return;
    }
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      if (about) stop();
      else onLeave();
    }
    // While letters are put together, as for Hindi, Enter takes the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const stop = (): void => onAbout(null);

  return (
    <div css={boxCss}>
      {about && (
        <div css={aboutCss}>
          <span>
            {about.kind === 'edit' ? 'You change: ' : `You answer ${about.line.mine ? 'yourself' : other}: `}
            {about.line.body ? (
              <span translate="no">{about.line.body}</span>
            ) : (
              <span>{carriedWords({ file: about.line.file?.kind, call: about.line.call_id !== null })}</span>
            )}
          </span>
          <IconButton label={about.kind === 'edit' ? 'Leave it as it was' : 'Answer nothing'} onClick={stop}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      {picked && !isEdit && <PickedChip picked={picked} onDrop={() => setPicked(null)} />}
      {call && !isEdit && <CallChip name={call.label} onDrop={() => setCall(null)} />}
      {choosing && (
        <PickCall
          onClose={() => setChoosing(false)}
          onPick={(chosen) => {
            setChoosing(false);
            setCall(chosen);
            setPicked(null);
            setProblem('');
          }}
        />
      )}
      <div css={lineCss} data-ready={hasReady || undefined}>
        <input
          ref={input}
          type="file"
          accept={TAKEN}
          hidden
          onChange={(event) => {
            void pick(event.target.files?.[0]);
            // The same file again is a choice, too.
            event.target.value = '';
          }}
        />
        {showsCalls ? (
          <Menu
            align="start"
            trigger={
              <IconButton label="Attach" disabled={isEdit || preparing}>
                <Paperclip size={20} aria-hidden="true" />
              </IconButton>
            }
            items={[
              { key: 'call', label: 'A published call', onSelect: () => setChoosing(true) },
              { key: 'file', label: 'A picture or PDF', onSelect: () => input.current?.click() },
            ]}
          />
        ) : (
          <IconButton label="Attach a picture or PDF" disabled={isEdit || preparing} onClick={() => input.current?.click()}>
            <Paperclip size={20} aria-hidden="true" />
          </IconButton>
        )}
        {hasReady && (
          <IconButton label="Ready answers" onClick={() => setAnswering(true)}>
            <MessageSquareText size={20} aria-hidden="true" />
          </IconButton>
        )}
        <label css={hiddenCss} htmlFor={id}>
          Message to {other}
        </label>
        <textarea
          ref={field}
          id={id}
          css={areaCss}
          rows={1}
          dir="auto"
          value={body}
          readOnly={busy}
          placeholder="Write a message"
          aria-describedby={`${id}-note`}
          aria-invalid={over || undefined}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKey}
          onPaste={onPaste}
        />
        <Button kind="primary" onClick={() => void send()} busy={busy} disabled={cannot}>
          <SendHorizontal size={16} aria-hidden="true" />
          <span css={sendCss}>{about?.kind === 'edit' ? 'Save' : 'Send'}</span>
        </Button>
      </div>
      <p id={`${id}-note`} css={countCss} data-over={over || problem ? '' : undefined} aria-live="polite" hidden={length < COUNT_FROM && !problem}>
        {problem || (over ? `${formatNumber(length - MESSAGE_LENGTH)} characters too many` : `${formatNumber(MESSAGE_LENGTH - length)} characters left`)}
      </p>
      {answering && <ReadyAnswersDialog onTake={insert} onClose={() => setAnswering(false)} field={field} />}
    </div>
  );
}
