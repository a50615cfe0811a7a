/**
 * Why prices of an instant are not all there: `gap` a stretch between known ones is missing, `stale` they stopped coming, `halt` the exchange
 * stopped the trading, `late_file` the day's file has not come, `correction` a file changed what was known, `clock_skew` the source's clock and
 * ours differ by too much, `doubt` the day opened where no trading and no action on file takes the price, so that its levels may be others.
 */
export type Incomplete = 'gap' | 'stale' | 'halt' | 'late_file' | 'correction' | 'clock_skew' | 'doubt';

export interface Completeness {
  /** The instant up to which everything that traded is known and final. It goes back only with a correction. */
  readonly until: Date;
  readonly because: Incomplete | null;
  /** Since when; null without a reason. */
  readonly since: Date | null;
}

/**
 * Whether prices of now may be missing. A halt is a state of the exchange, what a correction left is known, and a gap behind later prices says
 * nothing of those.
 */
export function isStale({ until, because, since }: Completeness): boolean {
  if (because === 'gap') return since === null || since >= until;
  return because !== null && because !== 'halt' && because !== 'correction';
}
