import { css } from '@emotion/react';
import type { DemoBooking } from '@vimarsh/shared/contract/booking/types.ts';
import { demoTimeName } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import { useEffect, useId, useRef } from 'react';

const listCss = css`
  display: grid;
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  & > li {
    display: grid;
    gap: var(--s-4);
    padding: var(--s-8) var(--s-12);
  }
  & > li + li {
    border-top: 1px solid var(--line);
  }
  & p {
    font-weight: 600;
  }
`;
const actionsCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-8);
  min-height: 44px;
`;

interface Props {
  demos: readonly DemoBooking[];
  /** The one that gets another time. */
  moved: DemoBooking | null;
  /** The one whose cancelling is asked about. */
  doubted: DemoBooking | null;
  /** Its cancelling is on its way. */
  busy: boolean;
  onEdit: (demo: DemoBooking) => void;
  onCancel: (demo: DemoBooking) => void;
  onKeep: () => void;
  onYes: () => void;
  onSave: (demo: DemoBooking) => void;
}

/** What the user has booked and is still to come (S4-MISC-13, S4-MISC-14). */
export function OwnDemos({ demos, moved, doubted, busy, onEdit, onCancel, onKeep, onYes, onSave }: Props) {
  const asking = useId();
  if (demos.length === 0) return null;
  const actionsOf = (demo: DemoBooking, time: string) => {
    if (moved?.id === demo.id && !doubted) return <span>Choose its new time below.</span>;
    if (doubted?.id !== demo.id)
      return (
        <>
          <Button aria-label={`Edit ${time}`} onClick={() => onEdit(demo)} disabled={doubted !== null}>
            Edit
          </Button>
          <Button aria-label={`Cancel ${time}`} onClick={() => onCancel(demo)} disabled={doubted !== null}>
            Cancel
          </Button>
          <IconButton label={`Calendar file of ${time}`} onClick={() => onSave(demo)}>
            <CalendarPlus size={20} aria-hidden="true" />
          </IconButton>
        </>
      );
    return <Doubt question={`${asking}-${demo.id}`} busy={busy} onKeep={onKeep} onYes={onYes} />;
  };
  return (
    <ul css={listCss} aria-label="Your demos">
      {demos.map((demo) => {
        const time = demoTimeName(demo);
        return (
          <li key={demo.id}>
            <p id={`${asking}-${demo.id}`}>{doubted?.id === demo.id ? `Cancel ${time}?` : time}</p>
            <div css={actionsCss}>{actionsOf(demo, time)}</div>
          </li>
        );
      })}
    </ul>
  );
}

/** Takes the focus from what was pressed and is gone, on the harmless side. */
function Doubt({ question, busy, onKeep, onYes }: Pick<Props, 'busy' | 'onKeep' | 'onYes'> & { question: string }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <>
      <Button ref={keep} aria-describedby={question} onClick={onKeep} disabled={busy}>
        Keep it
      </Button>
      <Button kind="danger" busy={busy} onClick={onYes}>
        Cancel demo
      </Button>
    </>
  );
}
