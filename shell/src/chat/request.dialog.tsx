import { css } from '@emotion/react';
import type { DENY_REASONS } from '@vimarsh/shared/contract/chat/types.ts';
import { DENY_WORDS } from '@vimarsh/shared/domain/chat/deny-words.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SelectField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { useState } from 'react';
import { type ArrivedRequest, NAMED } from './requests.ts';

export type DenyReason = (typeof DENY_REASONS)[number];

const REASONS: readonly { value: DenyReason; label: string }[] = [
  { value: 'unsaid', label: 'Without a reason' },
  { value: 'busy', label: DENY_WORDS.busy },
  { value: 'other_field', label: DENY_WORDS.other_field },
  { value: 'advice', label: DENY_WORDS.advice },
];

const stackCss = css`
  display: grid;
  gap: var(--s-12);
`;
const askedCss = css`
  margin: 0;
  padding: var(--s-8) var(--s-12);
  border-left: 3px solid var(--line);
  white-space: pre-line;
  overflow-wrap: anywhere;
`;
const quietCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;

export interface RequestDialogProps {
  /** The first is shown; some of the others are named, the rest counted. */
  requests: readonly ArrivedRequest[];
  busy: boolean;
  onOpen: () => void;
  onDeny: (reason: DenyReason) => void;
  /** Puts the request aside on this page; it goes on waiting in the chats. */
  onClose: () => void;
}

const nameOf = ({ room }: ArrivedRequest): string => room.second_user_details.full_name;

/** The popup of a new chat request (specification 2.6). */
export function RequestDialog({ requests, busy, onOpen, onDeny, onClose }: RequestDialogProps) {
  const [reason, setReason] = useState<DenyReason>('unsaid');
  const [first, ...others] = requests as readonly [ArrivedRequest, ...ArrivedRequest[]];
  const { room } = first;
  const named = others.slice(0, NAMED - 1).map(nameOf);
  const further = others.length - named.length;
  return (
    <Dialog
      open
      onClose={onClose}
      title="New chat request"
      footer={
        <>
          <Button busy={busy} onClick={() => onDeny(reason)}>
            Deny
          </Button>
          <Button kind="primary" onClick={onOpen}>
            Go To Chat
          </Button>
        </>
      }
    >
      <div css={stackCss}>
        <p>
          <strong>{nameOf(first)}</strong>
          <span>{room.symbol ? ` · ${room.topic} · ${room.symbol}` : ` · ${room.topic}`}</span>
        </p>
        <p css={askedCss}>{room.request_text}</p>
        <p css={quietCss}>{`Asked ${formatIst(room.requested_at)}`}</p>
        <SelectField
          label="Reason, if you deny"
          hint="The investor reads it."
          options={REASONS}
          value={reason}
          onChange={(value) => setReason(REASONS.find((each) => each.value === value)!.value)}
        />
        {named.length > 0 && (
          <p css={quietCss}>
            {`Also waiting: ${named.join(', ')}`}
            {further > 0 && ` · ${further} more`}
          </p>
        )}
      </div>
    </Dialog>
  );
}
