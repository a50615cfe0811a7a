import { useState } from 'react';
import * as z from 'zod/mini';
import type { Who } from '../form.types.ts';
import type { Purpose } from '../login.api.ts';

const shape = z.object({
  purpose: z.enum(['SIGN_IN', 'SIGN_UP']),
  /** By name, because two countries share +1. */
  country: z.string(),
  country_code: z.string(),
  mobile: z.string(),
  /** Epoch ms. */
  sent_at: z.number(),
  resend_at: z.number(),
  expires_at: z.number(),
  /** Of a sign-up: who is to have the account. */
  newcomer: z.optional(z.object({ full_name: z.string(), expert: z.boolean() })),
  /** The sign-up was left for another form or page: it goes on where it is chosen again. */
  left: z.optional(z.boolean()),
});
export type KeptOtp = z.output<typeof shape>;

const KEY = 'vimarsh.otp-sent';

/** Storage is never trusted, and some browsers throw as soon as it is looked at. */
function attempt<T>(use: () => T): T | null {
  try {
    return use();
  } catch {
    return null;
  }
}

/** That an OTP was sent, and where; never the OTP itself. A reload then goes on with it, in this tab and as long as it holds. */
export const keepOtp = (sent: KeptOtp): void => void attempt(() => sessionStorage.setItem(KEY, JSON.stringify(sent)));
export const dropOtp = (): void => void attempt(() => sessionStorage.removeItem(KEY));

export function keptOtp(purpose?: Purpose): KeptOtp | null {
  const { data } = shape.safeParse(attempt(() => JSON.parse(sessionStorage.getItem(KEY) ?? 'null')));
  if (!data) return null;
  if (data.expires_at > Date.now()) return !purpose || data.purpose === purpose ? data : null;
  dropOtp();
  return null;
}

/** Keeps more of the OTP that is kept for this form; nothing where none is. */
export function keepWith(purpose: Purpose, more: Partial<Pick<KeptOtp, 'newcomer' | 'left'>>): void {
  const kept = keptOtp(purpose);
  if (kept) keepOtp({ ...kept, ...more });
}

/** The OTP this form has sent to the number that stands in it. */
export function useKeptOtp(purpose: Purpose, { username, country }: Who): KeptOtp | null {
  const [kept] = useState(() => keptOtp(purpose));
  return kept?.mobile === username.trim() && kept.country === country.name ? kept : null;
}
