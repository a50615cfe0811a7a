import { parse } from 'csv-parse/sync';
import { LineFault, type LineInstrument } from '../price-line.ts';

/**
 * Kite Connect 3, “Market quotes and instruments”, section “Instruments”: a CSV with a head, made once a day. It names no ISIN, so a share is
 * found by its exchange’s symbol; series other than EQ stand behind a hyphen, as in `XYZ-BE`.
 */
export interface KiteInstrument {
  readonly token: number;
  readonly exchangeToken: string;
  readonly symbol: string;
  readonly type: string;
  readonly segment: string;
}

/** Names under which the list has the indices. */
const INDEX_NAMES: Readonly<Record<string, string>> = {
  NIFTY: 'NIFTY 50',
  BANKNIFTY: 'NIFTY BANK',
  FINNIFTY: 'NIFTY FIN SERVICE',
  MIDCPNIFTY: 'NIFTY MID SELECT',
  NIFTYNXT50: 'NIFTY NEXT 50',
  SENSEX: 'SENSEX',
  BANKEX: 'BANKEX',
};

/** Series in which a share may trade, the usual one first. */
const SERIES = ['', '-BE', '-BZ'];
const COLUMNS = ['instrument_token', 'exchange_token', 'tradingsymbol', 'instrument_type', 'segment'];

/** The list of an exchange. Throws LineFault where it has other columns. */
export function readInstruments(csv: string): KiteInstrument[] {
  const rows = csvRows(csv);
  const head = rows[0] ?? [];
  const at = COLUMNS.map((column) => head.indexOf(column));
  if (at.includes(-1)) throw new LineFault('Kite’s list of instruments has other columns than those documented.');
  const [token, exchangeToken, symbol, type, segment] = at as [number, number, number, number, number];
  return rows.slice(1).flatMap((row) => {
    const number = Number(row[token]);
    return Number.isSafeInteger(number) && number > 0 && number <= 0xffff_ffff
      ? [{ token: number, exchangeToken: row[exchangeToken]!, symbol: row[symbol]!, type: row[type]!, segment: row[segment]! }]
      : [];
  });
}

function csvRows(csv: string): string[][] {
  try {
    return parse(csv, { bom: true, trim: true, skip_empty_lines: true, max_record_size: 10_000 });
  } catch {
    throw new LineFault('Kite’s list of instruments can’t be read as CSV.');
  }
}

/** Tokens by our symbols; what the lists do not have is left out. */
export function tokensOf(ours: readonly LineInstrument[], instruments: readonly KiteInstrument[]): Map<string, number> {
  const shares = new Map<string, number>();
  const indices = new Map<string, number>();
  for (const { symbol, segment, type, token } of instruments) {
    if (segment === 'INDICES') indices.set(symbol, token);
    else if (segment === 'NSE' && type === 'EQ') shares.set(symbol, token);
  }
  const tokens = new Map<string, number>();
  for (const { symbol, tradedAs } of ours) {
    const index = indices.get(INDEX_NAMES[symbol] ?? symbol);
    const token = INDEX_NAMES[symbol] ? index : SERIES.map((series) => shares.get(tradedAs + series)).find((each) => each !== undefined);
    if (token !== undefined) tokens.set(symbol, token);
  }
  return tokens;
}
