/**
 * The end of the demo's generated history: the close of 19 Nov 2026 (15:30 IST). Calls, events and daily roots up to this
 * instant are the same on every machine, whatever the wall clock says. From here on the engine catches up.
 */
export const DEMO_EPOCH = '2026-11-19T10:00:00.000Z';

/** First trading day of the demo's calls: 24 months before the epoch. */
export const DEMO_FIRST_DAY = '2024-11-20';
