import { css } from '@emotion/react';
import type { ReviewedDocument } from '@vimarsh/shared/contract/profile/types.ts';
import { DOCUMENT_NAMES } from '@vimarsh/shared/domain/people/review.ts';
import { formatDay, formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { buttonCss } from '@vimarsh/shared/ui/fields/button.css.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { rowCss } from '../account/rows.css.ts';
import type { Decision } from './review.machine.ts';

const DECIDED: Readonly<Record<Decision, string>> = { verify: 'Verified', reject: 'Rejected' };

const stackCss = css`
  display: grid;
  gap: var(--s-8);
`;
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8);
`;

interface Props {
  document: ReviewedDocument;
  /** The reviewer's own document, which somebody else must decide. */
  own: boolean;
  onDecide: (decision: Decision) => void;
}

/** One waiting document: its file, the first admin's decision, and the reviewer's own. */
export function DocumentRow({ document, own, onDecide }: Props) {
  const { type, number_masked, valid_to, submitted_at, link, same_number, first, full_name } = document;
  const name = DOCUMENT_NAMES[type];
  const documentOf = `${name} of ${full_name}`;
  return (
    <li css={[rowCss, stackCss]}>
      <span>
        <b>{name}</b>
        {first && <Badge tone="warn">{first.mine ? 'Waiting for a second admin' : 'Waiting for you'}</Badge>}
        <small>
          {number_masked ? `${number_masked} · sent` : 'Sent'} {formatIst(submitted_at)}
          {valid_to && ` · valid until ${formatDay(valid_to)}`}
        </small>
        {same_number.map((other) => (
          <small key={other.user_id}>
            {other.full_name} ({other.user_id}) gives the same number, {other.proven ? 'and theirs is verified.' : 'not verified yet.'}
          </small>
        ))}
        {first && (
          <small>
            {DECIDED[first.decision]} by {first.mine ? 'you' : 'another admin'}, {formatIst(first.at)}
            {first.reason && `: ${first.reason}`}
          </small>
        )}
      </span>
      <span css={actionsCss}>
        <a css={buttonCss('quiet')} href={link} target="_blank" rel="noopener noreferrer" aria-label={`Open file: ${documentOf}`}>
          Open file
        </a>
        {own ? (
          <small>Your own document: another admin decides.</small>
        ) : (
          <>
            <Button onClick={() => onDecide('verify')} aria-label={`Verify ${documentOf}`}>
              Verify
            </Button>
            <Button kind="danger" onClick={() => onDecide('reject')} aria-label={`Reject ${documentOf}`}>
              Reject
            </Button>
          </>
        )}
      </span>
    </li>
  );
}
