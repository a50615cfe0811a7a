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
  /**
   * Last IST days of the registration and of the NISM certificate, `YYYY-MM-DD`. Under review, name, number and days are those that were last
   * accepted; '' where those are not on file.
   */
  valid_to: z.string(),
  nism_expiry: z.string(),
  state: z.enum(REGISTER_STATES),
  /** Since when (UTC instant) a change of the papers is under review. */
  review_since: z.optional(z.string()),
});

export type RegisteredExpert = z.output<typeof registeredExpert>;
