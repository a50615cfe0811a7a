import type { OwnHours, ShownHours, WeekHours } from '../../contract/chat/hours-types.ts';

const MINUTE = 60_000;
const DAY = 24 * 60;
/** IST is UTC+05:30, all year. */
const IST = 5 * 60 + 30;
/** 1 January 1970 was a Thursday, the fourth day from Monday on. */
const FIRST_DAY = 3;

/** Whether an instant lies within hours of the week, and if not when the next begin. At least one day has hours. */
export function withinHours(hours: WeekHours, now: Date): { open: boolean; opensAt: Date | null } {
  const since = Math.floor(now.getTime() / MINUTE) + IST;
  const today = Math.floor(since / DAY);
  const minute = since % DAY;
  const on = (day: number) => hours[(day + FIRST_DAY) % 7] ?? null;
  const running = on(today);
  if (running && minute >= running.from && minute < running.to) return { open: true, opensAt: null };
  // The same day of the next week is the last that can be the next one.
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const next = on(today + ahead);
    if (next && (ahead > 0 || minute < next.from)) return { open: false, opensAt: new Date(((today + ahead) * DAY + next.from - IST) * MINUTE) };
  }
  return { open: false, opensAt: null };
}

/** What others read of an expert's hours at an instant. The note is for when nobody answers. */
export function shownHoursAt({ hours, away, note }: OwnHours, now: Date): ShownHours {
  if (away) return { hours, state: 'away', opens_at: null, note };
  const at = hours && withinHours(hours, now);
  if (!at || at.open) return { hours, state: 'open', opens_at: null, note: '' };
  return { hours, state: 'closed', opens_at: at.opensAt?.toISOString() ?? null, note };
}
