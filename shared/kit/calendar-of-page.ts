import { type DeclaredCalendar, declareCalendar } from '../domain/market/calendar.ts';
import { useSessionApi } from './session.ts';

/** Whether this module's calendar has what the page came with. */
let isTaken = false;

/**
 * Puts in use what the exchange has declared since the module was built, as the page says it. A screen that asks the calendar for days calls this
 * first; the server's answer counts either way.
 */
export function useCalendarOfPage(): void {
  const session = useSessionApi();
  if (isTaken) return;
  isTaken = true;
  const answer = session.page().first['GET /market/v1/calendar'] as { data: DeclaredCalendar } | undefined;
  if (answer) declareCalendar(answer.data);
}
