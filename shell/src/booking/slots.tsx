import { css } from '@emotion/react';
import type { TimeSlot } from '@vimarsh/shared/contract/booking/types.ts';
import { dayName } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { useEffect, useRef } from 'react';

const boxCss = css`
  display: grid;
  gap: var(--s-8);
  align-content: start;
  /* As tall as all slots of a day: what comes moves nothing. */
  min-height: 296px;
  @media (min-width: 880px) {
    min-height: 356px;
  }
  & > h3 {
    display: flex;
    align-items: center;
    min-height: 44px;
    font-size: var(--t-14);
  }
  & > p {
    color: var(--ink-2);
    font-size: var(--t-13);
  }
`;
const gridCss = css`
  display: grid;
  grid-template-columns: repeat(4, 1fr);
  gap: var(--s-8);
  font-variant-numeric: tabular-nums;
  @media (min-width: 880px) {
    grid-template-columns: repeat(2, 1fr);
    gap: 3px var(--s-8);
  }
`;
const slotCss = css`
  min-height: 44px;
  padding: 0;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-6);
  background: var(--surface);
  font-weight: 500;
  cursor: pointer;
  &:hover:not(:disabled) {
    border-color: var(--control);
  }
  &[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  &:disabled {
    border-color: var(--line);
    background: var(--line);
    color: var(--ink-3);
    text-decoration: line-through;
    cursor: not-allowed;
  }
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 30px;
  }
`;

interface Props {
  /** The chosen day, '' for none. */
  date: string;
  slots: readonly TimeSlot[];
  slot: string;
  failed: boolean;
  onPick: (slot: string) => void;
  onRetry: () => void;
}

/** The times of the chosen day, in IST. Taken ones are grey and can't be pressed (S5-DEMO-04, S5-DEMO-05). */
export function Slots({ date, slots, slot, failed, onPick, onRetry }: Props) {
  const box = useRef<HTMLElement>(null);
  const free = slots.filter(({ is_available }) => is_available).length;
  // On a phone they stand below the calendar.
  useEffect(() => {
    if (slots.length > 0) box.current?.scrollIntoView?.({ block: 'nearest', behavior: 'smooth' });
  }, [slots]);
  return (
    <section ref={box} css={boxCss} aria-label="Times">
      <h3>Times (IST)</h3>
      {date === '' && <p>Choose a day first. Every demo takes 30 minutes.</p>}
      {failed && (
        <>
          <p role="alert">The times of this day could not be loaded.</p>
          <div>
            <Button onClick={onRetry}>Try again</Button>
          </div>
        </>
      )}
      {date !== '' && !failed && (
        <div css={gridCss} aria-busy={slots.length === 0 || undefined}>
          {slots.length === 0
            ? Array.from({ length: 16 }, (_, at) => <Skeleton key={at} height={30} />)
            : slots.map(({ slot_time, is_available }) => (
                <button
                  key={slot_time}
                  type="button"
                  css={slotCss}
                  disabled={!is_available}
                  aria-label={is_available ? slot_time : `${slot_time}, taken`}
                  aria-pressed={is_available ? slot_time === slot : undefined}
                  onClick={() => onPick(slot_time)}
                >
                  {slot_time}
                </button>
              ))}
        </div>
      )}
      <p role="status">
        {slots.length > 0 &&
          (free === 0 ? `Every time on ${dayName(date)} is taken. Choose another day.` : `${dayName(date)}: ${free} of ${slots.length} free.`)}
      </p>
    </section>
  );
}
