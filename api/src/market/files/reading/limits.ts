import type { JsonBounds } from '../../../platform/text/json-bounds.ts';
import { Refusal } from '../refusal.ts';

/** Limits of a text. Real files stay far below, and whatever is longer is refused before anything of it is taken apart. */
interface Limits {
  readonly bytes: number;
  readonly lines: number;
}

const MB = 2 ** 20;

/** Any text: the longest that is read here, the exchange's file of all securities, has some 10 MB. */
export const MOST_TEXT_BYTES = 64 * MB;
const ANY: Limits = { bytes: MOST_TEXT_BYTES, lines: 250_000 };
/** An option chain with all expiries has 2 MB. In JSON a line can be the whole file. */
export const JSON_TEXT: Limits = { bytes: 16 * MB, lines: 1_000_000 };
/** The same chain has some 6,000 lists and objects, and 20 values in each of its options. */
export const JSON_BOUNDS: JsonBounds = { bytes: JSON_TEXT.bytes, containers: 60_000, values: 600_000, depth: 16 };
/** Entries of an option chain, one for each strike and expiry: the widest have some 1,500. */
const MOST_STRIKES = 20_000;
/** A row of the widest list has under two thousand letters. */
const LINE_BYTES = 20_000;

/** Lists of a day's stocks or a year's holidays. */
export const SHORT_LIST: Limits = { bytes: MB / 4, lines: 1000 };
/** A day's indices: some 150 rows. */
export const INDEX_CLOSES: Limits = { bytes: 2 * MB, lines: 5000 };
/** A day's shares: some 3,500 rows, half a megabyte. */
export const SHARES: Limits = { bytes: 8 * MB, lines: 20_000 };
/** A day's futures and options: some 40,000 rows, 10 MB. */
export const CONTRACTS: Limits = { bytes: 40 * MB, lines: 200_000 };
/** Actions of many years. */
export const ACTIONS: Limits = { bytes: 16 * MB, lines: 100_000 };

const tooLong = ({ bytes }: Limits): string => `It is longer than ${bytes >= MB ? `${bytes / MB} MB` : `${bytes / 1024} kB`}, and no file of its kind is.`;
const tooManyLines = ({ lines }: Limits): string => `It has more than ${lines.toLocaleString('en-IN')} lines, and no file of its kind has.`;

const NEWLINE = 0x0a;
const JSON_BEGINS = /^\s*[[{]/;

/** Why bytes are not decoded as a text, in one sentence; null where they may be. Makes no copy and no list of lines. */
export function textDoubt(bytes: Uint8Array): string | null {
  if (bytes.length > ANY.bytes) return tooLong(ANY);
  if (JSON_BEGINS.test(new TextDecoder().decode(bytes.subarray(0, 200)))) return bytes.length > JSON_TEXT.bytes ? tooLong(JSON_TEXT) : null;
  let lines = 0;
  for (let at = 0; at < bytes.length; lines++) {
    const found = bytes.indexOf(NEWLINE, at);
    const end = found === -1 ? bytes.length : found;
    if (end - at > LINE_BYTES) return `Line ${lines + 1} is longer than ${LINE_BYTES.toLocaleString('en-IN')} letters: it is no file of the exchange.`;
    if (lines >= ANY.lines) return tooManyLines(ANY);
    at = end + 1;
  }
  return null;
}

/** Refuses a text of a known kind that is longer than any of its kind. */
export function refuseLong(text: string, limits: Limits): void {
  if (text.length > limits.bytes) throw new Refusal('BROKEN', tooLong(limits));
  let lines = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) if (++lines > limits.lines) throw new Refusal('BROKEN', tooManyLines(limits));
}

/** Refuses a chain of more entries than any has, before the first of them is read: each that can't be read costs a sentence. */
export function refuseMany(entries: unknown): void {
  if (Array.isArray(entries) && entries.length > MOST_STRIKES)
    throw new Refusal('BROKEN', `It has ${entries.length.toLocaleString('en-IN')} entries, and no option chain has so many.`);
}

/** Why a text that is longer than any is not even unpacked. */
export const LONG_TEXT = tooLong(ANY);

/** The first line of a text, without what ends it. */
export function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return (end === -1 ? text : text.slice(0, end)).replace(/\r$/, '');
}
