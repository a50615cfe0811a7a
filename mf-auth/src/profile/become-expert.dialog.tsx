import { css } from '@emotion/react';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import { callerOf } from '@vimarsh/shared/kit/caller.ts';
import { useSession } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';

const stackCss = css`
  display: grid;
  gap: var(--s-12);
`;

interface Props {
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** The plan is named only where it is sold. */
const WITH_PLAN =
  'Market Experts are registered with SEBI and publish calls. Your profession changes now; you can publish once your documents are verified and you have a Publisher plan.';
const WITH_GRANT =
  'Market Experts are registered with SEBI and publish calls. Your profession changes now; you can publish once your documents are verified and your partner grants it.';

/** Confirms the change from Retail Investor to Market Expert before anything is saved (S2.5-MENU-15). */
export function BecomeExpertDialog({ open, busy, onConfirm, onClose }: Props) {
  const caller = callerOf(useSession());
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
      <div css={stackCss}>
        <p>{belongsTo(caller, 'planBuyers') ? WITH_PLAN : WITH_GRANT}</p>
        <p>You can’t change back to Retail Investor.</p>
      </div>
    </Dialog>
  );
}
