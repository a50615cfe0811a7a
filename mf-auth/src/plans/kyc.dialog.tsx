import { css } from '@emotion/react';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useId } from 'react';
import { PanField, usePan } from './pan-form.tsx';

const stackCss = css`
  display: grid;
  gap: var(--s-12);
`;

interface Props {
  open: boolean;
  plan: string;
  onClose: () => void;
  /** It was taken. */
  onGiven: () => void;
}

/** Asks after a purchase for the one thing that opens its calls (S2.6-DLG-18, S4-MISC-22): research analysts must know who pays them. */
export function KycDialog({ open, plan, onClose, onGiven }: Props) {
  const pan = usePan(onGiven);
  const form = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`Give your PAN to open ${plan}’s calls`}
      footer={
        <>
          <Button onClick={onClose}>Later</Button>
          <Button kind="primary" type="submit" form={form} busy={pan.busy}>
            Open my calls
          </Button>
        </>
      }
    >
      <div css={stackCss}>
        <p>SEBI asks research analysts to know who pays them. Until your PAN is here live calls stay closed. Everything else of your plan is open.</p>
        <p>Days that you wait are not charged, seven at most.</p>
        <form id={form} onSubmit={(event) => void pan.give(event)} noValidate>
          <PanField pan={pan} />
        </form>
      </div>
    </Dialog>
  );
}
