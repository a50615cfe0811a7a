import { isDay } from '../../contract/days.ts';
import type { Segment } from '../../contract/watchlists/types.ts';
import { readSymbol } from '../insights/read-symbol.ts';
import { plainCell } from './written-names.ts';

/** An option contract; `expiry` is an IST day, `strike` in ₹ or points. */
export interface Contract {
  readonly underlying: string;
  readonly expiry: string;
  readonly strike: number;
  readonly type: 'CE' | 'PE';
}

/** `NIFTY 2026-11-26 24000 CE`: how a contract stands in a list and in a file. */
export const writeContract = ({ underlying, expiry, strike, type }: Contract): string => `${underlying} ${expiry} ${strike} ${type}`;

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
/** No code is longer. A cell of a file can be as long as the file, so it is measured before anything reads it. */
const LONGEST = 48;

const NAME = '(?<name>.+?)';
/** Where digits follow it at once. */
const SYMBOL = '(?<name>[^ ]+?)';
const DAY_MONTH = String.raw`(?<day>\d{1,2})[ -]?(?<month>${MONTHS.join('|')})`;
const DATE = String.raw`(?:(?<iso>\d{4}-\d\d-\d\d)|${DAY_MONTH}[ -]?(?:20)?(?<year>\d\d))`;
const STRIKE = String.raw`(?<strike>\d{1,7}(?:\.\d{1,2})?)`;
const TYPE = '(?<type>[CP]E|CALL|PUT)';
/** How brokers write a contract with its whole date; one without its day or year can be several, and is none. Digits of a strike never begin with 0. */
const FORMS = [
  `^${NAME}[ -]${DATE}[ -]${STRIKE}[ -]?${TYPE}$`,
  `^${NAME}[ -]${DATE}[ -]${TYPE}[ -]${STRIKE}$`,
  `^${NAME}[ -]${STRIKE}[ -]?${TYPE}[ -]${DATE}$`,
  String.raw`^${NAME}(?<day>\d\d)(?<month>${MONTHS.join('|')})(?<year>\d\d)(?!0)${STRIKE}${TYPE}$`,
  // `NIFTY26D0823200PE` of Kite: the months are 1 to 9, O, N and D.
  String.raw`^${SYMBOL}(?<year>2\d)(?<month>[1-9OND])(?<day>\d\d)(?!0)${STRIKE}${TYPE}$`,
  // `NIFTY261208C23200` of TradingView.
  String.raw`^${SYMBOL}(?<year>2\d)(?<month>\d\d)(?<day>\d\d)(?<type>[CP])(?!0)${STRIKE}$`,
].map((form) => new RegExp(form));
/** `NIFTY26DEC23200CE` of Kite: the contract of a month’s last expiry is written without its day. */
const OF_MONTH = new RegExp(String.raw`^${SYMBOL}(?<year>2\d)(?<month>${MONTHS.join('|')})(?!0)${STRIKE}${TYPE}$`);

/** The contract a code or a cell of a file means; null for none. */
export function readContract(written: string): Contract | null {
  if (written.length > LONGEST) return null;
  const cell = plainCell(written);
  const found = FORMS.map((form) => form.exec(cell)?.groups).find((groups) => groups !== undefined);
  if (!found) return null;
  const expiry = found.iso ?? `20${found.year}-${monthOf(found.month!)}-${found.day!.padStart(2, '0')}`;
  return isDay(expiry) ? contractOf(found, expiry) : null;
}

/** The contract of a month’s last expiry, which Kite writes without its day: `expiry` is that month. The same signs may be another’s whole date. */
export function readMonthContract(written: string): Contract | null {
  const found = written.length > LONGEST ? undefined : OF_MONTH.exec(plainCell(written))?.groups;
  return found ? contractOf(found, `20${found.year}-${monthOf(found.month!)}`) : null;
}

function contractOf({ name, strike, type }: Readonly<Record<string, string>>, expiry: string): Contract | null {
  const underlying = readSymbol(name!);
  if (!underlying || !(Number(strike) > 0)) return null;
  return { underlying, expiry, strike: Number(strike), type: type!.startsWith('C') ? 'CE' : 'PE' };
}

/** `DEC`, `D` and `12` are December. */
function monthOf(written: string): string {
  const number = MONTHS.indexOf(written) + 1 || 'OND'.indexOf(written) + 10;
  return (/^\d/.test(written) ? written : String(number)).padStart(2, '0');
}

/** What a cell of a file names, as a list of the segment holds it; '' where it can be nothing of the kind. */
export function readWatchedCode(segment: Segment, written: string): string {
  if (written.length > LONGEST) return '';
  if (segment === 'equity') return readSymbol(written);
  const contract = readContract(written);
  return contract ? writeContract(contract) : '';
}
