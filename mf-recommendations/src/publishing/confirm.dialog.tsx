import { css } from '@emotion/react';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useState } from 'react';

const wordsCss = css`
  display: grid;
  gap: var(--s-16);
  & fieldset {
    margin: 0;
    padding: 0;
    border: 0;
  }
  & legend {
    padding: 0;
    margin-bottom: var(--s-8);
  }
`;
const UNCONFIRMED = 'Confirm it, or go back and take it out of your disclosures.';

export interface ConfirmDialogProps {
  open: boolean;
  clock: Pick<MarketClock, 'phase' | 'label'> | undefined;
  /** A call published while the market is closed starts with the next session; otherwise none is taken then. */
  waitsForSession: boolean;
  /** Conflicts of interest that the draft declares, in the words of the form. Each is confirmed on its own. */
  conflicts: readonly string[];
  onClose: () => void;
  onConfirm: () => void;
}

/** The confirmation before a call is on record for good. */
export function ConfirmDialog({ open, onClose, ...props }: ConfirmDialogProps) {
  // The words live as long as the dialog is open: what was ticked for one draft says nothing about the next.
  return open && <Words {...props} onClose={onClose} />;
}

function Words({ clock, waitsForSession, conflicts, onClose, onConfirm }: Omit<ConfirmDialogProps, 'open'>) {
  const [confirmed, setConfirmed] = useState<ReadonlySet<string>>(new Set());
  const [pressed, setPressed] = useState(false);
  const tick = (conflict: string, yes: boolean) =>
    setConfirmed((before) => new Set(yes ? [...before, conflict] : [...before].filter((other) => other !== conflict)));
  const publish = () => {
    if (conflicts.every((conflict) => confirmed.has(conflict))) onConfirm();
    else setPressed(true);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Publish this call?"
      footer={
        <>
          <Button onClick={onClose}>Back to the preview</Button>
          <Button kind="primary" onClick={publish}>
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
        {conflicts.length > 0 && (
          <fieldset>
            <legend>You declare a conflict of interest. It stands on the call for every reader. Confirm each one:</legend>
            {conflicts.map((conflict) => (
              <Checkbox
                key={conflict}
                label={conflict}
                checked={confirmed.has(conflict)}
                error={pressed && !confirmed.has(conflict) ? UNCONFIRMED : undefined}
                onChange={(event) => tick(conflict, event.target.checked)}
              />
            ))}
          </fieldset>
        )}
        {waitsForSession && clock && clock.phase !== 'continuous' && <p>{`The market is not open (${clock.label}). The call starts with the next session.`}</p>}
      </div>
    </Dialog>
  );
}
