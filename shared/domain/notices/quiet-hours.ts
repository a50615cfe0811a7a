import type { QuietHours } from '../../contract/notices/types.ts';

const MINUTE = 60_000;
const DAY = 24 * 60;
/** IST is UTC+05:30, all year. */
const IST = 5 * 60 + 30;

/** Product D.6: 21:00 to 08:30. */
export const USUAL_QUIET_HOURS: QuietHours = { on: true, from: 21 * 60, to: 8 * 60 + 30 };

/** When the quiet hours that hold at this instant end; null when none do. */
export function quietUntil({ on, from, to }: QuietHours, now: Date): Date | null {
  const since = Math.floor(now.getTime() / MINUTE) + IST;
  const minute = since % DAY;
  const quiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  if (!on || !quiet) return null;
  const left = (to - minute + DAY) % DAY;
  return new Date((since + left - IST) * MINUTE);
}
