import { sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Cell, dayOf, figure, priceIn } from './layouts.ts';

/** A future or option at one moment. Prices ₹ a share, quantities in shares; `type` FU is a future, its strike 0. */
export interface EndOfDayOption {
  readonly symbol: string;
  readonly expiry: string;
  readonly strike: number;
  readonly type: 'CE' | 'PE' | 'FU';
  readonly last: number | null;
  readonly prev_close: number | null;
  readonly bid: number | null;
  readonly ask: number | null;
  readonly volume: number;
  readonly oi: number;
  readonly prev_oi: number;
  readonly underlying: number;
  readonly lot: number | null;
}

const KINDS = ['IDF', 'IDO', 'STF', 'STO'];

/** F&O rows of a UDiFF bhavcopy. Open interest is in shares there, traded volume in contracts of the board lot. */
export const DERIVATIVES = {
  columns: [
    'TradDt',
    'Sgmt',
    'Src',
    'FinInstrmTp',
    'TckrSymb',
    'XpryDt',
    'StrkPric',
    'OptnTp',
    'ClsPric',
    'PrvsClsgPric',
    'UndrlygPric',
    'OpnIntrst',
    'ChngInOpnIntrst',
    'TtlTradgVol',
    'NewBrdLotQty',
  ],
  foreign(cell: Cell): string | null {
    if (cell('Src') !== 'NSE' && cell('Src') !== 'BSE') return 'is not a row of NSE or BSE';
    return cell('Sgmt') === 'FO' && KINDS.includes(cell('FinInstrmTp')) ? null : 'is not a row of futures and options';
  },
  dated: 'TradDt',
  day: (cell: Cell): string | null => dayOf(cell('TradDt')),
  row(cell: Cell): EndOfDayOption | string {
    const symbol = cell('TckrSymb');
    if (!/^[A-Z0-9][A-Z0-9&-]{0,19}$/.test(symbol)) return 'the symbol is not valid';
    const isFuture = cell('FinInstrmTp').endsWith('F');
    const type = isFuture ? 'FU' : cell('OptnTp');
    if (type !== 'CE' && type !== 'PE' && type !== 'FU') return 'OptnTp is neither CE nor PE';
    const day = dayOf(cell('TradDt'));
    // Where a holiday has come upon the expiry, the day on which the contract really ends stands beside it.
    const actual = cell('FininstrmActlXpryDt');
    const expiry = dayOf(actual === '' || actual === '-' ? cell('XpryDt') : actual);
    if (expiry === null || dayOf(cell('XpryDt')) === null) return `${expiry === null && actual !== '' ? 'FininstrmActlXpryDt' : 'XpryDt'} is not a date`;
    if (day !== null && expiry < day) return 'the contract expired before the trading date';
    const strike = isFuture ? 0 : priceIn(cell('StrkPric'));
    if (strike === null) return 'StrkPric is not a price';
    const underlying = priceIn(cell('UndrlygPric'));
    if (underlying === null) return 'UndrlygPric is not a price';
    const [volume, oi, lot] = [figure(cell('TtlTradgVol')), figure(cell('OpnIntrst')), figure(cell('NewBrdLotQty'))];
    const change = cell('ChngInOpnIntrst').startsWith('-') ? negative(cell('ChngInOpnIntrst')) : figure(cell('ChngInOpnIntrst'));
    for (const [name, value] of [
      ['TtlTradgVol', volume],
      ['OpnIntrst', oi],
      ['ChngInOpnIntrst', change],
      ['NewBrdLotQty', lot],
    ] as const)
      if (value === null || !Number.isSafeInteger(value)) return `${name} is not a whole number`;
    if (lot === 0) return 'NewBrdLotQty is not a lot';
    if (oi! - change! < 0) return 'the change of open interest is more than the open interest';
    return {
      symbol,
      expiry,
      strike,
      type,
      // A contract that did not trade has no price of that day.
      last: volume === 0 ? null : priceIn(cell('ClsPric')),
      prev_close: priceIn(cell('PrvsClsgPric')),
      bid: null,
      ask: null,
      volume: volume! * lot!,
      oi: oi!,
      prev_oi: oi! - change!,
      underlying,
      lot: lot!,
    };
  },
} as const;

function negative(text: string): number | null {
  const value = figure(text.slice(1));
  return value === null ? null : -value;
}

/** When an end-of-day file's prices stood: the close of options on that day. Null when nothing traded then. */
export const closeOf = (day: string): Date | null => sessionOf(day, true)?.optionsClose ?? null;
