import { plainDigits, withoutUnseen } from '../../contract/plain-digits.ts';
import { countryOf } from './countries.ts';

/** Signs of what is read as a number or code. A message around a code is as long as an SMS. */
const LONGEST = 320;
/** A number as people write it, with what they put between its digits: `+91 (0) 90000-00002`. */
const PHONE = /^[+＋]?[\d\s()./\-‐-―−]+$/;
/** A word before a number, set off from it, or the address of a chat with it: `Mob. No.: 90000 00002`, `wa.me/919000000002`. */
const BEFORE_PHONE =
  /^(?:tel:|(?:https?:\/\/)?wa\.me\/|(?:mobile|mob|telephone|tel|phone|ph|cell|whatsapp|contact|मोबाइल|मो|फ़ोन|फोन|m|t)\.?(?: ?(?:no|number|नंबर)\.?)? ?(?:[:–-]\s*|\s+))/i;
/** Signs that come along when a number is copied out of a sentence, a list or an address of mail: `<+91 90000 00002>;`. A bracket may open before the plus. */
const AROUND_PHONE = /^[\s<"'“”‘’«[(]+|[\s>"'“”‘’»\],;.]+$/g;
const CODE = /^[\d\s.\-‐-―−]+$/;
/** Six digits, or three and three, that are part of no other number. */
const CODE_IN_SENTENCE = /(?<!\d[.,:/-]?)(?:\d{6}|\d{3}[\s.\-‐-―−]\d{3})(?![\s.,:/-]?\d)/g;

/** The number of a phone without what stands around it; '' for an address, a name and any other text. */
function phoneIn(written: string): string {
  if (written.length > LONGEST) return '';
  const text = plainDigits(written).replace(AROUND_PHONE, '').replace(BEFORE_PHONE, '').replace(AROUND_PHONE, '');
  return PHONE.test(text) && /\d/.test(text) ? text : '';
}

/** Whether a text is the number of a phone, rather than an address or a name. */
export const isPhoneLike = (written: string): boolean => phoneIn(written) !== '';

/**
 * The digits of a mobile number without what its country puts before them: `09000000002`, `+91 90000 00002` and `९००००-००००२` are
 * 9000000002 in India. A number with another country's code keeps its plus, so that it is refused; a text that is no number stays as it is.
 */
export function readMobile(written: string, countryCode: string): string {
  const text = phoneIn(written);
  if (text === '') return withoutUnseen(written).trim();
  const digits = text.replace(/\D/g, '');
  const country = countryOf(countryCode);
  if (!country) return digits;
  const { length } = country;
  const code = country.country_code.slice(1);
  const abroad = /^[+＋]/.test(text) ? digits : digits.startsWith('00') ? digits.slice(2) : null;
  if (abroad === null && digits.length === length) return digits;
  // Behind the country's code some write the zero that is dialled within the country, and some a zero before both.
  const forms = abroad === null ? [`0${code}0`, `0${code}`, `${code}0`, code, '0'] : [`${code}0`, code];
  const rest = abroad ?? digits;
  const before = forms.find((form) => rest.startsWith(form) && rest.length === form.length + length);
  if (before !== undefined) return rest.slice(before.length);
  return abroad !== null && !abroad.startsWith(code) ? `+${abroad}` : digits;
}

/** A one-time code with dashes or blanks in it, or with the sentence around it that brought it; every other text stays as it is. */
export function readTypedCode(written: string): string {
  if (written.length > LONGEST) return written.trim();
  const text = plainDigits(written);
  if (CODE.test(text)) return text.replace(/\D/g, '');
  const codes = new Set((text.match(CODE_IN_SENTENCE) ?? []).map((code) => code.replace(/\D/g, '')));
  const [only] = codes;
  return codes.size === 1 ? only! : text;
}
