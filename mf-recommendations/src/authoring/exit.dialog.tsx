import type { ReactNode } from 'react';
import { useOutcome } from './outcome.ts';
import { WordsDialog } from './words.dialog.tsx';

/** Characters, as the contract has them. */
const REASON = { min: 20, max: 500 };

export interface ExitDialogProps {
  /** The stock or underlying. */
  name: string;
  /** It has no entry yet, so it is cancelled. */
  waiting: boolean;
  /** How an exit closes it, at the head of the dialog. */
  how: ReactNode;
  /** The same where it is confirmed, with the price if there is one. */
  closes: string;
  /** What is on its way once it is asked for, as `NAME closes at the next price.` */
  soon: string;
  send: (reason: string, cid: string) => Promise<Parameters<ReturnType<typeof useOutcome>>[0]>;
  onClose: () => void;
  onDone: () => void;
}

/** Ends a call before its levels do, of any kind: one that runs is exited, one that waits for its entry is cancelled. */
export function ExitDialog({ name, waiting, how, closes, soon, send, onClose, onDone }: ExitDialogProps) {
  const outcome = useOutcome(onDone);
  return (
    <WordsDialog
      title={waiting ? `Cancel the call on ${name}` : `Exit ${name} now`}
      verb={waiting ? 'Cancel call' : 'Exit call'}
      label="Reason"
      length={REASON}
      hint="Followers read this with the result."
      summary={(reason) => `${waiting ? 'The call ends before its entry and counts as cancelled.' : closes} Your reason: “${reason}”`}
      send={async (reason, cid) =>
        outcome(await send(reason, cid), waiting ? 'Call cancelled' : 'Exit requested', waiting ? `${name} stays listed as cancelled.` : soon)
      }
      onClose={onClose}
    >
      <p>{waiting ? 'The entry has not been reached. A cancelled call stays visible and counts as cancelled.' : how}</p>
    </WordsDialog>
  );
}
