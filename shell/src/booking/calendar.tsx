import { css } from '@emotion/react';
import { type ClosedDay, closedDay, dayName, earliestDemoDay, firstOpenDay, latestDemoDay } from '@vimarsh/shared/domain/bookings/booking-days.ts';
import { monthName } from '@vimarsh/shared/domain/text/months.ts';
import { IconButton } from '@vimarsh/shared/ui/fields/icon-button.tsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { addMonths, dayByKey, monthOf, WEEKDAYS, weeksOf } from './month-grid.ts';

const headCss = css`
  display: grid;
  grid-template-columns: 44px 1fr 44px;
  align-items: center;
  justify-items: center;
  min-height: 44px;
  & > h3 {
    font-size: var(--t-14);
  }
`;
/** As tall as a month of six weeks, so that the next one moves nothing. */
const boxCss = css`
  min-height: 364px;
  @media (min-width: 880px) and (pointer: fine) {
    min-height: 316px;
  }
`;
const gridCss = css`
  width: 100%;
  border-collapse: collapse;
  table-layout: fixed;
  text-align: center;
  & th {
    height: 32px;
    font-size: var(--t-12);
    font-weight: 500;
    color: var(--ink-3);
  }
  & td {
    padding: 1px;
  }
`;
const dayCss = css`
  width: 100%;
  min-width: 44px;
  min-height: 44px;
  font-variant-numeric: tabular-nums;
  padding: 0;
  border: 1px solid var(--line-strong);
  border-radius: var(--r-6);
  background: var(--surface);
  font-weight: 600;
  cursor: pointer;
  transition: background-color var(--state);
  &:hover {
    border-color: var(--control);
  }
  &[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--on-accent);
  }
  /* Without a box: what can be booked stands out, and the rest is not crossed out a month long. */
  &[aria-disabled] {
    border-color: transparent;
    background: none;
    color: var(--ink-3);
    font-weight: 400;
    cursor: not-allowed;
  }
  @media (min-width: 880px) and (pointer: fine) {
    min-width: 36px;
    min-height: 36px;
  }
`;

/** Said after the name of a day that can't be booked. */
const WHY: Readonly<Record<ClosedDay, string>> = {
  '': '',
  'no day': '',
  early: ', too soon',
  late: ', too far ahead',
  weekend: ', weekend',
  holiday: ', holiday',
};

interface Props {
  now: Date;
  /** The chosen day, '' for none. */
  chosen: string;
  onPick: (day: string) => void;
  /** It takes the focus when it comes: it is what somebody was led to. */
  focus?: boolean;
}

/** Days to book, a month at a time, after the ARIA pattern: one of them takes the focus, arrow keys move it. */
export function Calendar({ now, chosen, onPick, focus = false }: Props) {
  const earliest = earliestDemoDay(now);
  const latest = latestDemoDay(now);
  const [current, setCurrent] = useState(chosen || firstOpenDay(now));
  const title = useId();
  const grid = useRef<HTMLTableElement>(null);
  const month = monthOf(current);
  const within = (day: string): string => (day < earliest ? earliest : day > latest ? latest : day);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes.
  useEffect(() => {
    if (focus) grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, []);
  const moveBy = (event: KeyboardEvent) => {
    const next = dayByKey(event.key, current);
    if (!next) return;
    event.preventDefault();
    const day = within(next);
    setCurrent(day);
    // It may be of a month that is drawn only now.
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus());
  };
  const pick = (day: string) => {
    setCurrent(day);
    onPick(day);
  };
  const turn = (count: number) => setCurrent(within(`${addMonths(month, count)}-01`));
  return (
    <div css={boxCss}>
      <div css={headCss}>
        <IconButton label="Previous month" disabled={month <= monthOf(earliest)} onClick={() => turn(-1)}>
          <ChevronLeft size={20} aria-hidden="true" />
        </IconButton>
        <h3 id={title} aria-live="polite">
          {monthName(month)}
        </h3>
        <IconButton label="Next month" disabled={month >= monthOf(latest)} onClick={() => turn(1)}>
          <ChevronRight size={20} aria-hidden="true" />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose days take the focus one at a time is a grid. */}
      <table ref={grid} css={gridCss} role="grid" aria-labelledby={title} onKeyDown={moveBy}>
        <thead>
          <tr>
            {WEEKDAYS.map(([short, name]) => (
              <th key={name} scope="col" abbr={name}>
                {short}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, at) => (
                <td key={at}>{day && <Day day={day} closed={closedDay(day, now)} chosen={day === chosen} current={day === current} onPick={pick} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayProps {
  day: string;
  closed: ClosedDay;
  chosen: boolean;
  current: boolean;
  onPick: (day: string) => void;
}

function Day({ day, closed, chosen, current, onPick }: DayProps) {
  return (
    <button
      type="button"
      css={dayCss}
      data-day={day}
      tabIndex={current ? 0 : -1}
      aria-label={`${dayName(day)}${WHY[closed]}`}
      aria-pressed={chosen}
      aria-disabled={closed !== '' || undefined}
      onClick={() => closed === '' && onPick(day)}
    >
      {Number(day.slice(8))}
    </button>
  );
}
