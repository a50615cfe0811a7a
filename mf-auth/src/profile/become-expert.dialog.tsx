import { Button } from '@vimarsh/shared/ui/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/dialog.tsx';

interface Props {
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms the change from Retail Investor to Market Expert before anything is saved (S2.5-MENU-15). */
export function BecomeExpertDialog({ open, busy, onConfirm, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Become a Market Expert"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Stay a Retail Investor
          </Button>
          <Button kind="primary" onClick={onConfirm} busy={busy}>
            Become a Market Expert
          </Button>
        </>
      }
    >
      <p>
        Market Experts are registered with SEBI and publish calls. Your profession changes now; you can publish once your documents are verified and you have a
        Publisher plan.
      </p>
      <p>You can’t change back to Retail Investor.</p>
    </Dialog>
  );
}
