import type { Answer } from '@vimarsh/shared/contract/answer.ts';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { DialogEnd } from './action-row.tsx';
import { AuthorDialog } from './author.dialog.tsx';
import { useOutcome } from './outcome.ts';

export interface TightenDialogProps extends DialogEnd {
  /** The stock or underlying. */
  name: string;
  /** The stop-loss as it stands, and as it is typed. */
  from: string;
  to: string;
  problem: string;
  /** Where the call stands. */
  children: ReactNode;
  label: string;
  typed: string;
  onTyped: (typed: string) => void;
  hint?: string;
  onKeyDown?: ComponentProps<typeof TextField>['onKeyDown'];
  send: (cid: string) => Promise<Answer<unknown>>;
}

/** Moves the stop-loss of a call of any kind. What is wrong with it is said once something was typed. */
export function TightenDialog({ name, from, to, problem, children, label, typed, onTyped, hint, onKeyDown, send, onClose, onDone }: TightenDialogProps) {
  const outcome = useOutcome(onDone);
  const [first] = useState(typed);
  const [touched, setTouched] = useState(false);
  return (
    <AuthorDialog
      title={`Tighten the stop-loss of ${name}`}
      verb="Move stop-loss"
      problem={problem}
      summary={`The stop-loss moves from ${from} to ${to}.`}
      send={async (cid) => outcome(await send(cid), 'Stop-loss moved', `${name}: now ${to}`)}
      onClose={onClose}
    >
      <p>{children} It can move at most five times, and only towards profit.</p>
      <TextField
        label={label}
        numeric
        value={typed}
        {...(hint && { hint })}
        error={(touched || typed !== first) && problem}
        onChange={({ target }) => {
          onTyped(target.value);
          setTouched(true);
        }}
        {...(onKeyDown && { onKeyDown })}
      />
    </AuthorDialog>
  );
}
