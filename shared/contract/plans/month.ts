import * as z from 'zod/mini';
import { route } from '../route.ts';

const paise = z.number();

/** What a site billed and took back in a month. */
const siteMonth = z.object({
  /** '' is the main host. */
  site: z.string(),
  invoices: z.number(),
  credit_notes: z.number(),
  /** Invoices less credit notes: what a partner’s share is reckoned from. */
  taxable_paise: paise,
  gst_paise: paise,
});
export type SiteMonth = z.output<typeof siteMonth>;

export const exportMonth = route({
  method: 'GET',
  path: '/admin/v1/invoices',
  summary:
    "Invoices and credit notes of a month of India’s calendar as CSV, by their numbers, with what each site comes to. `next` is the number after which the next part begins, '' at the end. A month that still runs is whole once it is over.",
  access: 'admin',
  query: z.object({
    month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month such as 2026-11')),
    after: z.optional(z.string().check(z.maxLength(20))),
  }),
  data: z.object({ file: z.string(), csv: z.string(), sites: z.array(siteMonth), next: z.string() }),
});
