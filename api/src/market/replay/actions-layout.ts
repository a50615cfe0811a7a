import { dayOf, noDay } from './layouts.ts';
import { SHARE_SERIES } from './share-rows.ts';

/** One line of the exchange's list of corporate actions. */
export interface ActionRow {
  readonly symbol: string;
  /** Ex-date, IST: the first day that trades without what is given out. */
  readonly day: string;
  /** The list's words. */
  readonly purpose: string;
  /** New shares for each old one: 5 for a split of ₹10 into ₹2, 2 for a 1:1 bonus of shares. Null where the words name none. */
  readonly ratio: number | null;
  /** ₹ a share, all dividends of the line together; null where there is none. */
  readonly dividend: number | null;
}

/** Columns of NSE's list (`CF-CA-equities-….csv`), without which a table is no such list. */
export const ACTION_COLUMNS = ['SYMBOL', 'SERIES', 'PURPOSE', 'EX-DATE'] as const;

/** A line, null for one that changes no price (a meeting, interest on bonds), or what is wrong with it. */
export function readAction(cell: (column: string) => string): ActionRow | null | string {
  if (!SHARE_SERIES.includes(cell('SERIES'))) return null;
  const symbol = cell('SYMBOL');
  if (!/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(symbol)) return 'the symbol is not valid';
  const day = dayOf(cell('EX-DATE'));
  if (day === null) return noDay('the ex-date', cell('EX-DATE'));
  const purpose = cell('PURPOSE').slice(0, 300);
  if (purpose === '') return 'the purpose is empty';
  const ratio = ratioIn(purpose);
  if (ratio !== null && !(ratio >= 0.001 && ratio <= 1000)) return 'the ratio is not possible';
  return partsOf(purpose).every((part) => NO_PRICE.test(part)) && ratio === null && dividendIn(purpose) === null
    ? null
    : { symbol, day, purpose, ratio, dividend: dividendIn(purpose) };
}

/** Actions that move no price. */
const NO_PRICE = /general meeting|interest payment|redemption/i;
/**
 * Parts of a line stand behind a slash (`Bonus 1:1/Dividend - Rs 5`), but not that of an amount (`Rs 10/- Per Share`), behind a sign, or behind “and”.
 */
const PART = /(?<!\d)\s*\/(?!-)|(?<=\d)\/(?!\s*(?:-|per\b|to\b))|\s+and\s+|,\s|[+;&]/i;
/** `Rs 10`, `Re.1`, `Rs - 3`, `₹2`. */
const AMOUNT = String.raw`(?:r(?:s|e)\.?|inr|₹)\s*-?\s*(\d+(?:\.\d+)?)`;
/** `Bonus 1:1`, `Bonus1:1`, `Bonus Issue Of Equity Shares In The Ratio Of 3:10`, `Bonus 1 Share For Every 4`: between the word and the ratio nothing that could be another paper. */
const BONUS =
  /\bbon(?:us)?(?![a-z])(?:[\s\-–:=()]|\b(?:issue|equity|shares?|of|in|the|ratio|proportion|at)\b)*(?<![\d.])(\d+(?:\.\d+)?)\s*(?::|(?:(?:new\s+|equity\s+)*shares?\s+)?for(?:\s+every)?\s)\s*(\d+(?:\.\d+)?)(?![\d.:])/i;
/** `Face Value Split (Sub-Division) - From Rs 10/- Per Share To Rs 2/-`, `Fv Splt Frm Rs 10 To Re 1`, `Fv Split Rs 10 To 2`, `Consolidation … From Re 1 To Rs 10`. */
const SPLIT = new RegExp(
  String.raw`(?:spli?t|sub-?\s?division|consolidation|face value|\bfv\b).*?${AMOUNT}.*?\bto\s+(?:${AMOUNT}|(\d+(?:\.\d+)?)(?![\d.:%]|\s*shares?\b))`,
  'i',
);
/** `Dividend - Rs 5`, `Int Div-Rs.2`. */
const DIVIDEND = new RegExp(String.raw`(?:dividend|(?:\bint|\bspl|\bfin)?\s*div\b)[^\d]*?${AMOUNT}`, 'gi');
/** Papers that are no shares, by whatever name: what is given out in them leaves the share count as it is. */
const OTHER_PAPER = /debenture|bond|warrant|preference|\bpref\b|\b(?:ncds?|ocds?|ccds?|n?crps|ncps|ocps|ccps|rps)\b/i;

const partsOf = (purpose: string): string[] => purpose.split(PART).filter((part) => part.trim() !== '');

/** `Bonus 1:1` gives one new share for each old one; a split names the face value before and after. Both in one line multiply. */
function ratioIn(purpose: string): number | null {
  const ratios = partsOf(purpose).flatMap((part) => {
    if (OTHER_PAPER.test(part)) return [];
    const [bonus, split] = [BONUS.exec(part), SPLIT.exec(part)];
    return [...(bonus ? [(Number(bonus[1]) + Number(bonus[2])) / Number(bonus[2])] : []), ...(split ? [Number(split[1]) / Number(split[2] ?? split[3])] : [])];
  });
  return ratios.length > 0 ? ratios.reduce((product, ratio) => product * ratio, 1) : null;
}

function dividendIn(purpose: string): number | null {
  const amounts = partsOf(purpose).flatMap((part) => (OTHER_PAPER.test(part) ? [] : [...part.matchAll(DIVIDEND)].map(([, amount]) => Number(amount))));
  return amounts.length > 0 ? amounts.reduce((sum, amount) => sum + amount, 0) : null;
}
