import { isinDigit } from '@vimarsh/shared/domain/market/isin.ts';

/**
 * The instruments of the simulated exchange. Names are those of listed companies; prices, capitalisations and ISINs are
 * invented. What changes by circular (lots, status) is a dated row, never a constant.
 */
export type Sector =
  | 'Banks'
  | 'Financial Services'
  | 'IT'
  | 'Energy'
  | 'Power'
  | 'Auto'
  | 'Pharma'
  | 'FMCG'
  | 'Consumer'
  | 'Metals'
  | 'Capital Goods'
  | 'Cement'
  | 'Telecom & Realty';

export const SECTORS: readonly Sector[] = [
  'Banks',
  'Financial Services',
  'IT',
  'Energy',
  'Power',
  'Auto',
  'Pharma',
  'FMCG',
  'Consumer',
  'Metals',
  'Capital Goods',
  'Cement',
  'Telecom & Realty',
];

export interface Stock {
  readonly symbol: string;
  readonly name: string;
  readonly isin: string;
  readonly sector: Sector;
  readonly cap: 'large' | 'mid' | 'small';
  /** F&O lot; `null` when the stock has no futures and options. */
  readonly lot: number | null;
  /** Close at the demo's epoch, ₹. */
  readonly price: number;
  /** Market capitalisation at the epoch, ₹ crore. */
  readonly marketCap: number;
  /** Price band, % either side of the previous close. */
  readonly band: number;
}

export interface Index {
  readonly symbol: string;
  readonly name: string;
  readonly exchange: 'NSE' | 'BSE';
  /** Lots by the date they came into force. */
  readonly lots: readonly (readonly [from: string, lot: number])[];
  /** Level at the close of the demo's epoch. */
  readonly level: number;
  readonly holds: (stock: Stock) => boolean;
}

type Row = readonly [symbol: string, name: string, cap: 'L' | 'M' | 'S', lot: number | null, price: number, marketCapThousandCrore: number, band?: number];

