/*
 * The calendar as it is known at a release. What the exchange declares later is a row in the database and wins over it (`declareCalendar`).
 */

/** Session times from a date on (IST). */
export interface SessionRule {
  readonly from: string;
  readonly preopen: string;
  readonly open: string;
  /** End of continuous trading of stocks without futures and options, and of those with them. */
  readonly close: string;
  readonly fnoClose: string;
  /** End of the closing auction of F&O stocks; `null` before it existed. */
  readonly auctionEnd: string | null;
  readonly post: readonly [string, string];
  readonly optionsClose: string;
}

/** A session of its own hours (IST). */
export interface SpecialHours {
  readonly preopen: string;
  readonly open: string;
  readonly close: string;
}

export const SESSION_RULES: readonly SessionRule[] = [
  { from: '2010-10-18', preopen: '09:00', open: '09:15', close: '15:30', fnoClose: '15:30', auctionEnd: null, post: ['15:40', '16:00'], optionsClose: '15:30' },
  {
    from: '2026-08-03',
    preopen: '09:00',
    open: '09:15',
    close: '15:30',
    fnoClose: '15:15',
    auctionEnd: '15:35',
    post: ['15:50', '16:00'],
    optionsClose: '15:40',
  },
];

/** Holidays of every year (`MM-DD`): Republic Day, Ambedkar Jayanti, Maharashtra Day, Independence Day, Gandhi Jayanti, Christmas. */
export const FIXED_HOLIDAYS: readonly string[] = ['01-26', '04-14', '05-01', '08-15', '10-02', '12-25'];

/** Weekday holidays of the cash market by year (`MM-DD`); those before 2023 stand in `past-years.ts`. Of years not listed, only the fixed ones are known. */
export const HOLIDAYS: Record<string, readonly string[]> = {
  2023: ['01-26', '03-07', '03-30', '04-04', '04-07', '04-14', '05-01', '06-29', '08-15', '09-19', '10-02', '10-24', '11-14', '11-27', '12-25'],
  2024: ['01-22', '01-26', '03-08', '03-25', '03-29', '04-11', '04-17', '05-01', '05-20', '06-17', '07-17', '08-15', '10-02', '11-15', '11-20', '12-25'],
  2025: ['02-26', '03-14', '03-31', '04-10', '04-14', '04-18', '05-01', '08-15', '08-27', '10-02', '10-22', '11-05', '12-25'],
  2026: ['01-15', '01-26', '03-03', '03-26', '03-31', '04-03', '04-14', '05-01', '05-28', '06-26', '09-14', '10-02', '10-20', '11-10', '11-24', '12-25'],
};

/**
 * Irregular sessions: muhurat trading, Budget days on a weekend, disaster-recovery Saturdays (without their midday break).
 * Muhurat 2026 has the customary evening hour until the exchange's circular sets another.
 */
export const SPECIAL_SESSIONS: Record<string, SpecialHours> = {
  '2023-11-12': { preopen: '18:00', open: '18:15', close: '19:15' },
  '2024-01-20': { preopen: '09:00', open: '09:15', close: '15:30' },
  '2024-03-02': { preopen: '09:00', open: '09:15', close: '12:30' },
  '2024-05-18': { preopen: '09:00', open: '09:15', close: '12:30' },
  '2024-11-01': { preopen: '17:45', open: '18:00', close: '19:00' },
  '2025-02-01': { preopen: '09:00', open: '09:15', close: '15:30' },
  '2025-10-21': { preopen: '13:30', open: '13:45', close: '14:45' },
  '2026-02-01': { preopen: '09:00', open: '09:15', close: '15:30' },
  '2026-11-08': { preopen: '17:45', open: '18:00', close: '19:00' },
};
