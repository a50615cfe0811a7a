import { css } from '@emotion/react';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { type ReactNode, useRef, useState } from 'react';
import { newId } from '../publishing/new-id.ts';

const bodyCss = css`
  display: grid;
  gap: var(--s-16);
`;
const refusalCss = css`
  color: var(--loss);
`;

export interface AuthorDialogProps {
  title: string;
  /** Label of the last button, for example "Move stop-loss". */
  verb: string;
  /** The form. */
  children: ReactNode;
  /** Why the entry can't be sent yet; '' when it can. */
  problem: string;
  /** What is about to happen, in a sentence, for the confirmation. */
  summary: string;
  /** Sends the entry. Returns a refusal as a sentence, else null; throws where its end is not known. `cid` is the same for every attempt. */
  send: (cid: string) => Promise<string | null>;
  onClose: () => void;
}

const UNSURE =
  'The answer did not arrive, so it is not known whether this was recorded. Send it again as it is: it is recorded once. Before you write it anew, look at the call’s record.';

/**
 * An author's entry in a call's record: write, review, confirm. A refusal loses nothing that was typed. While it is not known whether an
 * entry was recorded it can only be sent again: changed words would be a second one.
 */
export function AuthorDialog({ title, verb, children, problem, summary, send, onClose }: AuthorDialogProps) {
  const [step, setStep] = useState<'write' | 'confirm' | 'sending'>('write');
  const [refused, setRefused] = useState('');
  const [unsure, setUnsure] = useState(false);
  const cid = useRef<string | null>(null);
  const confirm = async () => {
    setStep('sending');
    cid.current ??= newId();
    const refusal = await send(cid.current).catch(() => undefined);
    if (refusal === null) return onClose();
    setUnsure(refusal === undefined);
    if (refusal === undefined) return setStep('confirm');
    setRefused(refusal);
    setStep('write');
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      firm={step === 'sending'}
      footer={
        step === 'write' ? (
          <>
            <Button onClick={onClose}>Close</Button>
            <Button kind="primary" disabled={problem !== ''} onClick={() => setStep('confirm')}>
              Continue
            </Button>
          </>
        ) : (
          <>
            {unsure ? (
              <Button onClick={onClose} disabled={step === 'sending'}>
                Close
              </Button>
            ) : (
              <Button onClick={() => setStep('write')} disabled={step === 'sending'}>
                Back
              </Button>
            )}
            <Button kind="primary" busy={step === 'sending'} onClick={confirm}>
              {unsure ? 'Send again' : verb}
            </Button>
          </>
        )
      }
    >
      <div css={bodyCss}>
        {step === 'write' ? (
          <>
            {refused && (
              <p css={refusalCss} role="alert">
                {refused} Nothing was recorded.
              </p>
            )}
            {children}
          </>
        ) : (
          <>
            {unsure && (
              <p css={refusalCss} role="alert">
                {UNSURE}
              </p>
            )}
            <p>{summary}</p>
            <p>This becomes part of the signed record and is shown to everyone who can see the call. It can’t be undone.</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
