/**
 * The instant as of which the demo's history is made: the close of 19 Nov 2026 (15:30 IST). Calls, events and daily roots
 * up to here come out the same on every machine, whatever the wall clock says; from here on the engine catches up.
 */
export const DEMO_EPOCH = '2026-11-19T10:00:00.000Z';

/** First trading day of the demo's calls: 24 months before the epoch. */
export const DEMO_FIRST_DAY = '2024-11-20';
