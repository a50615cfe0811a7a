/** India has UTC+05:30 all year, ms. */
export const IST_OFFSET = 5.5 * 3_600_000;

/** The IST date of an instant, `YYYY-MM-DD`. Apart from the calendar, whose tables weigh more than a screen may that needs the date alone. */
export const istDay = (instant: Date): string => new Date(instant.getTime() + IST_OFFSET).toISOString().slice(0, 10);
