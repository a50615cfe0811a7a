import { css } from '@emotion/react';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { SelectField, TextArea } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { type ReactNode, useState } from 'react';

const formCss = css`
  display: grid;
  gap: var(--s-16);
`;

interface Props<Reason extends string> {
  title: string;
  reasons: readonly Reason[];
  words: Readonly<Record<Reason, string>>;
  /** Chosen at first. */
  first: Reason;
  noteLength: number;
  /** Who reads the report, and who learns of it. */
  hint: string;
  busy: boolean;
  /** It was reported already: nothing more is asked for. */
  isMade?: boolean;
  onSend: (reason: Reason, note: string) => Promise<{ readonly data: unknown; readonly validation: string }>;
  onSent: () => void;
  onClose: () => void;
  /** Stands above the form. */
  children?: ReactNode;
}

/** The dialog in which a member reports a post, a comment, a message or a chat. */
export function ReportForm<Reason extends string>({ isMade = false, busy, onClose, onSend, onSent, children, ...form }: Props<Reason>) {
  const { title, reasons, words, first, noteLength, hint } = form;
  const [reason, setReason] = useState(first);
  const [note, setNote] = useState('');
  const [failure, setFailure] = useFailure([reason, note]);
  const report = async (): Promise<void> => {
    const { data, validation } = await onSend(reason, note.trim());
    if (data) onSent();
    else setFailure(validation || 'Nothing was sent. Check your connection and try again.');
  };
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title={title}
      footer={
        isMade ? (
          <Button kind="primary" onClick={onClose}>
            Okay
          </Button>
        ) : (
          <>
            <Button onClick={onClose} disabled={busy}>
              Cancel
            </Button>
            <Button kind="primary" busy={busy} onClick={() => void report()}>
              Send report
            </Button>
          </>
        )
      }
    >
      <div css={formCss}>
        {children}
        {!isMade && (
          <>
            <SelectField
              label="What is wrong"
              value={reason}
              options={reasons.map((value) => ({ value, label: words[value] }))}
              onChange={(value) => setReason(reasons.find((each) => each === value)!)}
            />
            <TextArea label="Details, if you like" rows={3} maxLength={noteLength} value={note} hint={hint} onChange={(event) => setNote(event.target.value)} />
            <Failure why={failure} />
          </>
        )}
      </div>
    </Dialog>
  );
}
