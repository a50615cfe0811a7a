import { AskAgain } from './ask-again.ts';
import { askHost } from './ask-host.ts';
import type { Stack } from './stack.ts';

/** The latest OTP sent to a mobile number, read from the demo's outbox. */
export async function otpFor(stack: Pick<Stack, 'portal'>, mobile: string, countryCode = '+91'): Promise<string> {
  const answer = await askHost(`${stack.portal}/__outbox.json?to=${encodeURIComponent(countryCode + mobile)}`);
  if (answer.status === 503) throw new AskAgain();
  const text = JSON.stringify(await answer.json());
  const otp = /\b([1-9]\d{5})\b/.exec(text.replaceAll(mobile, ''));
  if (!otp) throw new Error(`No OTP for ${mobile} in the outbox: ${text}`);
  return otp[1]!;
}

/** The latest OTP mailed to an address. */
export const mailedOtp = (stack: Pick<Stack, 'portal'>, email: string): Promise<string> => otpFor(stack, email, '');
