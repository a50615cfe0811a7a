import type { ReactNode } from 'react';
import { Button } from '../fields/button.tsx';
import { Dialog } from './dialog.tsx';

export interface SureDialogProps {
  open: boolean;
  title: string;
  /** What can't be taken back, in a sentence or two. */
  text: ReactNode;
  /** The way back: "Keep my account". */
  keep?: ReactNode;
  /** What happens: "Delete list". */
  action: ReactNode;
  /** It happens now: the dialog stays until that is answered, and there is no way back meanwhile. */
  busy?: boolean;
  onKeep: () => void;
  onSure: () => void;
}

/** Asks before what can't be taken back. */
export function SureDialog({ open, title, text, keep = 'Cancel', action, busy = false, onKeep, onSure }: SureDialogProps) {
  return (
    <Dialog
      open={open}
      onClose={() => !busy && onKeep()}
      title={title}
      footer={
        <>
          <Button onClick={onKeep} disabled={busy}>
            {keep}
          </Button>
          <Button kind="danger" onClick={onSure} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
