import * as z from 'zod/mini';
import { PROFESSIONS } from '../identity/types.ts';

/**
 * Where a registration stands today: both papers in force, one ending within 30 days, one past, stopped by us, or, of somebody who has
 * published, new papers under review.
 */
export const REGISTER_STATES = ['verified', 'expiring', 'lapsed', 'suspended', 'review'] as const;

export const registeredExpert = z.object({
  user_id: z.string(),
  full_name: z.string(),
  profession: z.enum(PROFESSIONS),
  city: z.string(),
  /** SEBI registration number, `INH`, `INA` or `INZ` and nine digits. */
  reg_no: z.string(),
  /** Last IST days of the registration and of the NISM certificate, `YYYY-MM-DD`. */
  valid_to: z.string(),
  nism_expiry: z.string(),
  state: z.enum(REGISTER_STATES),
  /** Since when (UTC instant) papers are under review; the number and days are not confirmed meanwhile. */
  review_since: z.optional(z.string()),
});

export type RegisteredExpert = z.output<typeof registeredExpert>;
