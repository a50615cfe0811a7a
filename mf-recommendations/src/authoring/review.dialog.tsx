import { useOutcome } from './outcome.ts';
import { WordsDialog } from './words.dialog.tsx';

/** Characters, as the contract has them. */
const REVIEW = { min: 40, max: 2000 };

export interface ReviewDialogProps {
  /** The stock or underlying. */
  name: string;
  send: (text: string, cid: string) => Promise<Parameters<ReturnType<typeof useOutcome>>[0]>;
  onClose: () => void;
  onDone: () => void;
}

/** What an author has learnt from a call that ended, of any kind. */
export function ReviewDialog({ name, send, onClose, onDone }: ReviewDialogProps) {
  const outcome = useOutcome(onDone);
  return (
    <WordsDialog
      title={`Look back on ${name}`}
      verb="Add review"
      label="What was learnt"
      length={REVIEW}
      hint="It can be written once, and changes no number."
      summary={(text) => `Your review: “${text}”`}
      send={async (text, cid) => outcome(await send(text, cid), 'Review added', `It is now in the timeline of ${name}.`)}
      onClose={onClose}
    />
  );
}
