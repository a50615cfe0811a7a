import { css } from '@emotion/react';
import type { ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';
import { DOCUMENT_NAMES } from '@vimarsh/shared/domain/people/review.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import type { Decision } from './review.machine.ts';

const stackCss = css`
  display: grid;
  gap: var(--s-16);
`;

interface Props {
  document: ReviewedDocument | null;
  decision: Decision;
  reason: string;
  problem: string;
  open: boolean;
  busy: boolean;
  onReason: (reason: string) => void;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for a confirmation, and for a rejection also the reason. */
export function DecisionDialog({ document, decision, reason, problem, open, busy, onReason, onConfirm, onClose }: Props) {
  if (!document) return null;
  const { type, full_name, number_masked, reg_no, valid_to, first } = document;
  const verb = decision === 'verify' ? 'Verify' : 'Reject';
  const second = first !== null && !first.mine;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${verb} the ${DOCUMENT_NAMES[type]} of ${full_name}`}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Not yet
          </Button>
          <Button kind={decision === 'verify' ? 'primary' : 'danger'} onClick={onConfirm} busy={busy}>
            {verb}
          </Button>
        </>
      }
    >
      <div css={stackCss}>
        {decision === 'verify' ? (
          <p>
            The file is readable, belongs to {full_name}
            {number_masked && ` and shows ${number_masked}`}
            {type === 'sebi_certificate' && reg_no && ` and shows ${reg_no}`}
            {valid_to && `, valid until ${formatDay(valid_to)}`}.
          </p>
        ) : (
          <TextArea
            label="Reason"
            name="reason"
            autoComplete="off"
            hint="Its owner reads it."
            value={reason}
            error={problem}
            maxLength={300}
            onChange={(event) => onReason(event.target.value)}
          />
        )}
        <p>
          {!second
            ? 'It takes effect once a second admin decides the same.'
            : first.decision === decision
              ? 'You are the second admin: this settles it.'
              : 'The first admin decided otherwise: the review of this document starts again.'}
        </p>
      </div>
    </Dialog>
  );
}
