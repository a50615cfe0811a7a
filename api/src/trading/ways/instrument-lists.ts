import { type LegTicket, ORDER_EXCHANGES } from '@vimarsh/shared/contract/trading/types.ts';
import { writeContract } from '@vimarsh/shared/domain/watchlists/codes.ts';
import { type BrokerInstrument, type InstrumentIds, instrumentIds } from '../brokers/instrument-ids.ts';

/** How a broker writes its list: CSV with a head. Null for a line that is no share and no option of ours. */
interface ListForm {
  readonly columns: readonly string[];
  read(cells: readonly string[]): BrokerInstrument | null;
}

const exchangeOf = (text: string): LegTicket['exchange'] | null => ORDER_EXCHANGES.find((each) => each === text) ?? null;
/** `26-Dec-2026`, `2026-12-26` or `2026-12-26 14:30:00` as a day; null: none of these. */
function dayOf(text: string): string | null {
  if (/^\d{4}-\d\d-\d\d/.test(text)) return text.slice(0, 10);
  const [, date, month = '', year] = /^(\d\d)-([A-Z]{3})-(\d{4})$/.exec(text.toUpperCase()) ?? [];
  const at = MONTHS.indexOf(month);
  return date && at >= 0 ? `${year}-${String(at + 1).padStart(2, '0')}-${date}` : null;
}
const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

interface ListedOption {
  readonly underlying: string;
  readonly type: string;
  readonly strike: string;
  readonly expiry: string;
}

function optionOf({ underlying, type, strike, expiry }: ListedOption): string | null {
  const day = dayOf(expiry);
  const at = Number(strike);
  return day && (type === 'CE' || type === 'PE') && at > 0 ? writeContract({ underlying, type, strike: at, expiry: day }) : null;
}

function lineOf(exchange: LegTicket['exchange'] | null, instrument: string | null, symbol: string, id: string): BrokerInstrument | null {
  return exchange && instrument && symbol ? { exchange, instrument, symbol, id } : null;
}

export const LIST_FORMS = {
  /** `GET /instruments`. https://kite.trade/docs/connect/v3/market-quotes/#instruments */
  kite: {
    columns: ['exchange_token', 'tradingsymbol', 'name', 'expiry', 'strike', 'instrument_type', 'exchange'],
    read([id = '', symbol = '', name = '', expiry = '', strike = '', type = '', exchange = '']) {
      const underlying = name.replaceAll('"', '');
      return lineOf(exchangeOf(exchange), type === 'EQ' ? symbol : optionOf({ underlying, type, strike, expiry }), symbol, id);
    },
  },
  /** `api-scrip-master.csv`. https://dhanhq.co/docs/v2/instruments/ */
  dhan: {
    columns: ['SEM_EXM_EXCH_ID', 'SEM_SEGMENT', 'SEM_SMST_SECURITY_ID', 'SEM_TRADING_SYMBOL', 'SEM_EXPIRY_DATE', 'SEM_STRIKE_PRICE', 'SEM_OPTION_TYPE'],
    read([market = '', segment = '', id = '', symbol = '', expiry = '', strike = '', type = '']) {
      if (segment === 'E') return lineOf(exchangeOf(market), symbol, symbol, id);
      if (segment !== 'D') return null;
      // `BAJAJ-AUTO-Dec2026-9000-CE`
      const underlying = symbol.split('-').slice(0, -3).join('-');
      return lineOf(market === 'NSE' ? 'NFO' : market === 'BSE' ? 'BFO' : null, optionOf({ underlying, type, strike, expiry }), symbol, id);
    },
  },
  /** `NSE_symbols.txt`, `NFO_symbols.txt`: those of shares have no columns for options. */
  noren: {
    columns: ['Exchange', 'Token', 'Symbol', 'TradingSymbol', 'Instrument', 'Expiry', 'OptionType', 'StrikePrice'],
    read([exchange = '', id = '', symbol = '', listed = '', instrument = '', expiry = '', type = '', strike = '']) {
      const of = exchangeOf(exchange);
      const share = instrument === 'EQ' || (of === 'BSE' && expiry === '');
      return lineOf(of, share ? symbol : optionOf({ underlying: symbol, type, strike, expiry }), listed, id);
    },
  },
} as const satisfies Record<string, ListForm>;
export type ListKind = keyof typeof LIST_FORMS;

/** Lines after which others get their turn: a list of a hundred thousand would hold up all requests. */
const LINES_AT_ONCE = 2_000;

/** Reads a list as its broker publishes it. Throws where a column is missing that shares need. */
export async function readBrokerList(kind: ListKind, text: string): Promise<BrokerInstrument[]> {
  const { columns, read }: ListForm = LIST_FORMS[kind];
  const lines = text.split('\n');
  const head = (lines[0] ?? '').trim().split(',');
  const at = columns.map((column) => head.indexOf(column));
  if (at.slice(0, 4).includes(-1)) throw new Error(`the list of ${kind} has other columns than those documented`);
  const found: BrokerInstrument[] = [];
  for (let line = 1; line < lines.length; line += 1) {
    const cells = lines[line]!.trim().split(',');
    const instrument = read(at.map((column) => cells[column] ?? ''));
    if (instrument) found.push(instrument);
    if (line % LINES_AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return found;
}

/** 40 MB: Dhan's list of all exchanges is some 30. */
const MOST_BYTES = 40 * 2 ** 20;
const PATIENCE_MS = 60_000;

/** A broker's names, from the lists at its addresses; until they are read, and where none names an instrument, nothing can be ordered. */
export class BrokerLists implements InstrumentIds {
  readonly #kind: ListKind;
  readonly #addresses: readonly string[];
  #ids: InstrumentIds = instrumentIds([]);

  constructor(kind: ListKind, addresses: readonly string[]) {
    this.#kind = kind;
    this.#addresses = addresses;
  }

  /** Reads the lists anew. Throws, and keeps those of before, where one can't be read. */
  async refresh(): Promise<void> {
    const lists: BrokerInstrument[][] = [];
    for (const address of this.#addresses) lists.push(await readBrokerList(this.#kind, await fetchText(address)));
    this.#ids = instrumentIds(lists.flat());
  }

  named(...asked: Parameters<InstrumentIds['named']>): BrokerInstrument | null {
    return this.#ids.named(...asked);
  }

  known(...asked: Parameters<InstrumentIds['known']>): BrokerInstrument | null {
    return this.#ids.known(...asked);
  }
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!response.ok) throw new Error(`status ${response.status}`);
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('it is too long');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
