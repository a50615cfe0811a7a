/** Session times from a date on (IST). Add a row when the exchanges change their hours. */
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

/**
 * Weekday holidays of the cash market by year (`MM-DD`), from 2015 on. Those from October 2020 to September 2025 are the weekdays without a trade in daily
 * prices of fifty large stocks. Of years not listed, only the fixed holidays are known.
 */
export const HOLIDAYS: Readonly<Record<string, readonly string[]>> = {
  2015: ['01-26', '02-17', '03-06', '04-02', '04-03', '04-14', '05-01', '09-17', '09-25', '10-02', '10-22', '11-12', '11-25', '12-25'],
  2016: ['01-26', '03-07', '03-24', '03-25', '04-14', '04-15', '04-19', '07-06', '08-15', '09-05', '09-13', '10-11', '10-12', '10-31', '11-14'],
  2017: ['01-26', '02-24', '03-13', '04-04', '04-14', '05-01', '06-26', '08-15', '08-25', '10-02', '10-20', '12-25'],
  2018: ['01-26', '02-13', '03-02', '03-29', '03-30', '05-01', '08-15', '08-22', '09-13', '09-20', '10-02', '10-18', '11-08', '11-23', '12-25'],
  2019: [
    '03-04',
    '03-21',
    '04-17',
    '04-19',
    '04-29',
    '05-01',
    '06-05',
    '08-12',
    '08-15',
    '09-02',
    '09-10',
    '10-02',
    '10-08',
    '10-21',
    '10-28',
    '11-12',
    '12-25',
  ],
  2020: ['02-21', '03-10', '04-02', '04-06', '04-10', '04-14', '05-01', '05-25', '10-02', '11-16', '11-30', '12-25'],
  2021: ['01-26', '03-11', '03-29', '04-02', '04-14', '04-21', '05-13', '07-21', '08-19', '09-10', '10-15', '11-05', '11-19'],
  2022: ['01-26', '03-01', '03-18', '04-14', '04-15', '05-03', '08-09', '08-15', '08-31', '10-05', '10-26', '11-08'],
  2023: ['01-26', '03-07', '03-30', '04-04', '04-07', '04-14', '05-01', '06-29', '08-15', '09-19', '10-02', '10-24', '11-14', '11-27', '12-25'],
  2024: ['01-22', '01-26', '03-08', '03-25', '03-29', '04-11', '04-17', '05-01', '05-20', '06-17', '07-17', '08-15', '10-02', '11-15', '11-20', '12-25'],
  2025: ['02-26', '03-14', '03-31', '04-10', '04-14', '04-18', '05-01', '08-15', '08-27', '10-02', '10-22', '11-05', '12-25'],
  2026: ['01-15', '01-26', '03-03', '03-26', '03-31', '04-03', '04-14', '05-01', '05-28', '06-26', '09-14', '10-02', '10-20', '11-10', '11-24', '12-25'],
};

/**
 * Irregular sessions: muhurat trading, Budget days on a weekend, disaster-recovery Saturdays (without their midday break).
 * Muhurat 2026 has the customary evening hour until the exchange's circular sets another.
 */
export const SPECIAL_SESSIONS: Readonly<Record<string, { readonly preopen: string; readonly open: string; readonly close: string }>> = {
  '2015-02-28': { preopen: '09:00', open: '09:15', close: '15:30' },
  '2015-11-11': { preopen: '17:30', open: '17:45', close: '18:45' },
  '2016-10-30': { preopen: '18:15', open: '18:30', close: '19:30' },
  '2017-10-19': { preopen: '18:15', open: '18:30', close: '19:30' },
  '2018-11-07': { preopen: '17:15', open: '17:30', close: '18:30' },
  '2019-10-27': { preopen: '18:00', open: '18:15', close: '19:15' },
  '2020-02-01': { preopen: '09:00', open: '09:15', close: '15:30' },
  '2020-11-14': { preopen: '18:00', open: '18:15', close: '19:15' },
  '2021-11-04': { preopen: '18:00', open: '18:15', close: '19:15' },
  '2022-10-24': { preopen: '18:00', open: '18:15', close: '19:15' },
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
