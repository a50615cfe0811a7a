import { Button } from '@vimarsh/shared/ui/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/dialog.tsx';

interface Props {
  title: string;
  text: string;
  /** What happens: "Delete list". */
  action: string;
  onClose: () => void;
  onSure: () => void;
}

/** Asks before what can't be taken back. */
export function SureDialog({ title, text, action, onClose, onSure }: Props) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            kind="danger"
            onClick={() => {
              onClose();
              onSure();
            }}
          >
            {action}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  );
}
