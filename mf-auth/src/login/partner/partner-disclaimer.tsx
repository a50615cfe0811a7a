import { css } from '@emotion/react';
import { partnerDisclaimer } from '@vimarsh/shared/domain/partners/partner-disclaimer.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useState } from 'react';

const pointsCss = css`
  display: grid;
  gap: var(--s-12);
  margin: 0;
  padding-left: 1.4em;
  list-style: decimal;
`;

/** The partner's four points, shown over its login (S2.4-PARTNER-09, S2.6-DLG-A02). */
export function PartnerDisclaimer({ partner }: { partner: string }) {
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Disclaimer"
      footer={
        <Button kind="primary" onClick={close}>
          I understand
        </Button>
      }
    >
      <ol css={pointsCss}>
        {partnerDisclaimer(partner).map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ol>
    </Dialog>
  );
}