const ROWS: Readonly<Record<Sector, readonly Row[]>> = {
  Banks: [
    ['HDFCBANK', 'HDFC Bank', 'L', 650, 812.5, 1248],
    ['ICICIBANK', 'ICICI Bank', 'L', 700, 1318, 941],
    ['SBIN', 'State Bank of India', 'L', 750, 986.4, 910],
    ['AXISBANK', 'Axis Bank', 'L', 625, 1274.3, 396],
    ['BANKBARODA', 'Bank of Baroda', 'L', 2925, 284.6, 147],
    ['INDUSINDBK', 'IndusInd Bank', 'M', 700, 868.2, 68],
    ['FEDERALBNK', 'The Federal Bank', 'M', 2500, 262.4, 64],
  ],
  'Financial Services': [
    ['BAJFINANCE', 'Bajaj Finance', 'L', 750, 968.5, 602],
    ['SHRIRAMFIN', 'Shriram Finance', 'L', 825, 884.1, 166],
    ['SBILIFE', 'SBI Life Insurance', 'L', 375, 1912, 192],
    ['MUTHOOTFIN', 'Muthoot Finance', 'M', 275, 3466, 139],
    ['CDSL', 'Central Depository Services', 'S', 475, 1326.4, 27.7],
  ],
  IT: [
    ['TCS', 'Tata Consultancy Services', 'L', 175, 2486, 899],
    ['INFY', 'Infosys', 'L', 400, 1264.2, 525],
    ['HCLTECH', 'HCL Technologies', 'L', 400, 1238.6, 336],
    ['WIPRO', 'Wipro', 'L', 3000, 106.42, 223],
    ['COFORGE', 'Coforge', 'M', 475, 1562.8, 52.3],
    ['MPHASIS', 'Mphasis', 'M', 275, 2412, 45.9],
    ['ECLERX', 'eClerx Services', 'S', null, 1684.5, 16.1, 20],
    ['ZENSARTECH', 'Zensar Technologies', 'S', null, 536.7, 12.2, 20],
  ],
  Energy: [
    ['RELIANCE', 'Reliance Industries', 'L', 500, 1412.6, 1911],
    ['ONGC', 'Oil and Natural Gas Corporation', 'L', 2250, 262.15, 330],
    ['COALINDIA', 'Coal India', 'L', 1350, 421.3, 260],
    ['GAIL', 'GAIL (India)', 'L', 3550, 171.86, 113],
  ],
  Power: [
    ['NTPC', 'NTPC', 'L', 1500, 358.25, 347],
    ['TATAPOWER', 'Tata Power Company', 'L', 1450, 404.7, 129],
    ['NHPC', 'NHPC', 'M', 6400, 82.64, 83],
  ],
  Auto: [
    ['MARUTI', 'Maruti Suzuki India', 'L', 50, 13846, 435],
    ['M&M', 'Mahindra & Mahindra', 'L', 200, 3318, 413],
    ['BAJAJ-AUTO', 'Bajaj Auto', 'L', 75, 9472, 265],
    ['BHARATFORG', 'Bharat Forge', 'M', 500, 1642.3, 78.5],
    ['CEATLTD', 'CEAT', 'S', null, 3428, 13.9, 20],
  ],
  Pharma: [
    ['SUNPHARMA', 'Sun Pharmaceutical Industries', 'L', 350, 1764.8, 423],
    ['CIPLA', 'Cipla', 'L', 425, 1488.2, 120],
    ['DRREDDY', 'Dr. Reddy’s Laboratories', 'L', 625, 1286.4, 107],
    ['DIVISLAB', 'Divi’s Laboratories', 'L', 100, 6424, 171],
    ['NATCOPHARM', 'Natco Pharma', 'S', null, 964.3, 17.3, 10],
  ],
  FMCG: [
    ['HINDUNILVR', 'Hindustan Unilever', 'L', 300, 2348, 552],
    ['ITC', 'ITC', 'L', 1600, 338.45, 424],
    ['BRITANNIA', 'Britannia Industries', 'L', 125, 5716, 138],
    ['DABUR', 'Dabur India', 'M', 1250, 498.35, 88.4],
    ['TRIVENI', 'Triveni Engineering & Industries', 'S', null, 388.2, 8.5, 5],
  ],
  Consumer: [
    ['TITAN', 'Titan Company', 'L', 175, 3954, 351],
    ['TRENT', 'Trent', 'L', 100, 4382, 156],
    ['ASIANPAINT', 'Asian Paints', 'L', 250, 2614, 251],
    ['VOLTAS', 'Voltas', 'M', 375, 1356.2, 44.9],
    ['VGUARD', 'V-Guard Industries', 'S', null, 341.6, 14.9, 20],
  ],
  Metals: [
    ['TATASTEEL', 'Tata Steel', 'L', 2750, 201.36, 251],
    ['JSWSTEEL', 'JSW Steel', 'L', 675, 1248.4, 305],
    ['NATIONALUM', 'National Aluminium Company', 'M', 1875, 372.15, 68.3],
  ],
  'Capital Goods': [
    ['LT', 'Larsen & Toubro', 'L', 175, 4106, 565],
    ['HAL', 'Hindustan Aeronautics', 'L', 150, 4562, 305],
    ['SIEMENS', 'Siemens', 'L', 125, 3518, 125],
    ['CUMMINSIND', 'Cummins India', 'M', 200, 5284, 146],
    ['KEC', 'KEC International', 'S', null, 618.4, 16.5, 20],
    ['RITES', 'RITES', 'S', null, 226.38, 10.9, 10],
  ],
  Cement: [
    ['ULTRACEMCO', 'UltraTech Cement', 'L', 50, 12264, 361],
    ['DALBHARAT', 'Dalmia Bharat', 'M', 325, 1938.5, 36.4],
  ],
  'Telecom & Realty': [
    ['BHARTIARTL', 'Bharti Airtel', 'L', 475, 1892.7, 1134],
    ['DLF', 'DLF', 'L', 950, 662.4, 164],
  ],
};

