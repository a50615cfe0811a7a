import { MONTHS } from '@vimarsh/shared/domain/text/months.ts';

/** Small exchange files for tests, in both layouts, written the way the exchange writes them. */

export interface SampleRow {
  readonly symbol: string;
  readonly series?: string;
  readonly o: number;
  readonly h: number;
  readonly l: number;
  readonly c: number;
  readonly prev: number;
  readonly volume?: number;
  readonly isin?: string;
  /** The company; the symbol and LIMITED by default. */
  readonly company?: string;
}

const LEGACY = ['SYMBOL', 'SERIES', 'OPEN', 'HIGH', 'LOW', 'CLOSE', 'LAST', 'PREVCLOSE', 'TOTTRDQTY', 'TOTTRDVAL', 'TIMESTAMP', 'TOTALTRADES', 'ISIN'];
const UDIFF =
  'TradDt,BizDt,Sgmt,Src,FinInstrmTp,FinInstrmId,ISIN,TckrSymb,SctySrs,XpryDt,FininstrmActlXpryDt,StrkPric,OptnTp,FinInstrmNm,OpnPric,HghPric,LwPric,ClsPric,LastPric,PrvsClsgPric,UndrlygPric,SttlmPric,OpnIntrst,ChngInOpnIntrst,TtlTradgVol,TtlTrfVal,TtlNbOfTxsExctd,SsnId,NewBrdLotQty,Rmks,Rsvd1,Rsvd2,Rsvd3,Rsvd4';

/** Unquoted legacy columns with the exchange's trailing comma; the date as 04-May-2026. */
export function legacyFile(day: string, rows: readonly SampleRow[]): string {
  const stamp = `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`;
  const lines = rows.map(({ symbol, series = 'EQ', o, h, l, c, prev, volume = 1000, isin = 'INE002A01018' }) =>
    [symbol, series, o, h, l, c, c, prev, volume, (c * volume).toFixed(2), stamp, 12, isin, ''].join(','),
  );
  return `${[[...LEGACY, ''].join(','), ...lines].join('\n')}\n`;
}

/** Quoted legacy columns with row numbers in front and an X column behind, turnover in ₹ lakh. */
export function quotedLegacyFile(day: string, rows: readonly SampleRow[]): string {
  const stamp = `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`;
  const lines = rows.map(
    ({ symbol, series = 'EQ', o, h, l, c, prev, volume = 1000 }, at) =>
      `"${at + 1}","${symbol}","${series}",${o},${h},${l},${c},${c},${prev},${volume},${((c * volume) / 1e5).toFixed(2)},"${stamp}",12,"",""`,
  );
  return `${[['', ...LEGACY, 'X'].map((name) => `"${name}"`).join(','), ...lines].join('\n')}\n`;
}

/** UDiFF columns with an ISO date. */
export function udiffFile(day: string, rows: readonly SampleRow[], { segment = 'CM', source = 'NSE', kind = 'STK' } = {}): string {
  const lines = rows.map(({ symbol, series = 'EQ', o, h, l, c, prev, volume = 1000, isin = 'INE002A01018', company = `${symbol} LIMITED` }, at) =>
    [
      day,
      day,
      segment,
      source,
      kind,
      at + 1,
      isin,
      symbol,
      series,
      '',
      '',
      '',
      '',
      company,
      o,
      h,
      l,
      c,
      c,
      prev,
      '',
      c,
      '',
      '',
      volume,
      (c * volume).toFixed(2),
      12,
      'F1',
      1,
      '',
      '',
      '',
      '',
      '',
    ].join(','),
  );
  return `${[UDIFF, ...lines].join('\r\n')}\r\n`;
}

/** The exchange's file with deliveries: a blank behind each comma, turnover in ₹ lakh, no ISINs. */
export function fullFile(day: string, rows: readonly SampleRow[]): string {
  const stamp = `${day.slice(8)}-${MONTHS[Number(day.slice(5, 7)) - 1]}-${day.slice(0, 4)}`;
  const head =
    'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER';
  const lines = rows.map(({ symbol, series = 'EQ', o, h, l, c, prev, volume = 1000 }) =>
    [
      symbol,
      series,
      stamp,
      prev,
      o,
      h,
      l,
      c,
      c,
      c,
      volume,
      ((c * volume) / 1e5).toFixed(2),
      12,
      series === 'EQ' ? volume : '-',
      series === 'EQ' ? 100 : '-',
    ].join(', '),
  );
  return `${[head, ...lines].join('\n')}\n`;
}

export interface SampleContract {
  readonly symbol: string;
  readonly kind: 'IDF' | 'IDO' | 'STF' | 'STO';
  readonly expiry: string;
  /** The day on which it really ends, where that is another. */
  readonly actual?: string;
  readonly strike?: number;
  readonly type?: 'CE' | 'PE';
  readonly c: number;
  readonly prev: number;
  readonly underlying: number;
  readonly oi: number;
  readonly change: number;
  readonly contracts: number;
  readonly lot: number;
}

/** UDiFF columns of the F&O segment. */
export function fnoFile(day: string, contracts: readonly SampleContract[]): string {
  const lines = contracts.map(
    ({ symbol, kind, expiry, actual = expiry, strike = '', type = '', c, prev, underlying, oi, change, contracts: traded, lot }, at) =>
      [
        day,
        day,
        'FO',
        'NSE',
        kind,
        at + 1,
        '',
        symbol,
        '',
        expiry,
        actual,
        strike,
        type,
        `${symbol}FO`,
        c,
        c,
        c,
        c,
        c,
        prev,
        underlying,
        c,
        oi,
        change,
        traded,
        0,
        1,
        'F1',
        lot,
        '',
        '',
        '',
        '',
        '',
      ].join(','),
  );
  return `${[UDIFF, ...lines].join('\r\n')}\r\n`;
}
