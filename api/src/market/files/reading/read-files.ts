import { createHash } from 'node:crypto';
import { wordsOf } from '../../../platform/text/error-words.ts';
import { JsonBeyond, parseBounded } from '../../../platform/text/json-bounds.ts';
import { isCalendarCsv, isHolidayList } from '../../calendar/holiday-list.ts';
import { type InstrumentList, readSharesList } from '../../instruments/instrument-lists.ts';
import type { AdjustmentRow } from '../actions/adjustment-layout.ts';
import { type BanList, readBanFile } from '../ban-layout.ts';
import { type ActionList, type Bhavcopy, type Derivatives, readActionFile, readAdjustmentFile, readExchangeFile } from '../bhavcopy.ts';
import { type ChainFile, readChainFile } from '../chain-file.ts';
import { type IndexFile, readIndexFile } from '../indices/index-layout.ts';
import { isNseChain, type NseChain, readNseChain } from '../nse-chain.ts';
import { Refusal } from '../refusal.ts';
import { openFile, type Source } from '../sources.ts';
import { JSON_BOUNDS, JSON_TEXT, refuseLong, SHORT_LIST } from './limits.ts';

/** Contents of a file by its kind. Lists of days are short and read against the calendar in force, so their text is handed on. */
export type Content =
  | { readonly kind: 'calendar' | 'holidays'; readonly file: { readonly text: string } }
  | { readonly kind: 'bans'; readonly file: BanList }
  | { readonly kind: 'indices'; readonly file: IndexFile }
  | { readonly kind: 'adjustments'; readonly file: { readonly read: number; readonly rows: readonly AdjustmentRow[] } }
  | { readonly kind: 'instruments'; readonly file: InstrumentList }
  | { readonly kind: 'actions'; readonly file: ActionList }
  | { readonly kind: 'day'; readonly file: Bhavcopy | Derivatives }
  | { readonly kind: 'chain'; readonly file: ChainFile }
  | { readonly kind: 'NSE chain'; readonly file: NseChain };

/** A file with what it says; or why it says nothing that can be used; or that it is of another kind than those that are read here. */
export type ReadFile = (Content & { readonly name: string; readonly sha256: string }) | Exclude<Source, { readonly text: string }>;

/** Reads a file on disk, an archive as the files in it. Touches no database. Never throws: whatever happens is the file's own doing. */
export async function* readFiles(path: string): AsyncGenerator<ReadFile> {
  for await (const source of openFile(path)) yield 'text' in source ? readSource(source) : source;
}

function readSource({ name, text, bytes }: Extract<Source, { readonly text: string }>): ReadFile {
  try {
    return { name, sha256: createHash('sha256').update(bytes).digest('hex'), ...contentOf(text) };
  } catch (error) {
    if (error instanceof Refusal) return { name, code: error.code, refused: error.message };
    return { name, code: 'UNREADABLE', refused: `Reading it failed (${wordsOf(error)}).` };
  }
}

function contentOf(text: string): Content {
  if (/^\s*[[{]/.test(text)) return jsonContent(text);
  if (isCalendarCsv(text)) {
    refuseLong(text, SHORT_LIST);
    return { kind: 'calendar', file: { text } };
  }
  const bans = readBanFile(text);
  if (bans) return { kind: 'bans', file: bans };
  const indices = readIndexFile(text);
  if (indices) return { kind: 'indices', file: indices };
  const adjustments = readAdjustmentFile(text);
  if (adjustments) return { kind: 'adjustments', file: adjustments };
  const instruments = readSharesList(text);
  if (instruments) return { kind: 'instruments', file: instruments };
  const actions = readActionFile(text);
  return actions ? { kind: 'actions', file: actions } : { kind: 'day', file: readExchangeFile(text) };
}

function jsonContent(text: string): Content {
  refuseLong(text, JSON_TEXT);
  const content = wholeJson(text);
  if (isHolidayList(content)) {
    refuseLong(text, HOLIDAYS);
    return { kind: 'holidays', file: { text } };
  }
  return isNseChain(content) ? { kind: 'NSE chain', file: readNseChain(content) } : { kind: 'chain', file: readChainFile(content) };
}

/** The lists of all segments together have some 50 kB. */
const HOLIDAYS = { bytes: 2 ** 20, lines: 50_000 };

/** A JSON whole; throws Refusal where it is none, or more than any file of the exchange. */
export function wholeJson(text: string): unknown {
  try {
    return parseBounded(new TextEncoder().encode(text), JSON_BOUNDS);
  } catch (error) {
    if (error instanceof JsonBeyond) throw new Refusal('BROKEN', `${error.message.slice(0, -1)}: it is no file of the exchange.`);
    throw new Refusal('CUT_OFF', 'The file is cut off, or no JSON.');
  }
}
