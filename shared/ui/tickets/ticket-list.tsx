import { css } from '@emotion/react';
import type { Ticket } from '../../contract/support/types.ts';
import { ANSWER_WITHIN_DAYS, complaintClock } from '../../domain/support/complaint-clock.ts';
import { formatDay, formatIst } from '../../domain/text/formats.ts';
import { KINDS } from './ticket-kinds.ts';

const listCss = css`
  display: grid;
  gap: var(--s-16);
  padding: 0;
  list-style: none;
  & > li {
    display: grid;
    gap: var(--s-4);
    padding-top: var(--s-12);
    border-top: 1px solid var(--line);
  }
  & p {
    max-width: 43em;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  & small {
    color: var(--ink-3);
    font-size: var(--t-12);
  }
`;

/** One's own messages with our answers. */
export const TicketList = ({ tickets }: { tickets: readonly Ticket[] }) => (
  <ul css={listCss} aria-label="Your messages">
    {tickets.map((one) => (
      <OwnTicket key={one.number} ticket={one} />
    ))}
  </ul>
);

function OwnTicket({ ticket }: { ticket: Ticket }) {
  const { number, kind, opened_at, message, answered_at, answer } = ticket;
  return (
    <li>
      <small>
        {number} · {KINDS[kind]} · {formatIst(opened_at)}
      </small>
      <p>{message}</p>
      {answered_at ? (
        <>
          <small>Our answer · {formatIst(answered_at)}</small>
          <p>{answer}</p>
        </>
      ) : (
        <small>Not answered yet</small>
      )}
      <Clock ticket={ticket} />
    </li>
  );
}

/** How long a complaint still waits, and where it goes when that is over. */
function Clock({ ticket }: { ticket: Ticket }) {
  const clock = complaintClock(ticket, new Date());
  if (!clock) return null;
  const { due, left } = clock;
  if (left >= 0)
    return (
      <p>
        We answer complaints within {ANSWER_WITHIN_DAYS} days, this one by {formatDay(due)}.
      </p>
    );
  return (
    <p>
      We are late: the answer was due by {formatDay(due)}. Take it to <a href="https://scores.sebi.gov.in">SCORES</a>, the regulator’s complaint system, and if
      that does not settle it to <a href="https://smartodr.in">Online Dispute Resolution</a>.
    </p>
  );
}
