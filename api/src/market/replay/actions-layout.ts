import { dayOf } from './layouts.ts';

/** One line of the exchange's list of corporate actions. */
export interface ActionRow {
  readonly symbol: string;
  /** Ex-date, IST: the first day that trades without what is given out. */
  readonly day: string;
  /** The list's words. */
  readonly purpose: string;
  /** New shares for each old one: 5 for a split of ₹10 into ₹2, 2 for a 1:1 bonus. Null where the words name none. */
  readonly ratio: number | null;
  /** ₹ a share, all dividends of the line together; null where there is none. */
  readonly dividend: number | null;
}

/** Columns of NSE's list (`CF-CA-equities-….csv`), without which a table is no such list. */
export const ACTION_COLUMNS = ['SYMBOL', 'SERIES', 'PURPOSE', 'EX-DATE'] as const;

/** A line, null for one that changes no price (a meeting, interest on bonds), or what is wrong with it. */
export function readAction(cell: (column: string) => string): ActionRow | null | string {
  if (cell('SERIES') !== 'EQ') return null;
  const symbol = cell('SYMBOL');
  if (!/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(symbol)) return 'the symbol is not valid';
  const day = dayOf(cell('EX-DATE'));
  if (day === null) return 'the ex-date is not valid';
  const purpose = cell('PURPOSE').slice(0, 300);
  if (purpose === '') return 'the purpose is empty';
  const ratio = ratioIn(purpose);
  if (ratio !== null && !(ratio >= 0.001 && ratio <= 1000)) return 'the ratio is not possible';
  return /annual general meeting|interest payment|redemption/i.test(purpose) && ratio === null && dividendIn(purpose) === null
    ? null
    : { symbol, day, purpose, ratio, dividend: dividendIn(purpose) };
}

const AMOUNT = String.raw`r(?:s|e)\.?\s*-?\s*(\d+(?:\.\d+)?)`;
const BONUS = /\bbonus\b[^/\d]*(\d+)\s*:\s*(\d+)/i;
const SPLIT = new RegExp(String.raw`(?:split|sub-?\s?division|consolidation).*?${AMOUNT}.*?\bto\s+${AMOUNT}`, 'i');
const DIVIDEND = new RegExp(String.raw`dividend[^/\d]*?${AMOUNT}`, 'gi');

/** `Bonus 1:1` gives one new share for each old one; a split names the face value before and after. Both in one line multiply. */
function ratioIn(purpose: string): number | null {
  const bonus = BONUS.exec(purpose);
  const split = SPLIT.exec(purpose);
  const given = bonus ? (Number(bonus[1]) + Number(bonus[2])) / Number(bonus[2]) : 1;
  const divided = split ? Number(split[1]) / Number(split[2]) : 1;
  return bonus || split ? given * divided : null;
}

function dividendIn(purpose: string): number | null {
  const amounts = [...purpose.matchAll(DIVIDEND)].map(([, amount]) => Number(amount));
  return amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0) : null;
}
