import type { ComplaintMonth } from '@vimarsh/shared/contract/support/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';

export interface Complaint {
  readonly opened_at: Date;
  readonly answered_at: Date | null;
}

const MONTHS = 12;
const DAY = 86_400_000;
/** What was answered longer ago counts in no month of the table. */
export const COUNTED_MS = 400 * DAY;

/** The first instant of an IST month; months before 1 and above 12 belong to other years. */
const startOf = (year: number, month: number): Date => new Date(Date.UTC(year, month - 1, 1) - 330 * 60_000);

/** The table the regulator asks for: every complaint by the month it came and the month it was resolved, newest month first. */
export function complaintTable(complaints: readonly Complaint[], now: Date): ComplaintMonth[] {
  const [year, month] = istDay(now).split('-').map(Number) as [number, number];
  return Array.from({ length: MONTHS }, (_, back) => {
    const start = startOf(year, month - back);
    const next = startOf(year, month - back + 1);
    // What happens at this very instant has happened.
    const end = next <= now ? next : new Date(now.getTime() + 1);
    const isBefore = (at: Date | null, limit: Date): boolean => at !== null && at < limit;
    const openAt = (at: Date) => complaints.filter(({ opened_at, answered_at }) => opened_at < at && !isBefore(answered_at, at));
    const resolved = complaints.filter(({ answered_at }) => answered_at && answered_at >= start && isBefore(answered_at, next));
    const pending = openAt(end);
    // Three months before the end, by the calendar: no day of a shorter month overflows into the next.
    const [endYear, endMonth, endDay] = istDay(end).split('-').map(Number) as [number, number, number];
    const long = new Date(Math.min(startOf(endYear, endMonth - 3).getTime() + (endDay - 1) * DAY, startOf(endYear, endMonth - 2).getTime() - 1));
    const days = resolved.map(({ opened_at, answered_at }) => (answered_at!.getTime() - opened_at.getTime()) / DAY);
    return {
      month: istDay(start).slice(0, 7),
      opening: openAt(start).length,
      received: complaints.filter(({ opened_at }) => opened_at >= start && opened_at < next).length,
      resolved: resolved.length,
      pending: pending.length,
      pending_over_3_months: pending.filter(({ opened_at }) => opened_at < long).length,
      average_days: days.length > 0 ? Math.round((days.reduce((sum, one) => sum + one, 0) / days.length) * 10) / 10 : null,
    };
  });
}
