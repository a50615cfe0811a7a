import { TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { type ReactNode, useState } from 'react';
import { AuthorDialog } from './author.dialog.tsx';

export interface WordsDialogProps {
  title: string;
  verb: string;
  /** Of the field: "Reason", "Note". */
  label: string;
  /** Characters, as the server counts them. */
  length: { readonly min: number; readonly max: number };
  /** Under the field once enough is written. */
  hint: string;
  /** What is about to happen, with the words as they will be recorded. */
  summary: (words: string) => string;
  /** Returns a refusal as a sentence, else null. */
  send: (words: string, cid: string) => Promise<string | null>;
  onClose: () => void;
  children?: ReactNode;
}

/** An entry that consists of words alone: a reason, a note, a post-mortem. */
export function WordsDialog({ title, verb, label, length: { min, max }, hint, summary, send, onClose, children }: WordsDialogProps) {
  const [typed, setTyped] = useState('');
  const words = typed.trim();
  const short = min - words.length;
  return (
    <AuthorDialog title={title} verb={verb} problem={short > 0 ? 'short' : ''} summary={summary(words)} send={(cid) => send(words, cid)} onClose={onClose}>
      {children}
      <TextArea
        label={label}
        value={typed}
        maxLength={max}
        hint={short > 0 ? `${short} more characters` : hint}
        onChange={(event) => setTyped(event.target.value)}
      />
    </AuthorDialog>
  );
}
