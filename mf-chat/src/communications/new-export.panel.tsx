import { askCommunicationExport, listCommunicationExports } from '@vimarsh/shared/contract/communications/routes.ts';
import { EXPORT_SCOPES } from '@vimarsh/shared/contract/communications/types.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { SelectField, TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useState } from 'react';
import { dayBegins, dayEnds, SCOPE_TITLES, type Scope, targetIn } from './communications.view.ts';
import { rowCss } from './export-card.tsx';
import { daysCss, formCss } from './form.css.ts';

const SHORTEST = 10;
const TARGETS = {
  person: { label: 'Number of the account, or the address of an expert’s page', hint: 'The number stands in cases, in chats and in the audit.' },
  room: { label: 'Number or address of the chat', hint: 'The address has it behind “room=”.' },
} as const;

/** Asks for an export. Whose and why is said first, because another admin has to understand it. */
export function NewExport({ room, onClose }: { room: string; onClose: () => void }) {
  const { busy, send } = useRequest(askCommunicationExport);
  const refresh = useRefresh();
  const [scope, setScope] = useState<Scope>(room ? 'room' : 'person');
  const [target, setTarget] = useState(room);
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useFailure([scope, target, from, until, reason]);
  const isPeriod = scope === 'period';
  const problems = {
    target: !isPeriod && targetIn(target) === '' ? 'This is neither a number nor an address that has one' : '',
    from: isPeriod && !from ? 'Choose a day' : '',
    until: isPeriod && !until ? 'Choose a day' : from && until && until < from ? 'Choose a day after the first one' : '',
    reason: reason.trim().length < SHORTEST ? `Write at least ${SHORTEST} characters` : '',
  };
  const ask = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (Object.values(problems).some(Boolean)) return;
    const body = {
      scope,
      target: isPeriod ? '' : targetIn(target),
      from: from ? dayBegins(from) : null,
      until: until ? dayEnds(until) : null,
      reason: reason.trim(),
    };
    const { data, code, validation } = await send({ body }, true);
    if (!data)
      return setFailure(
        code === 'NOT_FOUND' ? 'Nothing was written by or to this number.' : validation || 'Nothing was sent. Check your connection and try again.',
      );
    refresh(listCommunicationExports);
    onClose();
  };
  return (
    <form css={formCss} aria-label="Ask for an export" onSubmit={(event) => void ask(event)} noValidate>
      <SelectField
        label="Of"
        value={scope}
        options={EXPORT_SCOPES.map((value) => ({ value, label: SCOPE_TITLES[value] }))}
        onChange={(value) => setScope(value as Scope)}
      />
      {scope !== 'period' && (
        <TextField
          label={TARGETS[scope].label}
          hint={TARGETS[scope].hint}
          value={target}
          error={tried && problems.target}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTarget(event.target.value)}
        />
      )}
      <div css={daysCss}>
        <TextField
          type="date"
          label={isPeriod ? 'First day (IST)' : 'First day (IST), if not all'}
          value={from}
          error={tried && problems.from}
          onChange={(event) => setFrom(event.target.value)}
        />
        <TextField
          type="date"
          label={isPeriod ? 'Last day (IST)' : 'Last day (IST), if not all'}
          value={until}
          error={tried && problems.until}
          onChange={(event) => setUntil(event.target.value)}
        />
      </div>
      <TextArea
        label="Reason"
        rows={3}
        maxLength={500}
        value={reason}
        hint="A letter of the regulator, a dispute. It stands in the audit."
        error={tried && problems.reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <div css={rowCss}>
        <Button type="submit" kind="primary" busy={busy}>
          Ask another admin
        </Button>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      </div>
      <Failure why={failure} />
    </form>
  );
}
