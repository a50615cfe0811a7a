import { navigate } from '@vimarsh/shared/kit/router.tsx';
import type { Session } from '@vimarsh/shared/session';
import * as z from 'zod/mini';
import { type NamedRoute, resolve } from '../named-routes.ts';
import type { Step } from './submission.machine.ts';

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

/** What an answer says of the OTP it sent. */
const otpSent = z.object({ sent_to: z._default(z.string(), ''), resend_after: z._default(z.number(), 30) });

/** An OTP is on its way: says so, and goes to where it is typed, as the answer tells or else `otherwise`. */
export function handOverOtp(session: Session, { message, redirect, user_id, answer }: Step, otherwise: NamedRoute): void {
  const { sent_to, resend_after } = otpSent.parse(answer.data ?? {});
  session.notify({ kind: 'success', title: 'Success', text: message, ms: 2000 });
  handOver(redirect || resolve(otherwise), { user_id, sent_to, resend_at: Date.now() + resend_after * 1000 });
}
