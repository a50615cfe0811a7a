import { isIsin } from '@vimarsh/shared/domain/market/isin.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { type PurposeKind, readPurpose } from '../instruments/actions/purpose.ts';
import type { ActionRow } from './actions/actions-layout.ts';
import type { AdjustmentRow } from './actions/adjustment-layout.ts';
import { type FileReport, type ImportReport, isRefused, type RefusedFile, type TakenFile } from './import-files.ts';
import type { OtherIsinRow } from './imported-days.store.ts';
import { changeText, type FileChange, whatToDo } from './refusal.ts';

const number = new Intl.NumberFormat('en-IN');
const MOST_LINES = 8;

/** Why a file is refused, and what to do. */
const refusalText = ({ code, refused }: RefusedFile): string => [refused, whatToDo(code, refused)].filter(Boolean).join(' ');

/** One line on one file, for output that is no terminal. */
export function fileLine(file: FileReport): string {
  if (isRefused(file)) return `${file.name}: refused (${file.code}). ${refusalText(file)}`;
  const parts = [`${number.format(file.read)} rows`, `${number.format(file.stored)} stored`];
  if (file.corrected > 0) parts.push(`${number.format(file.corrected)} corrected`);
  if (file.unchanged > 0) parts.push(`${number.format(file.unchanged)} unchanged`);
  if (file.skipped.length > 0) parts.push(`${number.format(file.skipped.length)} skipped`);
  return `${file.name}: ${file.day}, ${file.layout}, ${parts.join(', ')}`;
}

/** The closing words of an import: sums that add up, bad rows by reason with their lines, what changes, what actions say, refused files with the reason. */
export function summaryLines({ files, passedOver, missing, renamed, otherIsins, contradicted, repeated }: ImportReport): string[] {
  const passed = passedOver.length === 0 ? [] : [`Passed over, since only .csv, .json and .zip are read: ${shortened(passedOver)}.`];
  if (files.length === 0) return ['Found no .csv, .json or .zip file.', ...passed];
  const taken = files.filter((file): file is TakenFile => !isRefused(file));
  const refused = files.filter(isRefused);
  const sum = (of: (file: TakenFile) => number): number => taken.reduce((total, file) => total + of(file), 0);
  const [read, stored, corrected, unchanged, skipped] = [
    sum((file) => file.read),
    sum((file) => file.stored),
    sum((file) => file.corrected),
    sum((file) => file.unchanged),
    sum((file) => file.skipped.length),
  ];
  const days = new Set(taken.filter((file) => !file.instruments).map((file) => file.day)).size;
  const lines = [
    `Files: ${number.format(files.length)} read, ${number.format(taken.length)} taken (${number.format(days)} trading ${days === 1 ? 'day' : 'days'}), ${number.format(refused.length)} refused.`,
    ...passed,
    `Rows: ${number.format(read)} read = ${number.format(stored)} stored + ${number.format(corrected)} corrected + ${number.format(unchanged)} unchanged + ${number.format(skipped)} skipped.`,
  ];
  if (read > 0 && stored + corrected === 0) lines.push('Nothing new: every row was on file already.');
  if (missing.length > 0)
    lines.push(`Missing between the first and the last day on file: ${shortened(missing)}. Nothing is known of ${missing.length === 1 ? 'it' : 'them'}.`);
  for (const [reason, places] of byReason(taken)) lines.push(`Skipped, ${reason}: ${number.format(places.length)} (${shortened(places)})`);
  for (const { name, changes } of taken) for (const change of listed(changes.map(dayText))) lines.push(`Corrected by ${name}: ${change}`);
  for (const { name, actions = [] } of taken) for (const action of listed(actions.map(actionText))) lines.push(`Action in ${name}: ${action}`);
  for (const { name, adjustments = [] } of taken)
    for (const words of listed(adjustments.map(adjustmentText))) lines.push(`The exchange’s adjustment in ${name}: ${words}`);
  for (const { name, instruments } of taken) if (instruments) lines.push(...instrumentLines(name, instruments));
  lines.push(...listed(renamed.map(({ name, symbol, from }) => `${symbol} is called ${name} from ${formatDay(from)}: it is known by both names.`)));
  lines.push(...listed(otherIsins.map(otherIsinText)));
  for (const { symbol, day, ratio, amount, before, opened } of contradicted)
    lines.push(
      `Not believed: ${symbol} on ${day}, prices ${takenText(amount, ratio)}. It closed at ₹${before} before and opened at ₹${opened}, so nothing is divided, and its calls are not judged from that day on.`,
    );
  for (const { symbol, ratio, days } of repeated)
    lines.push(
      `Not believed: ${symbol} on ${days.join(' and ')}, prices ${ratioText(ratio)}. No open says on which of these days, so nothing is divided, and its calls are not judged from the first on.`,
    );
  for (const { name, withoutLot } of taken) if (withoutLot) lines.push(`Nothing on file says the lot of ${withoutLot} (${name}): --lot <shares> gives it.`);
  for (const { name, declared = [] } of taken) for (const line of declared) lines.push(`Calendar, ${name}: ${line}`);
  for (const { name, day, bans, unknown = [] } of taken) {
    if (bans) lines.push(`Under the F&O ban on ${day} by ${name}: ${bans.length > 0 ? bans.join(', ') : 'no stock'}`);
    if (unknown.length > 0) lines.push(`Not listed here, so nothing is refused on ${unknown.length === 1 ? 'it' : 'them'} (${name}): ${unknown.join(', ')}`);
  }
  for (const file of refused) {
    lines.push(`Refused (${file.code}), nothing stored of it: ${file.name}. ${refusalText(file)}`);
    for (const change of listed(file.changes.map(dayText))) lines.push(`Changed by ${file.name} with --correct: ${change}`);
  }
  return lines;
}

