import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { actionWords } from '@vimarsh/shared/domain/calls/corp-adjust.ts';
import { isUntraded } from '@vimarsh/shared/domain/calls/untraded.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import type { CallOutlook, Outlook } from './outlook.ts';

const rupees = (price: unknown): string => `₹${Number(price).toFixed(2)}`;
/** Kinds of several contracts name no one price. */
const atPrice = (price: unknown): string => (typeof price === 'number' ? ` at ${rupees(price)}` : '');
const ist = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });
const ENDS = new Set(['target_hit', 'sl_hit', 'exited', 'expired']);

/** The lines in which an import says what it does to calls. */
export function outlookLines({ until, calls, decided }: Outlook): string[] {
  const having = (...types: readonly string[]): number => calls.filter(({ events }) => events.some(({ type }) => types.includes(type))).length;
  const counts = [
    [having('entry_fill'), 'entered'],
    [having('not_judgeable'), 'frozen'],
    [having('judgeable'), 'released'],
    [having(...ENDS, 'lapsed', 'cancelled', 'unjudged'), 'closed'],
  ] as const;
  const counted = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return [
    `Open calls, judged up to ${ist.format(until)} IST: ${counted.length > 0 ? counted.join(', ') : 'nothing changes'}.`,
    ...calls.map(callLine),
    ...decided.map(
      ({ id, stock, type, day }) =>
        `Call ${id} ${stock}: its ${type} on record came from ${day}, of which the file says otherwise. It stays; two people may correct it.`,
    ),
  ];
}

const callLine = ({ id, stock, events }: CallOutlook): string => `Call ${id} ${stock}: ${events.map(eventWords).join('; ')}.`;

function eventWords({ type, ts, payload }: CallOutlook['events'][number]): string {
  const day = istDay(new Date(ts));
  if (type === 'not_judgeable') return `frozen, ${whyFrozen(payload)}`;
  if (type === 'judgeable') return `released, judged on from ${payload.day}`;
  if (type === 'entry_fill') return `entered${atPrice(payload.price)} on ${day}`;
  if (type === 'corp_adjust') return `its levels ${adjustedWords(payload)} on ${payload.ex_date} (${actionsOf(payload)})`;
  if (ENDS.has(type)) return `closed${atPrice(payload.price)} on ${day} (${type})`;
  if (type === 'lapsed' || type === 'cancelled') return `closed on ${day} (${type}: ${payload.reason})`;
  if (type === 'unjudged') return `ended without a result on ${day}: ${untraded(payload.cause)}no trade of it is on file since ${payload.day}`;
  return `${type} on ${day}`;
}

const adjustedWords = ({ amount, ratio }: Payload): string =>
  [...(amount === undefined ? [] : [`less ${rupees(amount)}`]), ...(amount !== undefined && ratio === 1 ? [] : [`divided by ${ratio}`])].join(', ');
const actionsOf = ({ action, actions }: Payload): string => actionWords(Array.isArray(actions) ? actions : [String(action)]);
type Payload = CallOutlook['events'][number]['payload'];
const BECAUSE: Readonly<Record<string, string>> = {
  other_isin: 'files have its symbol under an ISIN that no list explains, and ',
  suspended: 'the exchange has suspended it, and ',
  delisted: 'the exchange no longer lists it, and ',
  merged: 'its company has merged into another, and ',
};

const untraded = (cause: unknown): string => BECAUSE[String(cause)] ?? '';

const whyFrozen = ({ cause, day, before, opened }: CallOutlook['events'][number]['payload']): string =>
  cause === 'missing_day'
    ? `for there is no file of ${day}`
    : isUntraded(cause as NotJudgeable['cause'])
      ? `for ${untraded(cause)}no trade of it is on file since ${day}`
      : `for on ${day} it opened at ${rupees(opened)} after a close of ${rupees(before)}, and no action on file says surely why`;
