import { css } from '@emotion/react';
import { MESSAGE_LENGTH } from '@vimarsh/shared/contract/chat/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { type Drafts, openDrafts, useSoon } from '@vimarsh/shared/kit/drafts.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import { hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { type KeyboardEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { MessageLine } from './thread-lines.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  padding: var(--s-8) var(--s-12) calc(var(--s-8) + env(safe-area-inset-bottom));
  border-top: 1px solid var(--line);
  background: var(--surface);
`;
const lineCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: end;
  gap: var(--s-8);
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
  @media (min-width: 880px) and (pointer: fine) {
    font-size: var(--t-14);
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

/** From here on the characters that are left are counted aloud. */
const COUNT_FROM = MESSAGE_LENGTH - 200;
/** How often the other is told that this person goes on typing, ms. */
const TYPING_EVERY_MS = 3000;

const draftShape = z.object({ body: z.string(), saved_at: z.number() });
const draftsOf = (room: string): Drafts<z.output<typeof draftShape>> => openDrafts(`chat-draft.${room}`, draftShape);

/** What the field is about, where it is not a new message. */
export type About = { readonly kind: 'reply' | 'edit'; readonly line: MessageLine } | null;

interface Props {
  room: string;
  me: string;
  other: string;
  about: About;
  onAbout: (about: About) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  /** Text that comes back into the field, with a number of its own each time. */
  given: { readonly text: string; readonly times: number };
  /** '' once it is taken, else why not. */
  onSend: (body: string, about: About) => Promise<string>;
  onTyping: (on: boolean) => void;
}

/** Enter sends, Shift and Enter breaks the line. What is typed is kept for each room. */
export function Composer({ room, me, other, about, onAbout, field, given, onSend, onTyping }: Props) {
  const id = useId();
  const drafts = useMemo(() => draftsOf(room), [room]);
  const [body, setBody] = useState(() => drafts.load(me)?.body ?? '');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const { soon, never } = useSoon();
  const toldAt = useRef(0);

  const write = (text: string): void => {
    setBody(text);
    setProblem('');
    soon(() => (text.trim() ? drafts.save(me, { body: text, saved_at: Date.now() }) : drafts.drop(me)));
    const now = Date.now();
    if (text && now - toldAt.current > TYPING_EVERY_MS) {
      toldAt.current = now;
      onTyping(true);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time a text is given, also the same one.
  useEffect(() => {
    if (given.text) {
      write(given.text);
      field.current?.focus();
    }
  }, [given]);

  const length = [...body.trim()].length;
  const over = length > MESSAGE_LENGTH;
  const send = async (): Promise<void> => {
    if (length === 0 || over || busy) return;
    setBusy(true);
    const why = await onSend(body.trim(), about);
    setBusy(false);
    setProblem(why);
    if (why) return;
    setBody('');
    never();
    drafts.drop(me);
    onAbout(null);
    toldAt.current = 0;
    onTyping(false);
    field.current?.focus();
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && about) stop();
    // While letters are put together, as for Hindi, Enter takes the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const stop = (): void => {
    if (about?.kind === 'edit') write('');
    onAbout(null);
  };

  return (
    <div css={boxCss}>
      {about && (
        <div css={aboutCss}>
          <span>
            {about.kind === 'edit' ? 'You change: ' : `You answer ${about.line.mine ? 'yourself' : other}: `}
            <span translate="no">{about.line.body}</span>
          </span>
          <IconButton label={about.kind === 'edit' ? 'Leave it as it was' : 'Answer nothing'} onClick={stop}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      )}
      <div css={lineCss}>
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
          placeholder="Write a message"
          aria-describedby={`${id}-note`}
          aria-invalid={over || undefined}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKey}
        />
        <Button kind="primary" onClick={() => void send()} busy={busy} disabled={length === 0 || over}>
          <SendHorizontal size={16} aria-hidden="true" />
          {about?.kind === 'edit' ? 'Save' : 'Send'}
        </Button>
      </div>
      <p id={`${id}-note`} css={countCss} data-over={over || problem ? '' : undefined} aria-live="polite" hidden={length < COUNT_FROM && !problem}>
        {problem || (over ? `${formatNumber(length - MESSAGE_LENGTH)} characters too many` : `${formatNumber(MESSAGE_LENGTH - length)} characters left`)}
      </p>
    </div>
  );
}
