import { addDays, expiryOn } from '@vimarsh/shared/domain/market/calendar.ts';

/** Weekday of expiry (0 Sunday) by exchange, from a date on (product 0.3). */
const WEEKDAYS = [
  { from: '2000-01-01', NSE: 4, BSE: 5 },
  { from: '2025-01-01', NSE: 4, BSE: 2 },
  { from: '2025-09-01', NSE: 2, BSE: 4 },
] as const;

export interface ExpiryCycle {
  readonly exchange: 'NSE' | 'BSE';
  readonly weeklies: number;
  readonly monthlies: number;
}

/** Expiry days from a day on, nearest first: a month's last expiry is its monthly one. A holiday moves it to the trading day before. */
export function expiriesFrom(day: string, cycle: ExpiryCycle): string[] {
  const expiries: string[] = [];
  let [weeklies, monthlies] = [0, 0];
  for (let date = addDays(day, -7); weeklies < cycle.weeklies || monthlies < cycle.monthlies; date = addDays(date, 1)) {
    const { [cycle.exchange]: weekday } = WEEKDAYS.findLast((row) => row.from <= date)!;
    if (new Date(`${date}T00:00:00Z`).getUTCDay() !== weekday) continue;
    const expiry = expiryOn(date);
    if (expiry < day) continue;
    const monthly = addDays(date, 7).slice(0, 7) !== date.slice(0, 7);
    if (monthly ? monthlies < cycle.monthlies : weeklies < cycle.weeklies) expiries.push(expiry);
    if (monthly) monthlies += 1;
    weeklies += monthly ? 0 : 1;
  }
  return expiries;
}

/** Whether a day is the last expiry of its month, the holiday before it counted. */
export const isMonthlyExpiry = (day: string, exchange: ExpiryCycle['exchange'] = 'NSE'): boolean =>
  expiriesFrom(`${day.slice(0, 7)}-01`, { exchange, weeklies: 0, monthlies: 1 })[0] === day;
