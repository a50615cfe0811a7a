import { holdCommunications, listCommunicationExports } from '@vimarsh/shared/contract/communications/routes.ts';
import { HOLD_KINDS } from '@vimarsh/shared/contract/communications/types.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { SelectField, TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useState } from 'react';
import { SCOPE_TITLES, targetIn } from './communications.view.ts';
import { rowCss } from './export-card.tsx';
import { formCss } from './form.css.ts';

const SHORTEST = 10;

/** Sets a hold, which takes effect at once and which another admin lifts. */
export function NewHold({ onClose }: { onClose: () => void }) {
  const { busy, send } = useRequest(holdCommunications);
  const refresh = useRefresh();
  const [kind, setKind] = useState<(typeof HOLD_KINDS)[number]>('person');
  const [target, setTarget] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useFailure([kind, target, reason]);
  const problems = {
    target: targetIn(target) === '' ? 'This is neither a number nor an address that has one' : '',
    reason: reason.trim().length < SHORTEST ? `Write at least ${SHORTEST} characters` : '',
  };
  const hold = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (problems.target || problems.reason) return;
    const { data, code, validation } = await send({ body: { kind, target: targetIn(target), reason: reason.trim() } }, true);
    if (!data)
      return setFailure(
        code === 'NOT_FOUND' ? 'Nothing was written by or to this number.' : validation || 'Nothing was sent. Check your connection and try again.',
      );
    refresh(listCommunicationExports);
    onClose();
  };
  return (
    <form css={formCss} aria-label="Set a hold" onSubmit={(event) => void hold(event)} noValidate>
      <SelectField
        label="Of"
        value={kind}
        options={HOLD_KINDS.map((value) => ({ value, label: SCOPE_TITLES[value] }))}
        onChange={(value) => setKind(value as typeof kind)}
      />
      <TextField
        label="Number or address"
        hint="Of an account, an expert’s page or a chat."
        value={target}
        error={tried && problems.target}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setTarget(event.target.value)}
      />
      <TextArea
        label="Reason"
        rows={3}
        maxLength={500}
        value={reason}
        hint="A dispute, or what an authority asks for. It stands in the audit."
        error={tried && problems.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div css={rowCss}>
        <Button type="submit" kind="primary" busy={busy}>
          Set the hold
        </Button>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      </div>
      <Failure why={failure} />
    </form>
  );
}
