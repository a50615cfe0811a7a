import { dayOf, figure, noDay } from '../layouts.ts';

/**
 * What the exchange published of one share's ex-date: prices of before it, less `subtract` ₹, times `multiply`, stand beside those from it on.
 * It takes the place of whatever the list of actions says of that day.
 */
export interface AdjustmentRow {
  readonly symbol: string;
  /** Ex-date, IST. */
  readonly day: string;
  readonly subtract: number;
  readonly multiply: number;
  /** The circular that says so. */
  readonly source: string;
}

/** Columns of a file of adjustments, which an operator writes from the exchange's circulars. */
export const ADJUSTMENT_COLUMNS = ['SYMBOL', 'EX-DATE', 'SUBTRACT', 'MULTIPLY', 'SOURCE'] as const;
const LONGEST_SOURCE = 200;
/** An exchange's factor is given to some eight digits, and no share changes by more than a thousandfold. */
const MOST = 1000;

/** A line, or what is wrong with it. */
export function readAdjustment(cell: (column: string) => string): AdjustmentRow | string {
  const symbol = cell('SYMBOL');
  if (!/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(symbol)) return 'the symbol is not valid';
  const day = dayOf(cell('EX-DATE'));
  if (day === null) return noDay('the ex-date', cell('EX-DATE'));
  const subtract = cell('SUBTRACT') === '' ? 0 : figure(cell('SUBTRACT'));
  if (subtract === null || subtract > 1e6) return 'SUBTRACT is not an amount';
  const multiply = cell('MULTIPLY') === '' ? 1 : figure(cell('MULTIPLY'));
  if (multiply === null || multiply > MOST || multiply < 1 / MOST) return 'MULTIPLY is not a factor';
  if (subtract === 0 && multiply === 1) return 'it changes nothing';
  const source = cell('SOURCE');
  if (source === '' || source.length > LONGEST_SOURCE) return 'SOURCE does not name the circular';
  return { symbol, day, subtract, multiply: Number(multiply.toFixed(8)), source };
}
