import { countryOf } from './countries.ts';

export const USERNAME_MIN_DIGITS = 6;
export const USERNAME_MAX_DIGITS = 10;
export const PASSWORD_MIN = 8;
export const PASSWORD_SYMBOLS = '!@#$%^&*';

export const REQUIRED = 'Field is required';
export const BAD_USERNAME = 'Please enter a valid Mobile number or Email ID';
export const OTHER_COUNTRY = 'This number begins with the code of another country. Choose that country';
/** Worded by the specification, for the OTP field (S5-USER-A02). */
export const DIGITS_ONLY = 'Mobile number be valid numbers only';

const email = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,4}$/;
const digits = new RegExp(`^\\d{${USERNAME_MIN_DIGITS},${USERNAME_MAX_DIGITS}}$`);

/** Every check returns the message to show, or '' for a valid value. */
export function validateRequired(value: string): string {
  return value.trim() === '' ? REQUIRED : '';
}

/** An e-mail ending in a domain of 2–4 letters. Longer endings are refused, as specified (S5-USER-02). */
export function isEmail(value: string): boolean {
  return email.test(value);
}

export function validateUsername(value: string): string {
  const trimmed = value.trim();
  if (trimmed === '') return REQUIRED;
  return isEmail(trimmed) || digits.test(trimmed) ? '' : BAD_USERNAME;
}

/** The number without its country code; first the 6–10 digits of a username, then the country's length (S5-USER-A01). */
export function validateMobile(value: string, countryCode: string): string {
  if (value === '') return REQUIRED;
  if (value.startsWith('+')) return OTHER_COUNTRY;
  const country = countryOf(countryCode);
  if (!digits.test(value) || !country) return BAD_USERNAME;
  return value.length === country.length ? '' : `Mobile number must be ${country.length} digits for the selected country code`;
}

export function validateTypedOtp(value: string): string {
  if (value === '') return REQUIRED;
  return /^\d+$/.test(value) ? '' : DIGITS_ONLY;
}

/** The password rules one by one, to be ticked while typing. Other characters are allowed too (S5-USER-A04). */
export const PASSWORD_RULES: readonly { says: string; holds: (value: string) => boolean }[] = [
  { says: `${PASSWORD_MIN} characters or more`, holds: (value) => value.length >= PASSWORD_MIN },
  { says: 'a lowercase letter', holds: (value) => /[a-z]/.test(value) },
  { says: 'an uppercase letter', holds: (value) => /[A-Z]/.test(value) },
  { says: 'a digit', holds: (value) => /\d/.test(value) },
  { says: `one of ${PASSWORD_SYMBOLS}`, holds: (value) => [...PASSWORD_SYMBOLS].some((symbol) => value.includes(symbol)) },
];

/** Sign-up password: length and four classes. */
export function validatePassword(value: string): string {
  if (value === '') return REQUIRED;
  return PASSWORD_RULES.every(({ holds }) => holds(value))
    ? ''
    : `Use at least ${PASSWORD_MIN} characters with a lowercase letter, an uppercase letter, a digit and one of ${PASSWORD_SYMBOLS}`;
}
