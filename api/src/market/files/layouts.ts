import { MONTHS } from '@vimarsh/shared/domain/text/months.ts';
import type { EndOfDay } from './end-of-day.ts';

/** Reads a cell of the row at hand by column name; '' for a column the file does not have. */
export type Cell = (column: string) => string;

export interface Layout {
  readonly name: 'legacy' | 'UDiFF' | 'sec_bhavdata_full';
  /** Columns without which a file is not of this layout. */
  readonly columns: readonly string[];
  /** Why a row is no NSE cash-market row, or `null`. */
  notCash(cell: Cell): string | null;
  /** Trading date, IST, or `null` when it is not a date. */
  day(cell: Cell): string | null;
  /** The column it stands in. */
  readonly dated: string;
  /** The columns of the symbol, the series and the traded shares. */
  readonly symbol: string;
  readonly series: string;
  readonly volume: string;
  /** The column of the company's name; absent where the layout has none. */
  readonly company?: string;
  /** The row, or what is wrong with it. */
  row(cell: Cell): EndOfDay | string;
}

/** Column names of the figures both layouts have. */
interface Names {
  readonly symbol: string;
  readonly series: string;
  readonly open: string;
  readonly high: string;
  readonly low: string;
  readonly close: string;
  readonly last: string;
  readonly previous: string;
  readonly volume: string;
  readonly turnover: string;
  readonly trades: string;
  readonly isin: string;
}

const LEGACY: Names = {
  symbol: 'SYMBOL',
  series: 'SERIES',
  open: 'OPEN',
  high: 'HIGH',
  low: 'LOW',
  close: 'CLOSE',
  last: 'LAST',
  previous: 'PREVCLOSE',
  volume: 'TOTTRDQTY',
  turnover: 'TOTTRDVAL',
  trades: 'TOTALTRADES',
  isin: 'ISIN',
};
const UDIFF: Names = {
  symbol: 'TckrSymb',
  series: 'SctySrs',
  open: 'OpnPric',
  high: 'HghPric',
  low: 'LwPric',
  close: 'ClsPric',
  last: 'LastPric',
  previous: 'PrvsClsgPric',
  volume: 'TtlTradgVol',
  turnover: 'TtlTrfVal',
  trades: 'TtlNbOfTxsExctd',
  isin: 'ISIN',
};

/** The exchange's file with deliveries: turnover in ₹ lakh, no ISINs. */
const FULL: Names = {
  symbol: 'SYMBOL',
  series: 'SERIES',
  open: 'OPEN_PRICE',
  high: 'HIGH_PRICE',
  low: 'LOW_PRICE',
  close: 'CLOSE_PRICE',
  last: 'LAST_PRICE',
  previous: 'PREV_CLOSE',
  volume: 'TTL_TRD_QNTY',
  turnover: 'TURNOVER_LACS',
  trades: 'NO_OF_TRADES',
  isin: 'ISIN',
};

/** Early legacy files have neither trade counts nor ISINs. */
const required = ({ trades: _trades, isin: _isin, ...names }: Names): string[] => Object.values(names);

export const LAYOUTS: readonly Layout[] = [
  {
    name: 'legacy',
    columns: [...required(LEGACY), 'TIMESTAMP'],
    notCash: () => null,
    dated: 'TIMESTAMP',
    symbol: LEGACY.symbol,
    series: LEGACY.series,
    volume: LEGACY.volume,
    day: (cell) => dayOf(cell('TIMESTAMP')),
    row: (cell) => readRow(LEGACY, cell),
  },
  {
    name: 'UDiFF',
    columns: [...required(UDIFF), 'TradDt', 'Sgmt', 'Src', 'FinInstrmTp'],
    notCash: (cell) => {
      if (cell('Src') !== 'NSE') return 'is not a row of NSE';
      return cell('Sgmt') === 'CM' && cell('FinInstrmTp') === 'STK' ? null : 'is not a row of the cash market';
    },
    dated: 'TradDt',
    symbol: UDIFF.symbol,
    series: UDIFF.series,
    volume: UDIFF.volume,
    company: 'FinInstrmNm',
    day: (cell) => dayOf(cell('TradDt')),
    row: (cell) => readRow(UDIFF, cell),
  },
  {
    name: 'sec_bhavdata_full',
    columns: [...required(FULL), 'DATE1'],
    notCash: () => null,
    dated: 'DATE1',
    symbol: FULL.symbol,
    series: FULL.series,
    volume: FULL.volume,
    day: (cell) => dayOf(cell('DATE1')),
    row: (cell) => readRow(FULL, cell),
  },
];

