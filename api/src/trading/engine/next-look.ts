import { addDays, istDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import { isOver } from '@vimarsh/shared/domain/trading/order/ended.ts';
import { handOverAt, type OrderRecord } from '@vimarsh/shared/domain/trading/order/order-record.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
/** Orders for the next session rest at the broker, and what outlived its day is in no hurry. */
const OUTSIDE_MS = 15 * MINUTE;
/** A broker's book is final so long after the last trade. */
const FINAL_AFTER_MS = 15 * MINUTE;

/** When the book of an IST day is final, ms; null on a day without a session. */
export function finalAt(day: string): number | null {
  const session = sessionOf(day, true);
  return session && (session.post?.to ?? session.end).getTime() + FINAL_AFTER_MS;
}

/** When nobody looks for an order of an IST day any more, ms: books are of one day, and those of the next session are final, too. */
export function searchEndsAt(day: string): number {
  for (let next = addDays(day, 1); ; next = addDays(next, 1)) {
    const end = finalAt(next);
    if (end !== null) return end;
  }
}

/** What decides when a book is read next. */
export interface WatchedOrder {
  readonly day: string;
  readonly record: OrderRecord;
  /** When it went out, or its page was shown; null or absent: it has not. */
  readonly sent_at?: Date | null;
}

/** Whoever has not confirmed on the broker's page by then is looked for as seldom as an open order: most have gone away. */
const ON_PAGE_MS = 15 * MINUTE;

/**
 * When the book is read next, ms; null while there is nothing to wait for. What is unknown is looked for soon and often, and once more when its
 * minute is over; what is open, every minute in its session; what lives outside of that, each quarter of an hour until somebody can tell
 * or the search ends; and each
 * day that had orders once more when its book is final.
 */
export function nextBookLook(
  orders: readonly WatchedOrder[],
  account: { readonly final_day: string | null; readonly failed_looks: number },
  now: number,
): number | null {
  const today = istDay(new Date(now));
  const waits = orders.filter(({ record }) => !isOver(record.state)).flatMap((order) => whenOf(order, now));
  const end = finalAt(today);
  if (end !== null && orders.some(({ day }) => day === today) && (account.final_day ?? '') < today) waits.push(Math.max(end, now + SECOND));
  if (waits.length === 0) return null;
  // A broker that does not answer is asked less and less often, but never later than what is due for its owner.
  const rests = account.failed_looks === 0 ? 0 : Math.min(30 * SECOND, SECOND * 2 ** Math.min(5, account.failed_looks));
  const due = Math.min(...orders.map(({ record }) => handOverAt(record)));
  return Math.min(Math.max(Math.min(...waits), now + rests), Math.max(due, now));
}

function whenOf({ day, record, sent_at }: WatchedOrder, now: number): number[] {
  if (record.search_ended_at !== undefined) return [];
  const since = record.unknown_since ?? (record.change && record.change.state !== 'refused' ? record.change.at : null);
  if (since !== null && now - since < 10 * MINUTE) return [now + Math.min(10 * SECOND, Math.max(SECOND, (now - since) / 2))];
  if (record.state === 'at_broker' && sent_at && now - sent_at.getTime() < ON_PAGE_MS) return [now + 10 * SECOND];
  return [now + (day >= istDay(new Date(now)) && isInSession(now) ? MINUTE : OUTSIDE_MS)];
}

function isInSession(now: number): boolean {
  const day = istDay(new Date(now));
  const session = sessionOf(day, true);
  return session !== null && now >= session.preopen.getTime() && now <= (finalAt(day) ?? 0);
}

/** By how long an instrument trades on a day: a share without futures, one with them, or an option. */
export interface OwnHours {
  readonly fno: boolean;
  readonly option: boolean;
}

/** When an instrument’s trading of an IST day is over; null on a day without a session. */
export function closeOn(day: string, { fno, option }: OwnHours): Date | null {
  const session = sessionOf(day, fno);
  return session && (option ? session.optionsClose : session.end);
}

/** The IST day of the session that an order placed now is for. */
export function sessionDay(now: number, hours: OwnHours): string {
  for (let day = istDay(new Date(now)); ; day = addDays(day, 1)) {
    const close = closeOn(day, hours);
    if (close && now < close.getTime()) return day;
  }
}
