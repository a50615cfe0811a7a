export interface Country {
  name: string;
  country_code: string;
  flag: string;
  /** Digits of a mobile number without the country code. */
  length: number;
}

/** Chosen by name, not by code: the United States and Canada share +1 (S9-CC-A01). */
export const COUNTRY_CODES: readonly Country[] = [
  { name: 'India', country_code: '+91', flag: '🇮🇳', length: 10 },
  { name: 'Singapore', country_code: '+65', flag: '🇸🇬', length: 8 },
  { name: 'United States', country_code: '+1', flag: '🇺🇸', length: 10 },
  { name: 'Canada', country_code: '+1', flag: '🇨🇦', length: 10 },
  { name: 'Dubai', country_code: '+971', flag: '🇦🇪', length: 9 },
  { name: 'Saudi Arabia', country_code: '+966', flag: '🇸🇦', length: 9 },
  { name: 'Oman', country_code: '+968', flag: '🇴🇲', length: 8 },
  { name: 'United Kingdom', country_code: '+44', flag: '🇬🇧', length: 10 },
  { name: 'Australia', country_code: '+61', flag: '🇦🇺', length: 9 },
];

export const DEFAULT_COUNTRY_CODE = '+91';

/** The country of a code; `91` and `+91` are the same (S7-OTP-A02). Null for a country that is not served. */
export function countryOf(code: string): Country | null {
  const plus = code.startsWith('+') ? code : `+${code}`;
  return COUNTRY_CODES.find((country) => country.country_code === plus) ?? null;
}
