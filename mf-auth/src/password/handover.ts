import { navigate } from '@vimarsh/shared/kit/router.tsx';
import type { Session } from '@vimarsh/shared/session';
import * as z from 'zod/mini';
import { type NamedRoute, resolve } from '../named-routes.ts';
import type { Step } from './submission.machine.ts';

const handover = z.object({
  /** The id of this flow in the account calls. */
  user_id: z.string(),
  /** Where the OTP went, masked. */
  sent_to: z.string(),
  /** Epoch ms from which another OTP may be requested. */
  resend_at: z.number(),
});
export type Handover = z.output<typeof handover>;

/** Goes to the next step of an account flow. Its data stay in this tab's history: out of the address, and safe from a reload. */
export const handOver = (to: string, handedOn: Handover): void => navigate(to, { replace: true, state: handedOn });

/** What the previous step handed over; null when this page was opened directly. */
export function handedOver(state: unknown = history.state): Handover | null {
  const parsed = handover.safeParse(state);
  return parsed.success ? parsed.data : null;
}

/** What an answer says about the OTP it sent. */
const otpSent = z.object({ sent_to: z._default(z.string(), ''), resend_after: z._default(z.number(), 30) });

/** Announces that an OTP was sent and goes to the page that takes it: the answer's redirect, or else `otherwise`. */
export function handOverOtp(session: Session, { message, redirect, user_id, answer }: Step, otherwise: NamedRoute): void {
  const { sent_to, resend_after } = otpSent.parse(answer.data ?? {});
  session.notify({ kind: 'success', title: 'Success', text: message, ms: 2000 });
  handOver(redirect || resolve(otherwise), { user_id, sent_to, resend_at: Date.now() + resend_after * 1000 });
}