const CAPS = { L: 'large', M: 'mid', S: 'small' } as const;

/** Invented ISINs of valid form: `INE9` + number + `A0101` + check digit. */
function demoIsin(number: number): string {
  const body = `INE9${String(number).padStart(2, '0')}A0101`;
  return `${body}${isinDigit(body)}`;
}

export const STOCKS: readonly Stock[] = SECTORS.flatMap((sector) => ROWS[sector].map((row) => ({ sector, row }))).map(
  ({ sector, row: [symbol, name, cap, lot, price, marketCap, band] }, at) => ({
    symbol,
    name,
    isin: demoIsin(at + 1),
    sector,
    cap: CAPS[cap],
    lot,
    price,
    marketCap: marketCap * 1000,
    band: band ?? 10,
  }),
);

const sensex = new Set(
  STOCKS.filter((stock) => stock.cap === 'large')
    .toSorted((a, b) => b.marketCap - a.marketCap)
    .slice(0, 30)
    .map((stock) => stock.symbol),
);

export const INDICES: readonly Index[] = [
  {
    symbol: 'NIFTY',
    name: 'NIFTY 50',
    exchange: 'NSE',
    lots: [
      ['2024-11-20', 75],
      ['2025-12-31', 65],
    ],
    level: 24_018.4,
    holds: (stock) => stock.cap === 'large',
  },
  {
    symbol: 'BANKNIFTY',
    name: 'NIFTY Bank',
    exchange: 'NSE',
    lots: [
      ['2024-11-20', 35],
      ['2025-12-31', 30],
    ],
    level: 56_042.25,
    holds: (stock) => stock.sector === 'Banks',
  },
  {
    symbol: 'FINNIFTY',
    name: 'NIFTY Financial Services',
    exchange: 'NSE',
    lots: [
      ['2024-11-20', 65],
      ['2025-12-31', 60],
    ],
    level: 26_364.1,
    holds: (stock) => stock.sector === 'Banks' || stock.sector === 'Financial Services',
  },
  {
    symbol: 'MIDCPNIFTY',
    name: 'NIFTY Midcap Select',
    exchange: 'NSE',
    lots: [
      ['2024-11-20', 140],
      ['2025-12-31', 120],
    ],
    level: 13_208.75,
    holds: (stock) => stock.cap === 'mid',
  },
  { symbol: 'SENSEX', name: 'BSE SENSEX', exchange: 'BSE', lots: [['2024-11-20', 20]], level: 74_516.8, holds: (stock) => sensex.has(stock.symbol) },
];

/** Status changes by date; a stock without a row is active. */
export const STATUSES: readonly { readonly symbol: string; readonly from: string; readonly status: 'active' | 'suspended' | 'ban' | 'delisted' }[] = [
  { symbol: 'TRIVENI', from: '2026-10-26', status: 'suspended' },
];

/** Status of a symbol on an IST date. */
export function statusOn(symbol: string, day: string): 'active' | 'suspended' | 'ban' | 'delisted' {
  return STATUSES.findLast((row) => row.symbol === symbol && row.from <= day)?.status ?? 'active';
}

/** Shares to a lot of a symbol's contracts on an IST date; null where it has none, or no row says it: a lot before the first row is not known. */
export function lotOn(symbol: string, day: string): number | null {
  const index = INDICES.find((one) => one.symbol === symbol);
  if (index) return index.lots.findLast(([from]) => from <= day)?.[1] ?? null;
  return STOCKS.find((stock) => stock.symbol === symbol)?.lot ?? null;
}

/** The same on the simulated exchange, on which an index has its first lot from the beginning. */
export function simulatedLotOn(symbol: string, day: string): number | null {
  const [first] = INDICES.find((one) => one.symbol === symbol)?.lots ?? [];
  return lotOn(symbol, day) ?? first?.[1] ?? null;
}
