import { readCalendar } from '@vimarsh/shared/contract/calendar/routes.ts';
import type { Data } from '@vimarsh/shared/contract/route.ts';
import { addDays, declaredCalendar, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { readAgain } from '../../platform/nodes/read-again.ts';
import type { Platform } from '../../platform/platform.ts';
import { CalendarStore } from './calendar.store.ts';
import { fromDay } from './calendar-rows.ts';
import { firstDifference } from './calendar-rules.ts';

/** Pages look back as far: what they show of a day gone by comes from the server. */
const DAYS_BACK = 7;

export interface Calendar {
  /** Called with the earliest IST day of which something else is known now. */
  onChanged(listener: (from: string) => void): void;
}

/**
 * Puts what the database declares in use, before anything asks the calendar, and again on every node within twenty seconds of a change. A
 * command adds rows, so no node can tell the others.
 */
export async function openCalendar(platform: Platform, everyMs?: number): Promise<Calendar> {
  const store = new CalendarStore(platform);
  const listeners: ((from: string) => void)[] = [];
  let latest = await store.latest();
  await store.use();
  readAgain(
    platform,
    'The calendar',
    async () => {
      const now = await store.latest();
      if (now === latest) return;
      const before = await store.use();
      // Another reading may have been quicker.
      if (now === latest) return;
      latest = now;
      const from = firstDifference(before, declaredCalendar());
      if (from === null) return;
      platform.log.info({ from }, 'the calendar knows something new');
      for (const listener of listeners) listener(from);
    },
    everyMs,
  );
  return { onChanged: (listener) => void listeners.push(listener) };
}

type Part = Data<typeof readCalendar>;

function partFrom(now: Date): Part {
  const { days, hours, years, expiries } = fromDay(declaredCalendar(), addDays(istDay(now), -DAYS_BACK));
  return { days, hours: hours.map((rule) => ({ ...rule, post: [...rule.post] })), years: [...years], expiries };
}

/** The declarations that a page needs beyond the calendar of its build; null where there are none from a week before an instant on. */
export function calendarOfPage(now: Date): Part | null {
  const part = partFrom(now);
  return Object.values(part).every((each) => Object.keys(each).length === 0) ? null : part;
}

export function serveCalendar(platform: Pick<Platform, 'on'>, now: () => Date): void {
  platform.on(readCalendar, async () => partFrom(now()));
}
