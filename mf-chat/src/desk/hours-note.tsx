import { css } from '@emotion/react';
import type { ShownHours, WeekHours } from '@vimarsh/shared/contract/chat/hours.ts';
import { formatIst } from '@vimarsh/shared/domain/text/formats.ts';

const boxCss = css`
  display: grid;
  gap: var(--s-4);
  color: var(--ink-2);
  font-size: var(--t-13);
  & strong {
    color: var(--ink);
    font-weight: 600;
  }
  & blockquote {
    margin: 0;
    padding-left: var(--s-8);
    border-left: 2px solid var(--line);
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`;

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;

export const timeOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Days in a row with the same hours, each as its first and last. */
export function runsOf(hours: WeekHours): { first: string; last: string; from: string; to: string }[] {
  const runs: { first: string; last: string; from: string; to: string; end: number }[] = [];
  for (const [at, day] of hours.entries()) {
    if (!day) continue;
    const [from, to] = [timeOf(day.from), timeOf(day.to)];
    const before = runs.at(-1);
    if (before && before.end === at - 1 && before.from === from && before.to === to) Object.assign(before, { last: DAYS[at], end: at });
    else runs.push({ first: DAYS[at]!, last: DAYS[at]!, from, to, end: at });
  }
  return runs.map(({ end: _, ...run }) => run);
}

/** When an expert answers, and what they wrote beforehand for when they do not: it is marked as such, so that nobody takes it for an answer. */
export function HoursNote({ desk: { hours, state, opens_at, note } }: { desk: ShownHours }) {
  if (state === 'open' && !hours) return null;
  return (
    <div css={boxCss}>
      {state === 'away' && <strong>Away now</strong>}
      {state === 'closed' && opens_at && <strong>{`Answers again from ${formatIst(opens_at)}`}</strong>}
      {hours && (
        <p>
          <span>Answers</span>{' '}
          {runsOf(hours).map(({ first, last, from, to }, at) => (
            <span key={first}>
              {at > 0 && ', '}
              <span>{first}</span>
              {last !== first && (
                <>
                  –<span>{last}</span>
                </>
              )}{' '}
              <span translate="no">
                {from}–{to}
              </span>
            </span>
          ))}{' '}
          <span>IST</span>
        </p>
      )}
      {note && (
        <>
          <p>Their note, written beforehand:</p>
          <blockquote translate="no">{note}</blockquote>
        </>
      )}
    </div>
  );
}
