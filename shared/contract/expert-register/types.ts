import * as z from 'zod/mini';
import { PROFESSIONS } from '../identity/types.ts';

/** Where a registration stands today: both papers in force, one ending within 30 days, one past, or stopped by us. */
export const REGISTER_STATES = ['verified', 'expiring', 'lapsed', 'suspended'] as const;

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
});

export type RegisteredExpert = z.output<typeof registeredExpert>;
