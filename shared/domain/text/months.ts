/** The months as the site names them: spelt out here, because the English of servers and browsers differs (Sep, Sept). */
export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const NAMES = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'] as const;

/** '2026-11', or a day of it, → 'November 2026' */
export const monthName = (month: string): string => named(NAMES, month);

/** '2026-11' → 'Nov 2026', where a column is narrow. */
export const shortMonthName = (month: string): string => named(MONTHS, month);

const named = (names: readonly string[], month: string): string => `${names[Number(month.slice(5, 7)) - 1]} ${month.slice(0, 4)}`;
