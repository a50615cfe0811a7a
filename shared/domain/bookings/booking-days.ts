import { isDay } from '../../contract/days.ts';
import { DEMO_BOOKING } from '../constants.ts';
import { addDays, isHoliday, istDay } from '../market/calendar.ts';
import { monthName } from '../text/months.ts';

/** Days ahead that can be booked; later than that nobody knows yet who will be there. */
export const LATEST_IN_DAYS = 30;
/** Minutes a demo takes. */
export const DEMO_MINUTES = 30;
/** Demos one person may have before them. */
export const MOST_DEMOS = 3;

/** Every slot of a day by its start, `HH:mm` in IST: from 10:00, the last ends at 18:00 (S5-DEMO-O01). */
export const DEMO_SLOTS: readonly string[] = Array.from({ length: 16 }, (_, half) => `${10 + (half >> 1)}:${half % 2 === 0 ? '00' : '30'}`);

/** A time for a demo. */
export interface DemoTime {
  /** IST day, `YYYY-MM-DD`. */
  readonly date: string;
  /** IST time of day, `HH:mm`. */
  readonly slot: string;
}

/** Why a day has no demos; '' when it has. */
export type ClosedDay = '' | 'no day' | 'early' | 'late' | 'weekend' | 'holiday';

export const earliestDemoDay = (now: Date): string => addDays(istDay(now), DEMO_BOOKING.earliestInDays);
export const latestDemoDay = (now: Date): string => addDays(istDay(now), LATEST_IN_DAYS);

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Days are counted in IST, wherever the browser is (S5-DEMO-A02). */
export function closedDay(day: string, now: Date): ClosedDay {
  if (!isDay(day)) return 'no day';
  if (day < earliestDemoDay(now)) return 'early';
  if (day > latestDemoDay(now)) return 'late';
  if ((DEMO_BOOKING.disabledWeekdays as readonly number[]).includes(weekday(day))) return 'weekend';
  return isHoliday(day) ? 'holiday' : '';
}

/** The first day from a date on that has demos; the date itself if none has. */
export function firstOpenDay(now: Date): string {
  const earliest = earliestDemoDay(now);
  for (let day = earliest; day <= latestDemoDay(now); day = addDays(day, 1)) if (closedDay(day, now) === '') return day;
  return earliest;
}

/** Slots are IST, wherever they are read (S5-DEMO-06). */
export const startOf = ({ date, slot }: DemoTime): Date => new Date(`${date}T${slot}:00${DEMO_BOOKING.utcOffset}`);
export const isAhead = (time: DemoTime, now: Date): boolean => startOf(time) > now;

/** `YYYY-MM-DD HH:mm` in IST, as a booking names its time (S3-DEMO-A01). */
export const buildAppointment = ({ date, slot }: DemoTime): string => `${date} ${slot}`;

export function readAppointment(appointment: string): DemoTime {
  const [date = '', slot = ''] = appointment.split(' ');
  return { date, slot };
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** '2026-11-25' → 'Wednesday, 25 November 2026' */
export const dayName = (day: string): string => `${DAYS[weekday(day)]}, ${Number(day.slice(8))} ${monthName(day)}`;

/** 'Wednesday, 25 November 2026, 10:30 IST' */
export const demoTimeName = ({ date, slot }: DemoTime): string => `${dayName(date)}, ${slot} IST`;
