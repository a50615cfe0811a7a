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
].map((form) => new RegExp(form));

/** The contract a code or a cell of a file means; null for none. */
export function readContract(written: string): Contract | null {
  if (written.length > LONGEST) return null;
  const cell = plainCell(written);
  const found = FORMS.map((form) => form.exec(cell)?.groups).find((groups) => groups !== undefined);
  if (!found) return null;
  const { name, iso, day, month, year, strike, type } = found;
  const underlying = readSymbol(name!);
  const expiry = iso ?? `20${year}-${String(MONTHS.indexOf(month!) + 1).padStart(2, '0')}-${day!.padStart(2, '0')}`;
  if (!underlying || !isDay(expiry) || !(Number(strike) > 0)) return null;
  return { underlying, expiry, strike: Number(strike), type: type!.startsWith('C') ? 'CE' : 'PE' };
}

/** What a cell of a file names, as a list of the segment holds it; '' where it can be nothing of the kind. */
export function readWatchedCode(segment: Segment, written: string): string {
  if (written.length > LONGEST) return '';
  if (segment === 'equity') return readSymbol(written);
  const contract = readContract(written);
  return contract ? writeContract(contract) : '';
}
