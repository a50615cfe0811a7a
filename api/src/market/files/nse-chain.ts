import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import * as z from 'zod/mini';
import { price, quantity } from './chain-file.ts';
import type { EndOfDayOption } from './derivatives-layout.ts';
import { dayOf } from './layouts.ts';
import { refuseMany } from './reading/limits.ts';
import { Refusal } from './refusal.ts';

/** An option chain as NSE's own site answers it. Its quantities are contracts: nothing in it says how many shares each is of. */
export interface NseChain {
  readonly layout: 'NSE option chain';
  readonly symbol: string;
  /** When the exchange says these prices stood. */
  readonly taken_at: Date;
  /** Expiries in it, in order. */
  readonly expiries: readonly string[];
  readonly read: number;
  /** `volume`, `oi` and `prev_oi` in contracts; `lot` null. */
  readonly rows: readonly EndOfDayOption[];
}

const symbol = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9&-]{0,19}$/));

const answer = z.object({
  records: z.object({
    timestamp: z.string().check(z.regex(/^\d{1,2}-[A-Za-z]{3}-\d{4} \d\d:\d\d:\d\d$/)),
    underlyingValue: price.check(z.positive()),
    expiryDates: z.array(z.string()),
    data: z.array(z.object({ strikePrice: price.check(z.positive()), CE: z.optional(z.unknown()), PE: z.optional(z.unknown()) })),
  }),
});

/** A contract that does not exist stands there with nothing in it. */
const absent = z.object({ identifier: z.null() });

/** The book's best prices have had two pairs of names. */
const side = z.object({
  strikePrice: price.check(z.positive()),
  expiryDate: z.string(),
  underlying: symbol,
  identifier: z.string().check(z.regex(/(CE|PE)\d+(\.\d+)?$/)),
  openInterest: quantity,
  changeinOpenInterest: z.int(),
  totalTradedVolume: quantity,
  lastPrice: price,
  change: z.number(),
  bidprice: z.optional(price),
  askPrice: z.optional(price),
  buyPrice1: z.optional(price),
  sellPrice1: z.optional(price),
});
type Side = z.output<typeof side>;

const TYPES = ['CE', 'PE'] as const;

/** Whether a JSON is meant to be NSE's answer: then it is that or refused. */
export const isNseChain = (content: unknown): boolean => typeof content === 'object' && content !== null && 'records' in content;

/** Reads NSE's answer whole or not at all: throws Refusal, naming the entry (from 1) that can't be. */
export function readNseChain(content: unknown): NseChain {
  const records = (content as { readonly records?: { readonly data?: unknown; readonly expiryDates?: unknown } | null }).records;
  for (const list of [records?.data, records?.expiryDates]) refuseMany(list);
  const parsed = z.safeParse(answer, content);
  if (!parsed.success) throw new Refusal('BROKEN', `${parsed.error.issues[0]!.path.map(shown).join('.')} is not valid.`);
  const { timestamp, underlyingValue, expiryDates, data } = parsed.data.records;
  const listed = new Set(expiryDates.map(expiryOf));
  const rows: EndOfDayOption[] = [];
  const contracts = new Set<string>();
  for (const [at, entry] of data.entries()) {
    for (const type of TYPES) {
      if (entry[type] === undefined || z.safeParse(absent, entry[type]).success) continue;
      const where = `Entry ${at + 1}, ${type}`;
      const row = rowOf(readSide(entry[type], where), type, underlyingValue, where);
      if (row.strike !== entry.strikePrice) throw new Refusal('BROKEN', `${where}: the strike is ${row.strike}, its entry’s ${entry.strikePrice}.`);
      if (!listed.has(row.expiry)) throw new Refusal('BROKEN', `${where}: the expiry ${row.expiry} is none of those that it lists.`);
      if (rows[0] && rows[0].symbol !== row.symbol) throw new Refusal('MIXED', `The file mixes underlyings: ${rows[0].symbol} and ${row.symbol}.`);
      const contract = `${row.expiry} ${row.strike} ${type}`;
      if (contracts.has(contract)) throw new Refusal('BROKEN', `${where} repeats a contract of an earlier entry.`);
      contracts.add(contract);
      rows.push(row);
    }
  }
  const [first] = rows;
  if (!first) throw new Refusal('EMPTY', 'There is no contract in it.');
  const expiries = [...new Set(rows.map(({ expiry }) => expiry))].toSorted();
  return { layout: 'NSE option chain', symbol: first.symbol, taken_at: instantOf(timestamp), expiries, read: rows.length, rows };
}

/** The same in shares, by the lot of each expiry. */
export const inShares = ({ rows }: NseChain, lotOf: (expiry: string) => number): EndOfDayOption[] =>
  rows.map((row) => {
    const lot = lotOf(row.expiry);
    return { ...row, lot, volume: row.volume * lot, oi: row.oi * lot, prev_oi: row.prev_oi * lot };
  });

function readSide(given: unknown, where: string): Side {
  const parsed = z.safeParse(side, given);
  if (!parsed.success) throw new Refusal('BROKEN', `${where}: ${parsed.error.issues[0]!.path.map(shown).join('.') || 'it'} is not valid.`);
  return parsed.data;
}

function rowOf(read: Side, type: (typeof TYPES)[number], underlying: number, where: string): EndOfDayOption {
  const { strikePrice, expiryDate, identifier, openInterest, changeinOpenInterest, totalTradedVolume, lastPrice, change } = read;
  const expiry = expiryOf(expiryDate);
  if (expiry === null) throw new Refusal('BROKEN', `${where}: expiryDate is not valid.`);
  if (/(CE|PE)[\d.]+$/.exec(identifier)![1] !== type) throw new Refusal('BROKEN', `${where}: it is of ${identifier}.`);
  const prev_oi = openInterest - changeinOpenInterest;
  if (prev_oi < 0) throw new Refusal('BROKEN', `${where}: the change of open interest is more than the open interest.`);
  return {
    symbol: read.underlying,
    expiry,
    strike: strikePrice,
    type,
    last: some(lastPrice),
    prev_close: some(Math.round((lastPrice - change) * 100) / 100),
    bid: some(read.bidprice ?? read.buyPrice1),
    ask: some(read.askPrice ?? read.sellPrice1),
    volume: totalTradedVolume,
    oi: openInterest,
    prev_oi,
    underlying,
    lot: null,
  };
}

const some = (value: number | undefined): number | null => (value !== undefined && value > 0 ? value : null);

/** `27-Jun-2024` or `27-06-2024` as `2024-06-27`. */
const expiryOf = (text: string): string | null => dayOf(text.replace(/^(\d\d)-(\d\d)-(\d{4})$/, '$3-$2-$1'));

function instantOf(timestamp: string): Date {
  const [date, time] = timestamp.split(' ') as [string, string];
  const day = dayOf(date);
  const instant = day === null ? null : istInstant(day, time);
  if (!instant || Number.isNaN(instant.getTime())) throw new Refusal('BROKEN', 'records.timestamp is not valid.');
  return instant;
}

/** Of a path in the file, what is short enough to be said; entries are counted from 1. */
const shown = (key: PropertyKey): string => (typeof key === 'number' ? String(key + 1) : String(key).slice(0, 40));
