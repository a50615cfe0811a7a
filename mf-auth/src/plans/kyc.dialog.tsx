import { navigate } from '@vimarsh/shared/kit/router.tsx';
import { Button } from '@vimarsh/shared/ui/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/dialog.tsx';
import { resolve } from '../named-routes.ts';

/** Asks for documents after a purchase (S2.6-DLG-18, S4-MISC-22): research analysts must know who pays them. */
export function KycDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Verify who you are"
      footer={
        <>
          <Button onClick={onClose}>Later</Button>
          <Button kind="primary" onClick={() => navigate(resolve({ name: 'profileUpdate', active_step: 2 }))}>
            Add my documents
          </Button>
        </>
      }
    >
      <p>SEBI asks research analysts to know who pays them. Add your PAN and Aadhaar in your profile; your plan runs already.</p>
    </Dialog>
  );
}
