import { readPurpose } from '../../instruments/actions/purpose.ts';
import { dayOf, figure, noDay } from '../layouts.ts';
import { SHARE_SERIES } from '../share-rows.ts';

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
  /** Face value of a share, ₹, from which the issue price of rights follows; null where the list has none. */
  readonly face_value: number | null;
}

/** Characters of a line's words that are kept. */
export const LONGEST_PURPOSE = 300;

/** Columns of NSE's list (`CF-CA-equities-….csv`), without which a table is no such list. */
export const ACTION_COLUMNS = ['SYMBOL', 'SERIES', 'PURPOSE', 'EX-DATE'] as const;

/** A line, null for one that changes no price (a meeting, interest on bonds), or what is wrong with it. */
export function readAction(cell: (column: string) => string): ActionRow | null | string {
  if (!SHARE_SERIES.includes(cell('SERIES'))) return null;
  const symbol = cell('SYMBOL');
  if (!/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(symbol)) return 'the symbol is not valid';
  const day = dayOf(cell('EX-DATE'));
  if (day === null) return noDay('the ex-date', cell('EX-DATE'));
  // Read whole, since its last word may say that it is called off.
  const whole = cell('PURPOSE');
  const purpose = whole.slice(0, LONGEST_PURPOSE);
  if (purpose === '') return 'the purpose is empty';
  const face_value = faceValueIn(cell('FACE VALUE'));
  const { kinds, ratio, dividend, isUnclear } = readPurpose(whole, face_value);
  const movesNoPrice = !isUnclear && kinds.every((kind) => kind === 'none');
  return movesNoPrice ? null : { symbol, day, purpose, ratio, dividend, face_value };
}

const faceValueIn = (written: string): number | null => {
  const value = figure(written);
  return value !== null && value > 0 && value <= 100_000 ? value : null;
};
