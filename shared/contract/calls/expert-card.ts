import * as z from 'zod/mini';
import { PROFESSIONS } from '../identity/types.ts';

export const expertCard = z.object({
  user_id: z.string(),
  full_name: z.string(),
  profession: z.enum(PROFESSIONS),
  picture: z.string(),
  city: z.string(),
  verified: z.boolean(),
  /** SEBI registration number. */
  reg_no: z.string(),
  style: z.string(),
  /** Last IST day of the registration, `YYYY-MM-DD`. */
  valid_to: z.string(),
  status: z.enum(['unverified', 'pending', 'verified', 'expiring', 'lapsed', 'suspended', 'rejected']),
  following: z.boolean(),
});
export type ExpertCard = z.output<typeof expertCard>;
