const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a date of the calendar, `2026-11-30`: 31 November is none, 29 February is one in leap years. There is no year 0, which the database says, too. */
export function isDay(text: string): boolean {
  if (!DAY.test(text) || text.startsWith('0000')) return false;
  // A month of 30 days goes on into the next where 31 are written.
  const midnight = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text);
}
