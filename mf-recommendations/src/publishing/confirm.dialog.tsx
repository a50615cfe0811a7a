import { css } from '@emotion/react';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';

const wordsCss = css`
  display: grid;
  gap: var(--s-16);
`;

/** The confirmation before a call is on record for good. */
export function ConfirmDialog({
  open,
  clock,
  waitsForSession,
  onClose,
  onConfirm,
}: {
  open: boolean;
  clock: Pick<MarketClock, 'phase' | 'label'> | undefined;
  /** A call published while the market is closed starts with the next session; otherwise none is taken then. */
  waitsForSession: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Publish this call?"
      footer={
        <>
          <Button onClick={onClose}>Back to the preview</Button>
          <Button kind="primary" onClick={onConfirm}>
            Publish call
          </Button>
        </>
      }
    >
      <div css={wordsCss}>
        <p>
          It can’t be rewritten or removed afterwards. You can tighten the stop-loss, exit with a reason and add notes; entry and target stay, and the result is
          kept whether it gains or loses.
        </p>
        {waitsForSession && clock && clock.phase !== 'continuous' && <p>{`The market is not open (${clock.label}). The call starts with the next session.`}</p>}
      </div>
    </Dialog>
  );
}
