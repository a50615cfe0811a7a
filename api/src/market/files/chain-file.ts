import * as z from 'zod/mini';
import type { SkippedRow } from './bhavcopy.ts';
import type { EndOfDayOption } from './derivatives-layout.ts';
import { refuseMany } from './reading/limits.ts';
import { Refusal, refuseUnread } from './refusal.ts';

/** A recorded option chain: JSON with one entry a strike. It carries no time of its own. */
export interface ChainFile {
  readonly layout: 'option chain';
  readonly symbol: string;
  readonly expiry: string;
  /** Options taken, and entries that can't be used. */
  readonly read: number;
  readonly rows: readonly EndOfDayOption[];
  readonly skipped: readonly SkippedRow[];
}

/** The publisher's names of the indices. */
const UNDERLYINGS: Readonly<Record<string, string>> = {
  'NSE_INDEX|Nifty 50': 'NIFTY',
  'NSE_INDEX|Nifty Bank': 'BANKNIFTY',
  'NSE_INDEX|Nifty Fin Service': 'FINNIFTY',
  'NSE_INDEX|NIFTY MID SELECT': 'MIDCPNIFTY',
  'BSE_INDEX|SENSEX': 'SENSEX',
};

const cents = z.refine<number>((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-4, 'has more than two decimals');
/** ₹, to whole paise. */
export const price = z.number().check(z.gte(0), z.lt(1e10), cents);
export const quantity = z.int().check(z.gte(0));
const side = z.object({
  market_data: z.object({ ltp: price, volume: quantity, oi: quantity, close_price: price, bid_price: price, ask_price: price, prev_oi: quantity }),
});
const entry = z.object({
  expiry: z.iso.date(),
  strike_price: price.check(z.positive()),
  underlying_key: z.string(),
  underlying_spot_price: price.check(z.positive()),
  call_options: z.optional(side),
  put_options: z.optional(side),
});
type Entry = z.output<typeof entry>;

/** Reads a recorded chain. Bad entries are skipped by number; a foreign or a mixed file throws Refusal. */
export function readChainFile(content: unknown): ChainFile {
  if (!Array.isArray(content) || content.length === 0) throw new Refusal('FOREIGN', 'This is not an option chain: a list of strikes is expected.');
  refuseMany(content);
  const rows: EndOfDayOption[] = [];
  const skipped: SkippedRow[] = [];
  const strikes = new Set<number>();
  let head: { symbol: string; expiry: string } | null = null;
  for (const [at, raw] of content.entries()) {
    const parsed = z.safeParse(entry, raw);
    if (!parsed.success) {
      skipped.push({ line: at + 1, reason: `${parsed.error.issues[0]!.path.join('.') || 'the entry'} is not valid` });
      continue;
    }
    const symbol = UNDERLYINGS[parsed.data.underlying_key];
    if (!symbol) throw new Refusal('FOREIGN', `The underlying ${parsed.data.underlying_key.slice(0, 40)} is not known here.`);
    if (head && (head.symbol !== symbol || head.expiry !== parsed.data.expiry)) throw new Refusal('MIXED', 'The file mixes underlyings or expiries.');
    head = { symbol, expiry: parsed.data.expiry };
    if (strikes.has(parsed.data.strike_price)) {
      skipped.push({ line: at + 1, reason: 'repeats a strike of an earlier entry' });
      continue;
    }
    strikes.add(parsed.data.strike_price);
    rows.push(...sidesOf(symbol, parsed.data));
  }
  if (!head || rows.length === 0) throw new Refusal('EMPTY', `No entry can be used; entry 1: ${skipped[0]?.reason ?? 'no calls and no puts'}.`);
  refuseUnread(skipped, content.length, ['entry', 'entries']);
  return { layout: 'option chain', ...head, read: rows.length + skipped.length, rows, skipped };
}

function sidesOf(symbol: string, { expiry, strike_price, underlying_spot_price, call_options, put_options }: Entry): EndOfDayOption[] {
  const some = (value: number): number | null => (value > 0 ? value : null);
  return (
    [
      ['CE', call_options],
      ['PE', put_options],
    ] as const
  ).flatMap(([type, given]) => {
    if (!given) return [];
    const { ltp, volume, oi, close_price, bid_price, ask_price, prev_oi } = given.market_data;
    return [
      {
        symbol,
        expiry,
        strike: strike_price,
        type,
        last: some(ltp),
        prev_close: some(close_price),
        bid: some(bid_price),
        ask: some(ask_price),
        volume,
        oi,
        prev_oi,
        underlying: underlying_spot_price,
        lot: null,
      },
    ];
  });
}
