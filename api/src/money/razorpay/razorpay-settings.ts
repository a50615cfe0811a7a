import * as z from 'zod/mini';
import { secret } from '../../platform/settings/secret.ts';

const secretWord = (name: string) => secret(8, name).check(z.regex(/^[!-~]{8,200}$/, `${name} must be one word of 8 characters or more`));

/** Keys of a Razorpay account, as its dashboard shows them: all three or none. */
export const razorpaySettings = {
  RAZORPAY_KEY_ID: z.optional(z.string().check(z.regex(/^rzp_(test|live)_[A-Za-z0-9]{4,40}$/, 'RAZORPAY_KEY_ID must begin with rzp_test_ or rzp_live_'))),
  RAZORPAY_KEY_SECRET: z.optional(secretWord('RAZORPAY_KEY_SECRET')),
  RAZORPAY_WEBHOOK_SECRET: z.optional(secretWord('RAZORPAY_WEBHOOK_SECRET')),
};

interface Given {
  readonly RAZORPAY_KEY_ID?: string | undefined;
  readonly RAZORPAY_KEY_SECRET?: string | undefined;
  readonly RAZORPAY_WEBHOOK_SECRET?: string | undefined;
  readonly SUPPLIER?: object | undefined;
}

/** Why the keys can’t be used as they are set, as a sentence; null where nothing is wrong. */
export function razorpayProblem({ RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET, SUPPLIER }: Given, demo: boolean): string | null {
  const given = [RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET, RAZORPAY_WEBHOOK_SECRET].filter(Boolean).length;
  if (given === 0) return null;
  if (given < 3) return 'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET must be set together.';
  // A demo’s prices are made up: it takes nobody’s money.
  if (demo) return RAZORPAY_KEY_ID!.startsWith('rzp_test_') ? null : 'RAZORPAY_KEY_ID must begin with rzp_test_ in the demo.';
  return SUPPLIER ? null : 'SUPPLIER must be set with RAZORPAY_KEY_ID outside the demo, for who is paid writes an invoice.';
}