/** Other files that the exchanges publish, by columns that no other has, and what they are. */
export const KNOWN_OTHERS: readonly { readonly columns: readonly string[]; readonly what: string }[] = [
  {
    columns: ['INSTRUMENT', 'EXPIRY_DT', 'STRIKE_PR', 'OPTION_TYP'],
    what: 'the F&O bhavcopy in the layout of before July 2024, which names neither lots nor prices of the underlying; the UDiFF file of the day has both',
  },
  { columns: ['SC_CODE', 'SC_NAME', 'SC_GROUP'], what: 'a bhavcopy of BSE, by scrip codes; prices here are those of NSE' },
  { columns: ['SECURITY', 'PREV_CL_PR', 'NET_TRDVAL'], what: 'the exchange’s PR file, a report without the last price; the day’s bhavcopy has it' },
];

/** `04-May-2026`, `04-MAY-2026`, `4-May-26` (as spreadsheets save it again) or `2026-05-04` as `2026-05-04`; `null` for anything that is no date of this calendar. */
export function dayOf(text: string): string | null {
  const named = /^(\d{1,2})-([A-Za-z]{3})-(?:20)?(\d{2})$/.exec(text);
  const day = named
    ? `20${named[3]}-${String(MONTHS.findIndex((month) => month.toUpperCase() === named[2]!.toUpperCase()) + 1).padStart(2, '0')}-${named[1]!.padStart(2, '0')}`
    : text;
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null;
  const date = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? day : null;
}

/** What is said of a cell that is no day: a spreadsheet writes dates anew, and then 04-05-2026 can be two days. */
export const noDay = (what: string, written: string): string =>
  written === '' ? `${what} is empty` : `${what} “${written.slice(0, 30)}” is not written as 04-May-2026 or 2026-05-04`;

/** Ways to write that there is none. */
const NO_ISIN = /^(?:-+|n\.?\/?a\.?|null|nil)$/i;

function readRow(names: Names, cell: Cell): EndOfDay | string {
  const symbol = cell(names.symbol);
  const series = cell(names.series);
  if (!/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(symbol)) return 'the symbol is not valid';
  if (!/^[A-Z0-9]{1,2}$/.test(series)) return 'the series is not valid';
  const isin = NO_ISIN.test(cell(names.isin)) ? '' : cell(names.isin);
  if (isin !== '' && !/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin)) return 'the ISIN is not valid';
  for (const name of [names.open, names.high, names.low, names.close, names.previous]) if (priceIn(cell(name)) === null) return `${name} is not a price`;
  const volume = figure(cell(names.volume));
  const turnover = figure(cell(names.turnover));
  const trades = cell(names.trades) === '' ? null : figure(cell(names.trades));
  if (volume === null || !Number.isSafeInteger(volume)) return `${names.volume} is not a whole number`;
  if (turnover === null || turnover >= 1e17) return `${names.turnover} is not an amount`;
  if (trades !== null && !Number.isSafeInteger(trades)) return `${names.trades} is not a whole number`;
  if (cell(names.trades) !== '' && trades === null) return `${names.trades} is not a whole number`;

  const [open, high, low, close, previous] = [names.open, names.high, names.low, names.close, names.previous].map((name) => priceIn(cell(name))) as [
    number,
    number,
    number,
    number,
    number,
  ];
  if (!(low <= open && open <= high)) return 'the open lies outside high and low';
  // T0 settles on the day itself at the main series' close, which its own few trades need not have touched.
  if (series !== 'T0' && !(low <= close && close <= high)) return 'the close lies outside high and low';
  const last = priceIn(cell(names.last)) ?? close;
  return { symbol, series, open, high, low, close, last, prev_close: previous, volume, turnover, trades, isin };
}

/** A number above zero with at most two decimals, below a thousand crore: what the table holds exactly. Null for anything else. */
export function priceIn(text: string): number | null {
  const value = figure(text);
  return value !== null && value > 0 && value < 1e10 && Math.abs(value * 100 - Math.round(value * 100)) < 1e-4 ? value : null;
}

/** `1463.10`; some files write round figures as `1e+05`. */
const PLAIN = /^\d+(\.\d+)?(e\+?\d{1,2})?$/i;
/** As a spreadsheet shows them: `1,463.10`, `146,310.00`, and in lakh and crore `1,46,310.00`. */
const GROUPED = /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})*,\d{3})(?:\.\d+)?$/;

/** A figure of zero or more. */
export function figure(text: string): number | null {
  if (PLAIN.test(text)) return Number(text);
  return GROUPED.test(text) ? Number(text.replaceAll(',', '')) : null;
}
