import * as z from 'zod/mini';
import { PLAN_NAMES } from '../identity/types.ts';
import { route } from '../route.ts';
import { code, id, text } from '../text.ts';

const paise = z.number();
const partner = z.string().check(z.regex(/^[a-z0-9-]{1,40}$/, 'Not a partner’s site'));
const month = z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month such as 2026-11'));

/** What a partner’s contract gives it of the fees of its site, without GST. */
export const shareTerm = z.object({
  site: partner,
  /** '' is every plan of investors; that of experts is shared only by a term that names it. */
  plan: z.union([z.literal(''), z.enum(PLAN_NAMES)]),
  /** Hundredths of a per cent. */
  basis_points: z.number().check(z.int(), z.minimum(0), z.maximum(10_000)),
  /** Month of India’s calendar from which on it holds. */
  from_month: month,
  /** The contract that says so. */
  contract: text(80, 1),
});
export type ShareTermData = z.output<typeof shareTerm>;

/** BAD_REQUEST names `site` or `from_month` where they don’t hold. */
export const proposeShare = route({
  method: 'POST',
  path: '/admin/v1/shares',
  summary: 'Propose a partner’s share, from this month on or later. It holds once another admin has approved it; what it says never changes.',
  access: 'admin',
  body: shareTerm,
  data: z.object({ id }),
});

/** FORBIDDEN to who proposed it, NOT_FOUND; BAD_REQUEST where its month is over or it was decided on. */
export const approveShare = route({
  method: 'POST',
  path: '/admin/v1/shares/approve',
  summary: 'Approve a share that another admin proposed. From its month on it takes the place of what held before; no month that is over changes.',
  access: 'admin',
  body: z.object({ id }),
  data: z.object({}),
});

/** NOT_FOUND for one that there is not, or that was decided on. */
export const withdrawShare = route({
  method: 'POST',
  path: '/admin/v1/shares/withdraw',
  summary: 'Take back a share that was proposed and not approved. One that was approved ends where another takes its place.',
  access: 'admin',
  body: z.object({ id }),
  data: z.object({}),
});

export const listShares = route({
  method: 'GET',
  path: '/admin/v1/shares',
  summary: 'Shares of all partners, newest first, at most 200.',
  access: 'admin',
  data: z.array(
    z.extend(shareTerm, {
      id: z.string(),
      set_by: z.string(),
      set_at: z.string(),
      approved_by: z.string(),
      approved_at: z.nullable(z.string()),
      withdrawn_by: z.string(),
      withdrawn_at: z.nullable(z.string()),
    }),
  ),
});

const shareStatement = z.object({
  site: z.string(),
  month: z.string(),
  /** Carried from the month before: zero or below. */
  opening_paise: paise,
  /** Fees without GST of invoices less credit notes. */
  net_paise: paise,
  share_paise: paise,
  /** Opening and share together, where that is above zero; else it is carried to the next month. */
  payable_paise: paise,
  carried_paise: paise,
  /** UTC instants. */
  written_at: z.string(),
  paid_at: z.nullable(z.string()),
  /** The bank’s reference of the payment, '' before. */
  reference: z.string(),
});
export type ShareStatement = z.output<typeof shareStatement>;

export const exportShares = route({
  method: 'GET',
  path: '/admin/v1/shares/statements',
  summary:
    "Partners’ statements of a month, with each invoice and credit note and its share as CSV, by their numbers. `next` is the number after which the next part begins, '' at the end. A month’s statements are written on the first of the next.",
  access: 'admin',
  query: z.object({ month, after: z.optional(z.string().check(z.maxLength(20))) }),
  data: z.object({ file: z.string(), csv: z.string(), statements: z.array(shareStatement), next: z.string() }),
});

/** NOT_FOUND without such a statement, SHARE_PAID; BAD_REQUEST names `payable_paise` where it is another sum, or nothing. */
export const payShare = route({
  method: 'POST',
  path: '/admin/v1/shares/paid',
  summary: 'A statement was paid to its partner: what it says is payable, by the bank’s reference. Once.',
  access: 'admin',
  body: z.object({ site: partner, month, payable_paise: z.number().check(z.int(), z.minimum(1)), reference: code(60, 1) }),
  data: z.object({}),
});
