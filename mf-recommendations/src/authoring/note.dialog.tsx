import { useOutcome } from './outcome.ts';
import { WordsDialog } from './words.dialog.tsx';

/** Characters, as the contract has them. */
const NOTE = { min: 10, max: 1000 };

export interface NoteDialogProps {
  /** The stock or underlying. */
  name: string;
  send: (note: string, cid: string) => Promise<Parameters<ReturnType<typeof useOutcome>>[0]>;
  onClose: () => void;
  onDone: () => void;
}

/** Words added to a call of any kind. */
export function NoteDialog({ name, send, onClose, onDone }: NoteDialogProps) {
  const outcome = useOutcome(onDone);
  return (
    <WordsDialog
      title={`Add a note to ${name}`}
      verb="Add note"
      label="Note"
      length={NOTE}
      hint="It changes neither levels nor the result."
      summary={(note) => `Your note: “${note}”`}
      send={async (note, cid) => outcome(await send(note, cid), 'Note added', `It is now in the timeline of ${name}.`)}
      onClose={onClose}
    />
  );
}
