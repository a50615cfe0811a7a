import { css } from '@emotion/react';
import { FILE_LIMITS, type KycDocument, type ProfileFile } from '@vimarsh/shared/contract/profile/types.ts';
import { Badge, type Tone } from '@vimarsh/shared/ui/badge.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { hiddenCss } from '@vimarsh/shared/ui/hidden.tsx';
import { type ReactNode, useId } from 'react';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  min-width: 0;
`;
const rowCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8) var(--s-12);
  & > b {
    font-size: var(--t-13);
    font-weight: 500;
    color: var(--ink-2);
  }
  & > span {
    min-width: 0;
    overflow-wrap: anywhere;
    font-size: var(--t-13);
  }
`;
const chooseCss = css`
  cursor: pointer;
  &:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
`;
const noteCss = css`
  font-size: var(--t-12);
  color: var(--ink-3);
`;
const errorCss = css`
  font-size: var(--t-12);
  color: var(--loss);
`;

const TONES: Readonly<Record<string, Tone>> = { Verified: 'gain', Rejected: 'loss', Pending: 'warn', Expired: 'loss' };

/** The document's status: Not submitted until the server has one. */
export function DocumentStatus({ status }: { status: string }) {
  return <Badge tone={TONES[status] ?? 'neutral'}>{status || 'Not submitted'}</Badge>;
}

interface Props {
  field: ProfileFile;
  label: string;
  hint: ReactNode;
  /** Chosen, not yet sent. */
  file: File | undefined;
  error: string;
  disabled: boolean;
  onFile: (file: File | null) => void;
  /** For documents: the server's status of the stored one. */
  status?: string;
  document?: KycDocument | undefined;
}

const isPicture = (field: ProfileFile) => field === 'picture' || field === 'cover_image';

/** The largest file a field accepts, in bytes. */
export const limitOf = (field: ProfileFile): number => (isPicture(field) ? FILE_LIMITS.picture : FILE_LIMITS.document);

/** One file to upload. The server decides what it really is. */
export function FileField({ field, label, hint, file, error, disabled, onFile, status, document }: Props) {
  const id = useId();
  return (
    <div css={boxCss}>
      <div css={rowCss}>
        <b id={`${id}-label`}>{label}</b>
        {status !== undefined && <DocumentStatus status={status} />}
      </div>
      <div css={rowCss}>
        <label css={[buttonCss('quiet'), chooseCss]}>
          <input
            css={hiddenCss}
            type="file"
            name={field}
            accept={isPicture(field) ? 'image/jpeg,image/png,image/webp' : 'image/jpeg,image/png,image/webp,application/pdf'}
            disabled={disabled}
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-note`}
            aria-invalid={error ? true : undefined}
            // Emptied so that the same file can be chosen again after it was removed.
            value=""
            onChange={(event) => onFile(event.target.files?.[0] ?? null)}
          />
          {file ? 'Choose another' : 'Choose file'}
        </label>
        {file && <span>{file.name}</span>}
      </div>
      <span id={`${id}-note`} css={error ? errorCss : noteCss} aria-live="polite">
        {error || (document?.status === 'Rejected' && document.reason ? `Rejected: ${document.reason}` : hint)}
      </span>
    </div>
  );
}
