import { CONSENT_WORDS } from '@vimarsh/shared/domain/people/consents.ts';
import { formatIstTime } from '@vimarsh/shared/domain/text/formats.ts';

/** Texts of the login screen. Those the specification gives are word for word (spec 2.4, 5, 8). */
export const SIGN_IN_WORDS = {
  generateOtp: 'Generate OTP',
  verifyOtp: 'Verify OTP',
  changeNumber: 'Change Number',
  resendOtp: 'Resend OTP',
  forgotPassword: 'Forgot password?',
  withCredentials: 'Login with Mobile Or Email',
  withBroker: 'Login with Broker',
  toSignUp: "Don't have an account? Sign Up",
  toSignIn: 'Already verified? Log In',
  byMail: 'Sign up with e-mail instead',
  byMobile: 'Sign up with a mobile number instead',
  mailHint: 'We send an OTP to this address.',
  expert: 'I am a SEBI Expert',
  terms: CONSENT_WORDS.signUp,
  whatsApp: 'Please give a WhatsApp number',
  missing: 'Please fill all required details',
  later: 'Try after some time',
  tradingAccount: 'Continue with your trading account',
  or: 'Or',
  skipBroker: "Don't have a broker account? Skip broker login and subscribe Premium plan, no trade allowed",
  openDemat: 'Open Demat Account',
  backToApp: 'Back to the app',
  verifyPin: 'Verify Pin',
  newFactor: 'Generate New OTP/Pin',
  badOtp: 'Please enter valid OTP',
  noMatch: 'E-mail and password don’t match. Try again.',
  noMatchReset: 'E-mail and password don’t match. Try again, or reset the password.',
  keepsNothing: 'This browser keeps nothing: you will be signed out when you reload.',
  unanswered: 'The server did not answer, or could not do this now. What you typed is still here: check your connection and try again.',
  maybeAccepted: 'Your OTP may have been accepted, with only its answer lost. Log in, or begin again with a new OTP.',
  partnerUnanswered: 'The request did not get through, so nothing was checked. Fill in the form again.',
  oops: 'Oops! Something went wrong!',
} as const;

/** The tries left after a wrong OTP or password, in words; '' when the server did not say. */
export function triesLeft(tries: number | undefined): string {
  if (tries === undefined) return '';
  if (tries === 0) return 'No tries left. Ask for a new OTP.';
  return tries === 1 ? '1 try left' : `${tries} tries left`;
}

/** Said after a reload. `to` is the country code and the number, of which three digits are enough to know it again. */
export const sentBefore = (to: string, at: number): string =>
  `We sent an OTP to ${to.replace(/ .*(?=...$)/, ' …')} at ${formatIstTime(at).slice(0, 5)}. Enter it, or change the number.`;
