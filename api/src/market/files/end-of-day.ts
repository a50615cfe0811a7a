/** One row of an exchange file. Prices and turnover ₹, volume shares; `trades` is `null` where the file has no count. */
export interface EndOfDay {
  readonly symbol: string;
  readonly series: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly last: number;
  readonly prev_close: number;
  readonly volume: number;
  readonly turnover: number;
  readonly trades: number | null;
  readonly isin: string;
}
