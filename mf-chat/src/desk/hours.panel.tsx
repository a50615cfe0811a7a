import { css } from '@emotion/react';
import { AWAY_NOTE_LENGTH, type OwnHours, readOwnHours, saveOwnHours, type WeekHours } from '@vimarsh/shared/contract/chat/hours.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery, useRequest } from '@vimarsh/shared/kit/query/query.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Failure, useFailure } from '@vimarsh/shared/ui/fields/failure.tsx';
import { Checkbox, TextArea, TextField } from '@vimarsh/shared/ui/fields/field.tsx';
import { Dialog } from '@vimarsh/shared/ui/floats/dialog.tsx';
import { SkeletonRows } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';
import { useState } from 'react';
import { timeOf } from './hours-note.tsx';

const formCss = css`
  display: grid;
  gap: var(--s-16);
`;
const daysCss = css`
  display: grid;
  gap: var(--s-4);
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & > legend {
    margin-bottom: var(--s-4);
    padding: 0;
    font-weight: 600;
  }
`;
const dayCss = css`
  display: grid;
  grid-template-columns: minmax(108px, 1fr) auto auto;
  align-items: center;
  gap: var(--s-8);
  min-height: 44px;
  /* On a phone a day takes a line, and its two times the next; those of a day without answers say nothing. */
  @media (max-width: 479.98px) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > :first-child {
      grid-column: 1 / -1;
    }
    & input[type='time'] {
      width: 100%;
      min-width: 0;
    }
    &:not([data-on]) > :not(:first-child) {
      display: none;
    }
  }
`;

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/** As long as the market is open: what most change the least. */
const USUAL = { on: true, from: '09:30', to: '16:00' };
interface Day {
  readonly on: boolean;
  readonly from: string;
  readonly to: string;
}
const daysOf = (hours: WeekHours | null): readonly Day[] =>
  DAYS.map((_, at) => {
    const day = hours?.[at];
    return day ? { on: true, from: timeOf(day.from), to: day.to === 1440 ? '00:00' : timeOf(day.to) } : { ...USUAL, on: false };
  });
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
/** Midnight at the end of a day is its minute 1440. */
const endOf = (time: string): number => minutesOf(time) || 1440;
const isTime = (time: string): boolean => /^\d\d:\d\d$/.test(time);
const isWrong = ({ on, from, to }: Day): boolean => on && (!isTime(from) || !isTime(to) || minutesOf(from) >= endOf(to));

/** An expert's hours of the week and the note for when they do not answer. */
export function HoursDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useQuery(readOwnHours, {}, { fresh: 0 });
  if (data) return <Form own={data} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Hours and away note">
      {error ? <ErrorState what="your hours" error={error} onRetry={refetch} /> : <SkeletonRows rows={5} height={44} />}
    </Dialog>
  );
}

function Form({ own, onClose }: { own: OwnHours; onClose: () => void }) {
  const { busy, send } = useRequest(saveOwnHours);
  const [days, setDays] = useState(() => daysOf(own.hours));
  const [away, setAway] = useState(own.away);
  const [note, setNote] = useState(own.note);
  const [tried, setTried] = useState(false);
  const [failure, setFailure] = useFailure([days, away, note]);
  const length = note.trim().length;
  const noteProblem = length > AWAY_NOTE_LENGTH ? `Write at most ${AWAY_NOTE_LENGTH} characters` : '';
  const change = (at: number, by: Partial<Day>): void => setDays(days.map((day, each) => (each === at ? { ...day, ...by } : day)));
  const save = async (): Promise<void> => {
    setTried(true);
    if (noteProblem || days.some(isWrong)) return;
    const hours = days.some(({ on }) => on) ? days.map(({ on, from, to }) => (on ? { from: minutesOf(from), to: endOf(to) } : null)) : null;
    const { data, validation } = await send({ body: { hours, away, note } });
    if (data) onClose();
    else setFailure(validation || 'Nothing was saved. Check your connection and try again.');
  };
  return (
    <Dialog
      open
      onClose={() => !busy && onClose()}
      title="Hours and away note"
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button kind="primary" busy={busy} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <div css={formCss}>
        <Checkbox label="I am away now, until I take this back" checked={away} onChange={(event) => setAway(event.target.checked)} />
        <fieldset css={daysCss}>
          <legend>Hours in which you answer, IST</legend>
          {DAYS.map((name, at) => {
            const day = days[at]!;
            return (
              <div key={name} css={dayCss} data-on={day.on ? '' : undefined}>
                <Checkbox label={name} checked={day.on} onChange={(event) => change(at, { on: event.target.checked })} />
                <TextField
                  label={`${name}, from`}
                  labelHidden
                  type="time"
                  value={day.from}
                  disabled={!day.on}
                  error={tried && isWrong(day) && 'The end comes after the beginning'}
                  onChange={(event) => change(at, { from: event.target.value })}
                />
                <TextField
                  label={`${name}, until`}
                  labelHidden
                  type="time"
                  value={day.to}
                  disabled={!day.on}
                  onChange={(event) => change(at, { to: event.target.value })}
                />
              </div>
            );
          })}
        </fieldset>
        <TextArea
          label="Note for when you do not answer"
          rows={3}
          value={note}
          placeholder="Back on Monday. Published calls go on as ever."
          hint={`${formatNumber(Math.max(0, AWAY_NOTE_LENGTH - length))} characters left. Investors read it beside a request and a chat, marked as written beforehand. It is never sent as a message.`}
          error={noteProblem}
          onChange={(event) => setNote(event.target.value)}
        />
        <Failure why={failure} />
      </div>
    </Dialog>
  );
}
