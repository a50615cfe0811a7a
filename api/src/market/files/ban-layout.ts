import { isTradingDay, nextTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { dayOf, noDay } from './layouts.ts';
import { firstLine, refuseLong, SHORT_LIST } from './reading/limits.ts';
import { Refusal } from './refusal.ts';

/** The stocks whose contracts nobody may open a position in on one trading date, in the exchange's order; none is a list too. */
export interface BanList {
  readonly layout: 'F&O ban list';
  /** IST. */
  readonly day: string;
  readonly read: number;
  readonly symbols: readonly string[];
}

/** The first line up to the date: `Securities in Ban For Trade Date 25-NOV-2026:`. */
const HEADER = /^\s*"?securities in (?:the )?ban for (?:the )?trade date\b[\s:]*([^:,"\s]*)(.*)$/i;
/** Behind the date nothing, or that there is none: `: NIL`. */
const AFTER_DATE = /^[\s:",]*(nil|none|n\.?a\.?|no securit(?:y|ies))?[\s",.]*$/i;
/** A line that says that there is none, with or without a number before it: `NIL`, `1,NIL`. No share is called so. */
const NONE = /^"?(?:\d{1,3}"?,\s*"?)?(?:nil|none|n\.?a\.?|no securit(?:y|ies)|-+)"?[.,]*$/i;

/**
 * NSE's `fo_secban.csv`: the date in its first line, then `1,SYMBOL` lines; null where the first line is another's. A list with a line that
 * can't be read is refused whole: a stock that is left out of it would count as free.
 */
export function readBanFile(text: string): BanList | null {
  const dated = HEADER.exec(firstLine(text).replace(/^\uFEFF/, ''));
  if (!dated) return null;
  refuseLong(text, SHORT_LIST);
  const [, ...rest] = text.split(/\r?\n/);
  const day = dayOf(dated[1]!);
  if (day === null) throw new Refusal('BROKEN', `${noDay('Its date', dated[1]!)}.`);
  const after = AFTER_DATE.exec(dated[2]!);
  if (!after) throw new Refusal('BROKEN', `Its first line goes on behind the date: “${dated[2]!.trim().slice(0, 40)}”.`);
  const lines = rest.map((line, at) => ({ line: line.trim(), number: at + 2 })).filter(({ line }) => line !== '');
  const none = lines.filter(({ line }) => NONE.test(line));
  const namesNone = after[1] !== undefined || none.length > 0;
  if (namesNone && none.length === lines.length) return { layout: 'F&O ban list', day, read: 0, symbols: [] };
  if (namesNone) throw new Refusal('BROKEN', `It says that there is none, and line ${lines.find(({ line }) => !NONE.test(line))!.number} names one.`);
  const symbols: string[] = [];
  for (const { line, number } of lines) {
    const [, place, symbol] = /^"?(\d{1,3})"?,\s*"?([A-Z0-9][A-Z0-9&-]{0,19})"?,*$/.exec(line) ?? [];
    if (!place || !symbol) throw new Refusal('BROKEN', `Line ${number} is no number and symbol.`);
    if (Number(place) !== symbols.length + 1) throw new Refusal('CUT_OFF', `A line is missing: line ${number} is number ${place}, not ${symbols.length + 1}.`);
    if (symbols.includes(symbol)) throw new Refusal('BROKEN', `Line ${number} repeats ${symbol}.`);
    symbols.push(symbol);
  }
  // A last line without its end may have lost the end of its symbol.
  if (symbols.length > 0 && !/\n\s*$/.test(text)) throw new Refusal('CUT_OFF', 'The file is cut off: its last line has no end.');
  return { layout: 'F&O ban list', day, read: symbols.length, symbols };
}

/** Why a list is not believed; null if nothing speaks against it. It comes on the evening before its day, and no sooner. */
export function banDoubt({ day }: Pick<BanList, 'day'>, today: string): string | null {
  if (!isTradingDay(day)) return `The market was closed on ${day}.`;
  return day > nextTradingDay(today) ? `It is for ${day}, and no list is known so early.` : null;
}
