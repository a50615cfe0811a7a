import { css } from '@emotion/react';
import { readOptionCall } from '@vimarsh/shared/contract/calls/options/routes.ts';
import { readCall } from '@vimarsh/shared/contract/calls/routes.ts';
import { listCorrections, proposeCorrection } from '@vimarsh/shared/contract/corrections/routes.ts';
import type { Decision } from '@vimarsh/shared/contract/corrections/types.ts';
import type { End } from '@vimarsh/shared/domain/calls/correction.ts';
import { amountProblem } from '@vimarsh/shared/domain/text/typed-amount.ts';
import { useQuery, useRefresh, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { SelectField, TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { EmptyState, ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { type FormEvent, useId, useRef, useState } from 'react';
import { newId } from '../publishing/new-id.ts';
import { priceOf } from '../publishing/price-step.ts';
import { type CorrectableEvent, correctablesOf, OUTCOMES, settlableOf } from './correction.view.ts';

const formCss = css`
  display: grid;
  gap: var(--s-16);
`;
const refusalCss = css`
  color: var(--loss);
`;

/** Proposes a correction of one call. A refusal loses nothing that was typed. */
export function CorrectionDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(readCall, { params: { id } }, { fresh: 0, told: ['NOT_FOUND'], shown: true });
  const call = data?.id === id ? data : undefined;
  const events = call ? correctablesOf(call) : [];
  if (call && events.length > 0) return <Form id={id} stock={call.stock} events={events} onClose={onClose} />;
  return <NoForm known={call !== undefined} error={error} refetch={refetch} onClose={onClose} />;
}

/** The same of an option call: what it waits for is settled, or an end that an action puts in question, and nothing else is corrected. */
export function SettlingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(readOptionCall, { params: { id } }, { fresh: 0, told: ['NOT_FOUND'], shown: true });
  const call = data?.id === id ? data : undefined;
  const events = call ? settlableOf(call) : [];
  if (call && events.length > 0) return <Form id={id} stock={call.underlying} events={events} onClose={onClose} />;
  return <NoForm known={call !== undefined} error={error} refetch={refetch} onClose={onClose} />;
}

type NoFormProps = Pick<ReturnType<typeof useQuery>, 'error' | 'refetch'> & { known: boolean; onClose: () => void };

function NoForm({ known, error, refetch, onClose }: NoFormProps) {
  return (
    <Dialog open onClose={onClose} title="Correct a call" footer={<Button onClick={onClose}>Close</Button>}>
      {known ? (
        <EmptyState title="Nothing of this call can be corrected." text="It has not been entered, and it waits for nothing." />
      ) : error?.code === 'NOT_FOUND' ? (
        <EmptyState title="No call has this id or address." text="Copy it from the call’s own page." />
      ) : error ? (
        <ErrorState what="the call" onRetry={refetch} error={error} />
      ) : (
        <SkeletonRows rows={4} height={60} />
      )}
    </Dialog>
  );
}

function Form({ id, stock, events, onClose }: { id: string; stock: string; events: readonly CorrectableEvent[]; onClose: () => void }) {
  const session = useSessionApi();
  const refresh = useRefresh();
  const { busy, send } = useRequest(proposeCorrection);
  const [n, setN] = useState(events[0]!.n);
  const event = events.find((one) => one.n === n) ?? events[0]!;
  const { choices } = event;
  const [chosen, setChosen] = useState<Decision | null>(null);
  const decision = choices.find(({ value }) => value === chosen)?.value ?? choices[0]!.value;
  const [outcome, setOutcome] = useState<End>(OUTCOMES[0]!.value);
  const [price, setPrice] = useState('');
  const [reason, setReason] = useState('');
  const [evidence, setEvidence] = useState('');
  const [sha256, setSha256] = useState('');
  const [refused, setRefused] = useState('');
  const [shown, setShown] = useState(false);
  const cid = useRef('');
  const form = useId();
  // An end that stands is no event of the record: admins alone read why.
  const stands = decision === 'stands';
  const priced = decision === 'entry' || decision === 'end';
  const problems = {
    price: priced && !(priceOf(price) > 0) ? amountProblem(price, '') || 'Enter the price' : '',
    reason: reason.trim().length < 20 ? 'Write at least 20 characters' : '',
    evidence: evidence.trim().length < 10 ? 'Write at least 10 characters' : '',
    sha256: sha256.trim() === '' || /^[0-9a-f]{64}$/i.test(sha256.trim()) ? '' : 'A SHA-256 has 64 digits from 0 to 9 and a to f',
  };
  const submit = async (submitted: FormEvent) => {
    submitted.preventDefault();
    setShown(true);
    if (Object.values(problems).some(Boolean)) return;
    cid.current ||= newId();
    const body = {
      cid: cid.current,
      call_id: id,
      corrects: event.n,
      decision,
      outcome: decision === 'end' ? outcome : null,
      price: priced ? priceOf(price) : null,
      reason,
      evidence,
      sha256: sha256.trim() === '' ? null : sha256.trim().toLowerCase(),
    };
    const answer = await send({ body }, true);
    if (!answer.data) {
      // A refused intent may be changed; the next one is another.
      cid.current = '';
      return setRefused(answer.validation);
    }
    session.notify({ kind: 'success', title: 'Proposed', text: 'It takes effect once another admin approves.', ms: 3000 });
    refresh(listCorrections);
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Correct the call on ${stock}`}
      firm={busy}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Close
          </Button>
          <Button kind="primary" type="submit" form={form} busy={busy}>
            Propose
          </Button>
        </>
      }
    >
      <form id={form} css={formCss} onSubmit={submit} noValidate>
        {refused && (
          <p css={refusalCss} role="alert">
            {refused} Nothing was proposed.
          </p>
        )}
        <SelectField
          label="Event"
          value={String(event.n)}
          options={events.map((one) => ({ value: String(one.n), label: one.name }))}
          onChange={(value) => setN(Number(value))}
        />
        {event.detail && <p>{event.detail}</p>}
        <SelectField label="Decision" value={decision} options={choices} onChange={(value) => setChosen(value as Decision)} />
        {decision === 'end' && <SelectField label="How it ended" value={outcome} options={OUTCOMES} onChange={(value) => setOutcome(value as End)} />}
        {priced && <TextField label="Price (₹)" numeric value={price} error={shown && problems.price} onChange={(typed) => setPrice(typed.target.value)} />}
        <TextArea
          label="Reason"
          rows={3}
          maxLength={500}
          value={reason}
          error={shown && problems.reason}
          hint={stands ? 'Other admins read it.' : 'Everybody who sees the call reads it.'}
          onChange={(typed) => setReason(typed.target.value)}
        />
        <TextArea
          label="What shows it"
          rows={2}
          maxLength={1000}
          value={evidence}
          error={shown && problems.evidence}
          hint={stands ? 'Where another admin can look it up.' : 'Where anyone can look the right price up.'}
          onChange={(typed) => setEvidence(typed.target.value)}
        />
        <TextField
          label="SHA-256 of the file that shows it (optional)"
          value={sha256}
          error={shown && problems.sha256}
          autoComplete="off"
          spellCheck={false}
          onChange={(typed) => setSha256(typed.target.value)}
        />
        <p>
          {stands
            ? 'Nothing changes until another admin approves. Then the call is under correction no more.'
            : 'Nothing changes until another admin approves. Then both numbers stay in the record.'}
        </p>
      </form>
    </Dialog>
  );
}
