import * as z from 'zod/mini';
import { route } from '../route.ts';
import { id, lines } from '../text.ts';
import { complaintMonth, deskTicket, newTicket, ticket, ticketNumber } from './types.ts';

export const openTicket = route({
  method: 'POST',
  path: '/base/v1/tickets',
  summary:
    'Write to us. Answers the number of the message, whether its answer can come by mail, and whether a mail with the number was sent. A member has at most three complaints that wait. The same key gives the same message.',
  access: 'open',
  body: newTicket,
  data: z.object({ number: z.string(), by_mail: z.boolean(), confirmed: z.boolean() }),
});

export const listTickets = route({
  method: 'GET',
  path: '/base/v1/tickets',
  summary: 'The caller’s own messages with our answers, newest first; at most 50.',
  access: 'session',
  data: z.array(ticket),
});

export const deskTickets = route({
  method: 'GET',
  path: '/base/v1/tickets/desk',
  summary: 'Messages that wait for an answer, the oldest first, complaints before others; 100 at once, and with `after` those behind a page’s `next`.',
  access: 'admin',
  query: z.object({ after: z.optional(id) }),
  /** `waiting` counts all of them; `next` is null on the last page. */
  data: z.object({ waiting: z.number(), tickets: z.array(deskTicket), next: z.optional(z.nullable(z.string())) }),
});

/** Once: an answer that went out is not changed. BAD_REQUEST when there is one. */
export const answerTicket = route({
  method: 'POST',
  path: '/base/v1/tickets/answer',
  summary: 'Answer a message; a complaint is resolved by it.',
  access: 'admin',
  body: z.object({ number: ticketNumber, answer: lines(4000, 20) }),
  data: z.object({ by_mail: z.boolean() }),
});

export const readComplaints = route({
  method: 'GET',
  path: '/base/v1/complaints',
  summary: 'Complaints by month, of the last twelve, newest first, counted from their record.',
  access: 'open',
  data: z.object({ as_of: z.string(), months: z.array(complaintMonth) }),
});
