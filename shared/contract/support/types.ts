import * as z from 'zod/mini';
import { code, id, lines, text } from '../text.ts';

export const TICKET_KINDS = ['question', 'complaint', 'fraud', 'partnership'] as const;
export type TicketKind = (typeof TICKET_KINDS)[number];

/** Any that a mail can go to; an account's own form is narrower. */
const email = code(254).check(z.regex(/^[^\s@<>",;]+@[^\s@<>",;]+\.[A-Za-z]{2,24}$/, 'Enter an e-mail address'));

export const newTicket = z.object({
  kind: z.enum(TICKET_KINDS),
  name: text(80, 1),
  /** Where the answer goes. */
  email,
  message: lines(4000, 20),
  /** Made anew for each message, and with each change of it: sent again with the same one, it is kept once. */
  key: z.optional(id),
});

export const ticketNumber = code(20).check(z.regex(/^V-[0-9A-HJKMNP-TV-Z]{8}$/, 'Not the number of a message'));

/** A message as its sender sees it. */
export const ticket = z.object({
  number: z.string(),
  kind: z.enum(TICKET_KINDS),
  /** UTC instants. */
  opened_at: z.string(),
  message: z.string(),
  answered_at: z.nullable(z.string()),
  answer: z.string(),
});
export type Ticket = z.output<typeof ticket>;

/** A message as who answers it sees it. */
export const deskTicket = z.extend(ticket, { name: z.string(), email: z.string(), partner_key: z.string() });
export type DeskTicket = z.output<typeof deskTicket>;

/** Complaints of one IST month. */
export const complaintMonth = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  /** Open when it began. */
  opening: z.number(),
  received: z.number(),
  resolved: z.number(),
  /** Open when it ended, or now. */
  pending: z.number(),
  /** Of those, open for more than three months. */
  pending_over_3_months: z.number(),
  /** Days from complaint to answer, of those resolved in this month; null when there was none. */
  average_days: z.nullable(z.number()),
});
export type ComplaintMonth = z.output<typeof complaintMonth>;
