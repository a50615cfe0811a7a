import { css } from '@emotion/react';
import type { Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import type { Envelope } from '@vimarsh/shared/session';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { type FormEvent, useId, useRef, useState } from 'react';

const formCss = css`
  display: grid;
`;

interface Props {
  title: string;
  action: string;
  name?: string;
  onClose: () => void;
  /** What the server answered; a refusal stands at the field, and nothing that was typed is lost. */
  onName: (name: string) => Promise<Envelope<Watchlist>>;
}

/** Asks for the name of a list. */
export function NameDialog({ title, action, name = '', onClose, onName }: Props) {
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [written, setWritten] = useState(name);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = written.trim();
    if (!wanted) return setProblem('Field is required');
    setBusy(true);
    const { data, problems, validation } = await onName(wanted);
    setBusy(false);
    if (data) return onClose();
    setProblem(problems?.[0]?.message ?? validation);
    field.current?.focus();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      initialFocus={field}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            {action}
          </Button>
        </>
      }
    >
      <form id={form} css={formCss} onSubmit={(event) => void save(event)} noValidate>
        <TextField
          ref={field}
          label="Name of the list"
          maxLength={40}
          autoComplete="off"
          value={written}
          error={problem}
          onChange={(event) => {
            setWritten(event.target.value);
            setProblem('');
          }}
        />
      </form>
    </Dialog>
  );
}
