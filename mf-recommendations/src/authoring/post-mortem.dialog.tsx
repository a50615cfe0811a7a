import { useOutcome } from './outcome.ts';
import { WordsDialog } from './words.dialog.tsx';

/** Characters, as the contract has them. */
const POST_MORTEM = { min: 40, max: 2000 };

export interface PostMortemDialogProps {
  /** The stock or underlying. */
  name: string;
  send: (text: string, cid: string) => Promise<Parameters<ReturnType<typeof useOutcome>>[0]>;
  onClose: () => void;
  onDone: () => void;
}

/** What an author has learnt from a call that ended, of any kind. */
export function PostMortemDialog({ name, send, onClose, onDone }: PostMortemDialogProps) {
  const outcome = useOutcome(onDone);
  return (
    <WordsDialog
      title={`Post-mortem of ${name}`}
      verb="Add post-mortem"
      label="Post-mortem"
      length={POST_MORTEM}
      hint="Say what was learnt. It can be written once, and changes no number."
      summary={(text) => `Your post-mortem: “${text}”`}
      send={async (text, cid) => outcome(await send(text, cid), 'Post-mortem added', `It is now in the timeline of ${name}.`)}
      onClose={onClose}
    />
  );
}
