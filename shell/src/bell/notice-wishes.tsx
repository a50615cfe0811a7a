import { css } from '@emotion/react';
import { setQuietHours } from '@vimarsh/shared/contract/notices/routes.ts';
import type { CallNotice, NoticeSettings } from '@vimarsh/shared/contract/notices/types.ts';
import { useSessionApi } from '@vimarsh/shared/kit/session.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { Checkbox, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { type FormEvent, useState } from 'react';

const boxCss = css`
  & > summary {
    min-height: 44px;
    align-content: center;
    font-weight: 600;
    cursor: pointer;
  }
`;
const formCss = css`
  display: grid;
  gap: var(--s-12);
  justify-items: start;
  padding-bottom: var(--s-16);
`;
const timesCss = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s-12);
  width: 100%;
`;
const quietCss = css`
  color: var(--ink-2);
  font-size: var(--t-13);
`;
const mutedCss = css`
  margin: 0;
  padding: 0;
  list-style: none;
  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: var(--s-8);
    padding: var(--s-4) 0;
  }
`;

/** 510 → "08:30", as a time field has it. */
const clock = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Null for an empty field. */
function minuteOf(time: string): number | null {
  const [hours, minutes] = time.split(':').map(Number);
  return hours === undefined || minutes === undefined || Number.isNaN(hours + minutes) ? null : hours * 60 + minutes;
}

interface Typed {
  readonly on: boolean;
  readonly from: string;
  readonly to: string;
}

/** When devices are left alone, and whose notices are not counted. What is shown is what the server holds until it is changed here. */
export function NoticeWishes({
  wishes,
  onSaved,
  onHear,
}: {
  wishes: NoticeSettings;
  onSaved: (wishes: NoticeSettings) => void;
  onHear: (expert: CallNotice['expert']) => void;
}) {
  const session = useSessionApi();
  const { quiet, muted } = wishes;
  const [typed, setTyped] = useState<Typed>({ on: quiet.on, from: clock(quiet.from), to: clock(quiet.to) });
  const [wrong, setWrong] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure(typed);

  async function save(event: FormEvent) {
    event.preventDefault();
    const [from, to] = [minuteOf(typed.from), minuteOf(typed.to)];
    if (from === null || to === null) return setWrong('Enter both times');
    if (from === to) return setWrong('The end must differ from the beginning');
    setWrong('');
    setFailure('');
    setBusy(true);
    const { data, validation } = await session.request(setQuietHours, { body: { on: typed.on, from, to } });
    setBusy(false);
    if (!data) return setFailure(validation);
    onSaved(data);
    session.notify({ kind: 'success', title: 'Saved', text: data.quiet.on ? 'Quiet hours are on' : 'Quiet hours are off', ms: 3000 });
  }

  return (
    <details css={boxCss}>
      <summary>Quiet hours and muted experts</summary>
      <form css={formCss} onSubmit={(event) => void save(event)} noValidate>
        <p css={quietCss}>
          In quiet hours nothing is sent to your devices; it is sent at their end. Notices appear here at once, and intraday calls are not held back.
        </p>
        <Checkbox label="Quiet hours every day" checked={typed.on} onChange={({ target }) => setTyped({ ...typed, on: target.checked })} />
        <div css={timesCss}>
          <TextField type="time" label="From (IST)" value={typed.from} onChange={({ target }) => setTyped({ ...typed, from: target.value })} />
          <TextField type="time" label="To (IST)" value={typed.to} error={wrong} onChange={({ target }) => setTyped({ ...typed, to: target.value })} />
        </div>
        <Failure why={failure} />
        <Button type="submit" busy={busy}>
          Save quiet hours
        </Button>
      </form>
      <p css={quietCss}>
        {muted.length > 0
          ? 'Notices about calls of these experts are marked as read here and are not sent to your devices.'
          : 'No expert is muted. You can mute one at any notice about their calls.'}
      </p>
      {muted.length > 0 && (
        <ul css={mutedCss} aria-label="Muted experts">
          {muted.map((expert) => (
            <li key={expert.user_id}>
              <span>{expert.full_name}</span>
              <Button onClick={() => onHear(expert)} aria-label={`Unmute ${expert.full_name}`}>
                Unmute
              </Button>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
