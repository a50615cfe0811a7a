import { basename } from 'node:path';
import { addDays, declaredCalendar, istDay, nextTradingDay, previousTradingDay, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { CalendarStore, type DrawnPrices } from '../calendar/calendar.store.ts';
import { declarationText } from '../calendar/calendar-rows.ts';
import { CalendarRefusal } from '../calendar/calendar-rules.ts';
import { type CalendarFile, readCalendarCsv, readHolidayList } from '../calendar/holiday-list.ts';
import type { OtherName } from '../feed/port.ts';
import { BASE_NAMES } from '../instruments/base-names.ts';
import { CompanyNames } from '../instruments/company-names.store.ts';
import { ImportedInstruments, type StoredList } from '../instruments/imported-instruments.store.ts';
import { capOfIndex } from '../instruments/industries.ts';
import type { InstrumentList } from '../instruments/instrument-lists.ts';
import { STOCKS } from '../instruments/listed.ts';
import type { ActionRow } from './actions/actions-layout.ts';
import type { AdjustmentRow } from './actions/adjustment-layout.ts';
import { ImportedActions } from './actions/imported-actions.store.ts';
import { type BanList, banDoubt } from './ban-layout.ts';
import type { ActionList, Bhavcopy, Derivatives, SkippedRow } from './bhavcopy.ts';
import type { ChainFile } from './chain-file.ts';
import { closeOf, type EndOfDayOption } from './derivatives-layout.ts';
import { dateDoubt, doubtAbout, eraDoubt, layoutDoubt, nameDoubt } from './doubts.ts';
import { type Contradicted, FilesFeed, type Repeated } from './files-feed.ts';
import { ImportedBans } from './imported-bans.store.ts';
import { ImportedDays, type OtherIsinRow, type Place, type Stored } from './imported-days.store.ts';
import { ImportedOptions } from './imported-options.store.ts';
import { ImportedIndices } from './indices/imported-indices.store.ts';
import { type IndexFile, indexDoubt } from './indices/index-layout.ts';
import { dayOf } from './layouts.ts';
import { inShares, type NseChain } from './nse-chain.ts';
import { type ReadFile, readFiles, wholeJson } from './reading/read-files.ts';
import { type FileChange, Refusal, type RefusalCode } from './refusal.ts';
import { findFiles } from './sources.ts';

/** An imported file. `read` = `stored` + `corrected` + `unchanged` + skipped rows. */
export interface TakenFile extends Stored {
  readonly name: string;
  readonly day: string;
  readonly layout:
    | Bhavcopy['layout']
    | Derivatives['layout']
    | ChainFile['layout']
    | NseChain['layout']
    | ActionList['layout']
    | BanList['layout']
    | IndexFile['layout']
    | CalendarFile['layout']
    | InstrumentList['layout']
    | 'adjustments';
  readonly read: number;
  readonly skipped: readonly SkippedRow[];
  /** What a list of corporate actions says, in its order. */
  readonly actions?: readonly ActionRow[];
  /** The exchange's own adjustments of ex-dates, in its order. */
  readonly adjustments?: readonly AdjustmentRow[];
  /** What a ban list names, in its order. */
  readonly bans?: readonly string[];
  /** Changes that a list of instruments made to the listing. */
  readonly instruments?: Pick<StoredList, 'listed' | 'underIsin' | 'gone'>;
  /** Banned symbols that are not listed here. */
  readonly unknown?: readonly string[];
  /** Contracts of an option chain of which neither a contract on file nor `--lot` says the lot: `NIFTY 2024-06-27`. */
  readonly withoutLot?: string;
  /** New declarations of a list of holidays, and what it leaves to the operator. */
  readonly declared?: readonly string[];
}

export interface RefusedFile {
  readonly name: string;
  readonly code: RefusalCode;
  /** Why, in one sentence. */
  readonly refused: string;
  /** Of WOULD_CORRECT: what it would change. */
  readonly changes: readonly FileChange[];
}

export type FileReport = TakenFile | RefusedFile;

export const isRefused = (file: FileReport): file is RefusedFile => 'refused' in file;

export interface ImportReport {
  readonly files: readonly FileReport[];
  /** Files in archives and folders that are of another kind than those that are read here. */
  readonly passedOver: readonly string[];
  /** Trading days between the first and the last on file of which there is no file: nothing is known of them. */
  readonly missing: readonly string[];
  /** Shares that go on under another symbol, as the files on file tell. */
  readonly renamed: readonly OtherName[];
  /** Rows of these files that have a share's symbol under an ISIN that no list explains: they count for nothing. */
  readonly otherIsins: readonly OtherIsinRow[];
  /** Actions on file that the next open says did not happen: they divide nothing, and open calls wait for two people. */
  readonly contradicted: readonly Contradicted[];
  /** Those that stand on several days, and no open says on which it was: they divide nothing either. */
  readonly repeated: readonly Repeated[];
}

/** Where files go. */
export interface ImportStores {
  readonly days: ImportedDays;
  readonly options: ImportedOptions;
  readonly actions: ImportedActions;
  readonly bans: ImportedBans;
  readonly indices: ImportedIndices;
  readonly calendar: CalendarStore;
  readonly instruments: ImportedInstruments;
  readonly companies: CompanyNames;
}

export const storesIn = (place: Place): ImportStores => ({
  days: new ImportedDays(place),
  options: new ImportedOptions(place),
  actions: new ImportedActions(place),
  bans: new ImportedBans(place),
  indices: new ImportedIndices(place),
  calendar: new CalendarStore(place),
  instruments: new ImportedInstruments(place, BASE_NAMES),
  companies: new CompanyNames(place),
});

export interface ImportOptions {
  readonly onProgress?: OnProgress;
  /** When recorded option chains were taken: they carry no time. */
  readonly taken?: Date | undefined;
  /** Shares of a contract, for option chains: without it, what is on file of each contract. */
  readonly lot?: number | undefined;
  /** The IST day that lists of instruments are of, where their name has none. */
  readonly asOf?: string | undefined;
  /** Whether rows on file may get other figures. */
  readonly mayCorrect?: boolean | undefined;
  /** Whether lists of corporate actions name every action of their days. */
  readonly complete?: boolean | undefined;
  /** By the wall clock: no file comes from the future. */
  readonly now?: Date;
  /** How far a simulated exchange has drawn prices: no list of holidays changes the days until then. */
  readonly drawn?: DrawnPrices;
  /** How a file is read: here, or in a thread of its own. */
  readonly read?: (path: string) => AsyncIterable<ReadFile>;
}

/** Progress of an import: `done` of `total` files on disk. */
export type OnProgress = (done: number, total: number, file: FileReport) => void;

/** Imports exchange files one by one, each in its own transaction. A refused file leaves nothing behind and does not stop the others. */
export async function importFiles(stores: ImportStores, paths: readonly string[], options: ImportOptions = {}): Promise<ImportReport> {
  const { onProgress = () => {}, read = readFiles } = options;
  await stores.calendar.use();
  const { files: foundFiles, others } = await findFiles(paths);
  const passedOver = others.map((path) => basename(path));
  const files: FileReport[] = [];
  for (const [at, path] of foundFiles.entries()) {
    for await (const source of read(path)) {
      if ('passedOver' in source) {
        passedOver.push(source.name);
        continue;
      }
      const report = await take(stores, source, options);
      files.push(report);
      onProgress(at + 1, foundFiles.length, report);
    }
  }
  const { listed, ...told } = await toldBy(stores, files);
  return { files: files.map((file) => knownByName(file, told.renamed, listed)), passedOver, missing: missingFrom(await stores.days.days()), ...told };
}

/** A ban list names a share as the exchange calls it on its day. */
function knownByName(file: FileReport, renamed: readonly OtherName[], listed: ReadonlySet<string>): FileReport {
  if (isRefused(file) || !file.unknown) return file;
  return { ...file, unknown: file.unknown.filter((symbol) => !listed.has(symbol) && !renamed.some(({ name, from }) => name === symbol && from <= file.day)) };
}

/** What only all files together say; nothing is read again where no file was taken. */
type Told = Pick<ImportReport, 'renamed' | 'otherIsins' | 'contradicted' | 'repeated'> & { readonly listed: ReadonlySet<string> };

async function toldBy(stores: ImportStores, files: readonly FileReport[]): Promise<Told> {
  if (files.every(isRefused)) return { renamed: [], otherIsins: [], contradicted: [], repeated: [], listed: new Set() };
  const feed = new FilesFeed(stores, [...LISTED]);
  await feed.refresh();
  const listed = new Set(feed.listed(istDay(new Date())).map(({ symbol }) => symbol));
  const days = new Set(files.flatMap((file) => (isRefused(file) ? [] : [file.day])));
  return {
    renamed: feed.otherNames().filter(({ from }) => from !== ''),
    otherIsins: feed.otherIsins().filter(({ day }) => days.has(day)),
    listed,
    contradicted: feed.contradicted(),
    repeated: feed.repeated(),
  };
}

function missingFrom(onFile: readonly string[]): string[] {
  const present = new Set(onFile);
  return onFile.length === 0 ? [] : tradingDays(onFile[0]!, onFile.at(-1)!).filter((day) => !present.has(day));
}

async function take(stores: ImportStores, source: Exclude<ReadFile, { passedOver: true }>, options: ImportOptions): Promise<FileReport> {
  const { name } = source;
  if ('refused' in source) return { changes: [], ...source };
  try {
    refuseOn(doubtOfDays(source, options));
    return { name, ...(await takeContent(stores, source, options)) };
  } catch (error) {
    if (isDataFault(error)) return { name, code: 'IMPLAUSIBLE', refused: `What it says can’t be stored (${error.message}).`, changes: [] };
    if (!(error instanceof Refusal)) throw error;
    return { name, code: error.code, refused: error.message, changes: error.changes };
  }
}

/** PostgreSQL's class of errors by the data itself, such as a day or a figure out of range: another try ends the same. */
const DATA_FAULT = /^22/;
const isDataFault = (error: unknown): error is Error => error instanceof Error && DATA_FAULT.test(String((error as { code?: unknown }).code));

/** How far ahead days are known: a ban list for the next session, actions for some months, contracts for five years. */
const AHEAD = { bans: 31, actions: 400, contracts: 6 * 366 } as const;

/** Every day that a file is of or names stands within the exchange's records, before any of it reaches the database. */
function doubtOfDays(source: Readable, { now = new Date(), taken, asOf }: ImportOptions): string | null {
  const today = istDay(now);
  switch (source.kind) {
    case 'day': {
      const { file } = source;
      const expiries = file.layout === 'UDiFF F&O' ? file.rows.map(({ expiry }) => expiry) : [];
      return eraDoubt([file.day], today) ?? layoutDoubt(file.layout, file.day) ?? eraDoubt(expiries, addDays(today, AHEAD.contracts));
    }
    case 'indices':
      return eraDoubt([source.file.day], today) ?? layoutDoubt(source.file.layout, source.file.day);
    case 'bans':
      return eraDoubt([source.file.day], addDays(today, AHEAD.bans));
    case 'actions':
    case 'adjustments':
      return eraDoubt(
        source.file.rows.map(({ day }) => day),
        addDays(today, AHEAD.actions),
      );
    case 'instruments':
      return eraDoubt(asOf === undefined ? [] : [asOf], addDays(today, AHEAD.bans));
    case 'chain':
      return eraDoubt(taken ? [istDay(taken), source.file.expiry] : [source.file.expiry], addDays(today, AHEAD.contracts));
    case 'NSE chain':
      return eraDoubt([istDay(source.file.taken_at), ...source.file.expiries], addDays(today, AHEAD.contracts));
    // Their days are looked at once they are read.
    case 'calendar':
    case 'holidays':
      return null;
  }
}

type Taken = Omit<TakenFile, 'name'>;
type Readable = Extract<ReadFile, { sha256: string }>;

async function takeContent(stores: ImportStores, source: Readable, options: ImportOptions): Promise<Taken> {
  switch (source.kind) {
    case 'calendar':
      return takeCalendar(stores, source, readCalendarCsv(source.file.text), options);
    case 'holidays':
      return takeCalendar(stores, source, readHolidayList(wholeJson(source.file.text) as Record<string, unknown>), options);
    case 'bans':
      return takeBans(stores, source, source.file, options);
    case 'indices':
      return takeIndices(stores, source, source.file, options);
    case 'adjustments': {
      const { rows, read } = source.file;
      const stored = await stores.actions.storeAdjustments({ file_name: source.name, sha256: source.sha256, rows }, options.mayCorrect);
      return { day: firstDay(rows), layout: 'adjustments', read, skipped: [], adjustments: rows, ...stored };
    }
    case 'instruments':
      return takeInstruments(stores, source, source.file, options);
    case 'actions':
      return takeActions(stores, source, source.file, options);
    case 'day':
      return takeDay(stores, source, source.file, options);
    case 'chain':
      return takeChain(stores, source, source.file, options);
    case 'NSE chain':
      return takeNseChain(stores, source, source.file, options);
  }
}

const firstDay = (rows: readonly { readonly day: string }[]): string => rows.map(({ day }) => day).toSorted()[0]!;

async function takeActions({ actions }: ImportStores, { name, sha256 }: Readable, list: ActionList, options: ImportOptions): Promise<Taken> {
  const { layout, read, rows, skipped, unread } = list;
  const { mayCorrect, complete = false } = options;
  if (complete && unread[0])
    throw new Refusal('BROKEN', `Line ${unread[0].line} can’t be read (${unread[0].reason}), so it does not name every action: import it without --complete.`);
  return { day: firstDay(rows), layout, read, skipped, actions: rows, ...(await actions.store({ file_name: name, sha256, complete, rows }, mayCorrect)) };
}

/** Days that are known already are no rows: the same list twice changes nothing. The files behind it are read by the calendar it makes. */
async function takeCalendar(
  { calendar }: ImportStores,
  { name, sha256 }: Readable,
  { layout, day, read, added, remarks }: CalendarFile,
  { drawn = null, now = new Date() }: ImportOptions,
): Promise<Taken> {
  const named = [day, ...added.map(({ says }) => says.day)];
  // Lists come up to a year before the year that they are of.
  refuseOn(eraDoubt(named, `${Number(istDay(now).slice(0, 4)) + 2}-12-31`));
  const known = new Set(declaredCalendar().years);
  const fresh = added.filter(({ says }) => says.kind !== 'year' || !known.has(says.day.slice(0, 4)));
  try {
    if (fresh.length > 0) await calendar.addEach(fresh, { file: { name, sha256 }, entered_by: null }, drawn);
  } catch (error) {
    if (!(error instanceof CalendarRefusal)) throw error;
    throw new Refusal('IMPLAUSIBLE', error.message);
  }
  await calendar.use();
  const days = fresh.filter(({ says }) => says.kind !== 'year');
  const declared = [...days.map(({ says, reason }) => `${declarationText(says)} (${reason})`), ...remarks];
  return { day, layout, read, skipped: [], stored: days.length, corrected: 0, unchanged: read - days.length, changes: [], declared };
}

/** `EQUITY_L_28112026.csv`, `NSE_CM_security_28112026.csv`, `sec_list_2026-11-28.csv`. */
const DAY_FIRST = /(?<!\d)(\d\d)[-_]?(\d\d)[-_]?(20\d\d)(?!\d)/;
const YEAR_FIRST = /(?<!\d)(20\d\d)[-_]?(\d\d)[-_]?(\d\d)(?!\d)/;

/** The day in a file's name; null where there is none. */
function dayInName(name: string): string | null {
  const [, day, month, year] = DAY_FIRST.exec(name) ?? [];
  const [, first, second, third] = YEAR_FIRST.exec(name) ?? [];
  return [`${year}-${month}-${day}`, `${first}-${second}-${third}`].find((one) => dayOf(one) !== null) ?? null;
}

/** A list that says no day is of the day on which it is taken in. */
async function takeInstruments(
  stores: ImportStores,
  { name, sha256 }: Readable,
  list: InstrumentList,
  { mayCorrect, asOf, now = new Date() }: ImportOptions,
): Promise<Taken> {
  const today = istDay(now);
  const day = dayInName(name) ?? asOf ?? today;
  if (day > nextTradingDay(today)) throw new Refusal('IMPLAUSIBLE', `It is of ${day}, which is to come.`);
  const cap = list.layout === 'index list' ? capOfIndex(name) : null;
  const { listed, underIsin, gone, ...stored } = await stores.instruments.store({ file_name: name, sha256, day, list, cap }, mayCorrect);
  // A row of lots has one for each month.
  const read = list.layout === 'contract lots' ? list.rows.length + list.skipped.length : list.read;
  return { day, layout: list.layout, read, skipped: list.skipped, instruments: { listed, underIsin, gone }, ...stored };
}

const LISTED = new Set(STOCKS.map(({ symbol }) => symbol));

/** Stocks that are not listed here stay in the list and are told: their calls can't be, and a misspelt one would go free unseen. */
async function takeBans(stores: ImportStores, { name, sha256 }: Readable, list: BanList, { mayCorrect, now = new Date() }: ImportOptions): Promise<Taken> {
  const { layout, day, read, symbols } = list;
  refuseOn(banDoubt(list, istDay(now)) ?? nameDoubt({ name, day }));
  const stored = await stores.bans.store({ day, file_name: name, sha256, symbols }, mayCorrect);
  return { day, layout, read, skipped: [], bans: symbols, unknown: symbols.filter((symbol) => !LISTED.has(symbol)), ...stored };
}

async function takeIndices(
  { indices }: ImportStores,
  { name, sha256 }: Readable,
  file: IndexFile,
  { mayCorrect, now = new Date() }: ImportOptions,
): Promise<Taken> {
  const { layout, day, read, rows, skipped } = file;
  refuseOn(dateDoubt({ name, day }, istDay(now)) ?? indexDoubt(file, await indices.closes(previousTradingDay(day))));
  return { day, layout, read, skipped, ...(await indices.store({ day, file_name: name, sha256, rows }, mayCorrect)) };
}

async function takeDay(
  { days, options, companies }: ImportStores,
  { name, sha256 }: Readable,
  file: Bhavcopy | Derivatives,
  { mayCorrect, now = new Date() }: ImportOptions,
): Promise<Taken> {
  const { layout, day, read, skipped } = file;
  const today = istDay(now);
  if (file.layout !== 'UDiFF F&O') {
    refuseOn(doubtAbout({ name, day, rows: file.rows }, today, await days.around(day)));
    const stored = await days.store({ day, layout, file_name: name, sha256, rows: file.rows }, mayCorrect);
    await companies.store({ day, file_name: name, sha256, companies: file.companies });
    return { day, layout, read, skipped, ...stored };
  }
  refuseOn(dateDoubt({ name, day }, today));
  const taken_at = closeOf(day);
  if (!taken_at) throw new Refusal('IMPLAUSIBLE', `The market was closed on ${day}.`);
  return {
    day,
    layout,
    read,
    skipped,
    ...(await options.store({ taken_at, layout, quality: 'end of day', file_name: name, sha256, rows: file.rows }, mayCorrect)),
  };
}

function refuseOn(doubt: string | null): void {
  if (doubt !== null) throw new Refusal('IMPLAUSIBLE', doubt);
}

async function takeChain(stores: ImportStores, { name, sha256 }: Readable, chain: ChainFile, options: ImportOptions): Promise<Taken> {
  const { layout, symbol, expiry, rows, read, skipped } = chain;
  const { taken: taken_at, mayCorrect } = options;
  if (!taken_at) throw new Refusal('NEEDS_TIME', 'An option chain carries no time: say when it was taken with --taken 2024-06-26T15:30 (IST).');
  const day = dayOfChain(taken_at, expiry, options);
  const lot = (await lotsFor(stores, { symbol, taken_at, expiries: [expiry] }, options)).get(expiry) ?? null;
  const withLot = rows.map((row) => ({ ...row, lot }));
  const stored = await stores.options.store({ taken_at, layout, quality: 'quotes', file_name: name, sha256, rows: withLot }, mayCorrect);
  return { day, layout, read, skipped, ...(lot === null && { withoutLot: `${symbol} ${expiry}` }), ...stored };
}

async function takeNseChain(stores: ImportStores, { name, sha256 }: Readable, chain: NseChain, options: ImportOptions): Promise<Taken> {
  const { layout, taken_at, read, expiries } = chain;
  const { now = new Date(), mayCorrect } = options;
  const day = dayOfChain(taken_at, expiries[0]!, options);
  refuseOn(dateDoubt({ name, day }, istDay(now)));
  const rows = await withLots(stores, chain, options);
  const stored = await stores.options.store({ taken_at, layout, quality: 'quotes', file_name: name, sha256, rows }, mayCorrect);
  return { day, layout, read, skipped: [], ...stored };
}

/** The IST day of a chain that was taken at an instant and begins with an expiry. */
function dayOfChain(taken_at: Date, expiry: string, { now = new Date() }: ImportOptions): string {
  if (taken_at > now) throw new Refusal('IMPLAUSIBLE', 'It can’t have been taken in the future.');
  const day = istDay(taken_at);
  if (expiry < day) throw new Refusal('IMPLAUSIBLE', `The chain expired on ${expiry}, before it is said to be taken (${day}).`);
  return day;
}

/**
 * The lots of a chain's contracts by expiry: the one that is given, otherwise the one on file. Where both are there they must be one, as a wrong
 * lot makes every sum wrong.
 */
async function lotsFor(
  { options }: ImportStores,
  { symbol, taken_at, expiries }: Pick<NseChain, 'symbol' | 'taken_at' | 'expiries'>,
  { lot, mayCorrect = false }: ImportOptions,
): Promise<Map<string, number>> {
  const onFile = await options.lots(symbol, taken_at);
  if (lot === undefined) return onFile;
  const other = expiries.find((expiry) => onFile.has(expiry) && onFile.get(expiry) !== lot);
  if (other && !mayCorrect)
    throw new Refusal('IMPLAUSIBLE', `The lot of ${symbol} ${other} on file is ${onFile.get(other)}, not ${lot}; --correct takes the one given.`);
  return new Map(expiries.map((expiry) => [expiry, lot]));
}

/** An answer of NSE's site in shares. */
async function withLots(stores: ImportStores, chain: NseChain, options: ImportOptions): Promise<EndOfDayOption[]> {
  const lots = await lotsFor(stores, chain, options);
  const unknown = chain.expiries.filter((expiry) => !lots.has(expiry));
  if (unknown.length > 0)
    throw new Refusal(
      'NEEDS_LOT',
      `Its quantities are contracts, and nothing on file says the lot of ${chain.symbol} ${unknown.join(', ')}: give it with --lot 75.`,
    );
  return inShares(chain, (expiry) => lots.get(expiry)!);
}
