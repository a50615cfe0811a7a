import { navigate } from '@vimarsh/shared/kit/router.tsx';
import * as z from 'zod/mini';

const handover = z.object({
  /** What the account calls know this flow by. */
  user_id: z.string(),
  /** Where the OTP went, masked. */
  sent_to: z.string(),
  /** Epoch ms from when another OTP may be asked for. */
  resend_at: z.number(),
});
export type Handover = z.output<typeof handover>;

/** Goes to the next step of an account flow. What it needs stays in this tab's history: not in the address, and no reload loses it. */
export const handOver = (to: string, given: Handover): void => navigate(to, { replace: true, state: given });

/** What the step before handed over; null for who came here on their own. */
export function handedOver(state: unknown = history.state): Handover | null {
  const read = handover.safeParse(state);
  return read.success ? read.data : null;
}
