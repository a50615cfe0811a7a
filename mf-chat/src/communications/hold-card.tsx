import { liftCommunicationHold, listCommunicationExports } from '@vimarsh/shared/contract/communications/routes.ts';
import type { CommunicationHold } from '@vimarsh/shared/contract/communications/types.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';
import { useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Badge } from '@vimarsh/shared/ui/badge.tsx';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useState } from 'react';
import { SCOPE_TITLES } from './communications.view.ts';
import { recordCss, rowCss } from './export-card.tsx';
import { formCss } from './form.css.ts';

const SHORTEST = 10;

/** A hold with its reason; another admin than who set it lifts it, with a reason. */
export function HoldCard({ hold, me, nameOf }: { hold: CommunicationHold; me: string; nameOf: (user_id: string) => string }) {
  const { kind, target, reason, set_by, set_at, lifted_by, lifted_at, lift_reason } = hold;
  return (
    <li css={recordCss}>
      <div css={rowCss}>
        <b>{SCOPE_TITLES[kind]}</b>
        {kind === 'person' && <span translate="no">{nameOf(target)}</span>}
        <small>
          <code translate="no">{target}</code>
        </small>
        <Badge tone={lifted_at ? 'neutral' : 'warn'}>{lifted_at ? 'Lifted' : 'On hold'}</Badge>
      </div>
      <p translate="no" dir="auto">
        {reason}
      </p>
      <small>
        <span>Set by</span> <span translate="no">{nameOf(set_by)}</span> · <span>{formatIst(set_at)}</span>
      </small>
      {lifted_at ? (
        <small>
          <span>Lifted by</span> <span translate="no">{nameOf(lifted_by ?? '')}</span> · <span>{formatIst(lifted_at)}</span> ·{' '}
          <span translate="no" dir="auto">
            {lift_reason}
          </span>
        </small>
      ) : set_by === me ? (
        <small>Another admin has to lift it.</small>
      ) : (
        <Lift id={hold.id} />
      )}
    </li>
  );
}

function Lift({ id }: { id: string }) {
  const { busy, send } = useRequest(liftCommunicationHold);
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useFailure(reason);
  const isShort = reason.trim().length < SHORTEST;
  const lift = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (isShort) return;
    const { data, validation } = await send({ body: { id, reason: reason.trim() } });
    if (!data) return setFailure(validation || 'Nothing was sent. Check your connection and try again.');
    refresh(listCommunicationExports);
  };
  if (!isOpen)
    return (
      <div css={rowCss}>
        <Button onClick={() => setOpen(true)}>Lift the hold</Button>
      </div>
    );
  return (
    <form css={formCss} onSubmit={(event) => void lift(event)} noValidate>
      <TextField
        label="Why it may be lifted"
        value={reason}
        maxLength={500}
        error={tried && isShort && `Write at least ${SHORTEST} characters`}
        hint="What is older than five years is deleted after that."
        onChange={(event) => setReason(event.target.value)}
      />
      <div css={rowCss}>
        <Button type="submit" kind="danger" busy={busy}>
          Lift the hold
        </Button>
        <Button onClick={() => setOpen(false)} disabled={busy}>
          Cancel
        </Button>
      </div>
      <Failure why={failure} />
    </form>
  );
}