/** A row of a known symbol that is nobody's: its calls wait, and only the import can say why. */
function otherIsinText({ symbol, tradedAs, day, isin, known_by }: OtherIsinRow): string {
  const named = `${symbol}${tradedAs === symbol ? '' : ` (in the file ${tradedAs})`}`;
  const known = known_by === '' ? '' : ` It is known by ${known_by}.`;
  if (!isIsin(isin))
    return `Bad row: ${named} on ${formatDay(day)} has “${isin}”, which is no ISIN: its check digit is wrong.${known} The row counts for nothing until a file corrects it.`;
  return `Not counted: ${named} on ${formatDay(day)} has the ISIN ${isin}, which no list has for it.${known} The row counts for nothing until a list or another file explains it.`;
}

/** Changes that a list of instruments makes to the listing. */
function instrumentLines(file: string, { listed: added, underIsin, gone }: NonNullable<TakenFile['instruments']>): string[] {
  return [
    ...(added.length > 0 ? [`Listed from now on by ${file}: ${number.format(added.length)} (${shortened(added)})`] : []),
    ...underIsin.map(({ symbol, isin }) => `The symbol ${symbol} is that of another share here: the one of ${file} is listed under its ISIN, ${isin}.`),
    ...(gone.length > 0 ? [`Not in ${file}, though in the list before, so not available for trading: ${shortened(gone)}`] : []),
  ];
}

function byReason(files: readonly TakenFile[]): Map<string, string[]> {
  const reasons = new Map<string, string[]>();
  for (const file of files) {
    for (const { line, reason } of file.skipped) {
      const places = reasons.get(reason) ?? [];
      places.push(`${file.name} ${file.layout === 'option chain' ? 'entry' : 'line'} ${line}`);
      reasons.set(reason, places);
    }
  }
  return reasons;
}

/** Actions name their day already. */
const dayText = (change: FileChange): string => (change.figures[0]?.name === change.day ? changeText(change) : `${change.day} ${changeText(change)}`);

/** Each on a line of its own, and how many are left. */
const listed = (texts: readonly string[]): string[] =>
  texts.length > MOST_LINES ? [...texts.slice(0, MOST_LINES), `${number.format(texts.length - MOST_LINES)} more`] : [...texts];

/** `less ₹28`, `divided by 2`, or both. */
const takenText = (amount: number, ratio: number): string =>
  [...(amount > 0 ? [`less ₹${amount}`] : []), ...(ratio === 1 ? [] : [ratioText(ratio)])].join(', ');

/** `divided by 2`, `times 10` for a consolidation of ten into one, `times 3/5` for a bonus of 2:3. */
export function ratioText(ratio: number): string {
  for (let old = 1; old <= MOST_OLD_SHARES; old += 1) {
    const shares = ratio * old;
    if (Math.abs(shares - Math.round(shares)) > 1e-9 * shares || Math.round(shares) === 0) continue;
    const made = Math.round(shares);
    return old === 1 ? `divided by ${made}` : `times ${made === 1 ? old : `${old}/${made}`}`;
  }
  return `divided by ${Number(ratio.toPrecision(6))}`;
}
/** No bonus is given on more old shares than this. */
const MOST_OLD_SHARES = 1000;

function actionText({ symbol, day, purpose, face_value }: ActionRow): string {
  const { kinds, ratio, dividend, rights, isUnclear } = readPurpose(purpose, face_value);
  if (isUnclear) return `${symbol} on ${day}, “${purpose}” (${whyUnclear(kinds)}: its calls are not judged from that day on)`;
  const said = [
    ...(ratio === null ? [] : [`prices ${ratioText(ratio)}`]),
    ...(rights === null ? [] : [`prices by the last close with the right: ${rights.given} new for ${rights.held} at ₹${rights.price}`]),
    ...(ratio === null && rights === null && (dividend === null || kinds.includes('other_paper')) ? ['divides nothing'] : []),
    ...(dividend === null ? [] : [`₹${dividend} a share`]),
  ];
  return `${symbol} on ${day}, “${purpose}” (${said.join(', ')})`;
}

const adjustmentText = ({ symbol, day, subtract, multiply, source }: AdjustmentRow): string =>
  `${symbol} on ${day}, prices before it ${[...(subtract > 0 ? [`less ₹${subtract}`] : []), ...(multiply === 1 ? [] : [`times ${multiply}`])].join(', ')} (${source})`;

/** What an operator can do about it stands in docs/operating.md. */
function whyUnclear(kinds: readonly PurposeKind[]): string {
  if (kinds.includes('demerger') || kinds.includes('scheme')) return 'no list tells its terms';
  return kinds.includes('rights') ? 'its ratio or price is missing' : 'not understood';
}

const shortened = (places: readonly string[]): string =>
  places.length > MOST_LINES ? `${places.slice(0, MOST_LINES).join(', ')} and ${number.format(places.length - MOST_LINES)} more` : places.join(', ');
