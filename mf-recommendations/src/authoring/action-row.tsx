import { css } from '@emotion/react';
import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import type { CallStatus } from '@vimarsh/shared/contract/calls/types.ts';
import { isOpenCall } from '@vimarsh/shared/ui/calls/rail.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { type ReactNode, useState } from 'react';
import { NoteDialog } from './note.dialog.tsx';
import { PostMortemDialog } from './post-mortem.dialog.tsx';

const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

/** How a dialog ends. */
export interface DialogEnd {
  onClose: () => void;
  onDone: () => void;
}
type Send = (words: string, cid: string) => Promise<Answer<unknown>>;

export interface ActionRowProps {
  /** The stock or underlying. */
  name: string;
  call: { readonly status: CallStatus; readonly events: readonly { readonly type: string }[] };
  /** Whether an active call's stop-loss can be moved, and whether it can be left early. */
  mayTighten: boolean;
  mayExit: boolean;
  /** What stands beside the buttons. */
  mark?: ReactNode;
  tighten: (end: DialogEnd) => ReactNode;
  exit: (end: DialogEnd) => ReactNode;
  sendNote: Send;
  sendPostMortem: Send;
  onDone: () => void;
}

/** What an author can still do to a call of any kind. A call that ended takes notes, and one post-mortem. */
export function ActionRow({ name, call, mayTighten, mayExit, mark, tighten, exit, sendNote, sendPostMortem, onDone }: ActionRowProps) {
  const [action, setAction] = useState<'tighten' | 'exit' | 'note' | 'post_mortem' | null>(null);
  const end = { onClose: () => setAction(null), onDone };
  const isActive = call.status === 'active';
  const lacksPostMortem = !isOpenCall(call.status) && !call.events.some(({ type }) => type === 'post_mortem');
  return (
    <>
      <div css={rowCss}>
        {isActive && mayTighten && <Button onClick={() => setAction('tighten')}>Tighten stop-loss</Button>}
        {isActive && mayExit && <Button onClick={() => setAction('exit')}>Exit now</Button>}
        {mark}
        {call.status === 'awaiting_entry' && <Button onClick={() => setAction('exit')}>Cancel call</Button>}
        <Button onClick={() => setAction('note')}>Add a note</Button>
        {lacksPostMortem && <Button onClick={() => setAction('post_mortem')}>Write the post-mortem</Button>}
      </div>
      {action === 'tighten' && tighten(end)}
      {action === 'exit' && exit(end)}
      {action === 'note' && <NoteDialog name={name} send={sendNote} {...end} />}
      {action === 'post_mortem' && <PostMortemDialog name={name} send={sendPostMortem} {...end} />}
    </>
  );
}
