import { addDays, istDay, istInstant } from '../market/calendar.ts';

/** When the mails of a day go out, IST (product D.14). */
const DAILY_MAIL_TIME = '20:00';

/** When what happens at this instant is mailed to who wants one mail a day. */
export function nextDailyMail(now: Date): Date {
  const day = istDay(now);
  const today = istInstant(day, DAILY_MAIL_TIME);
  return now < today ? today : istInstant(addDays(day, 1), DAILY_MAIL_TIME);
}
