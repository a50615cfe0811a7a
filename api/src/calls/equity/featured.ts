import type { CallRow } from './tables.ts';

/** An ended call, the latest first in a list of them. */
type Ended = Pick<CallRow, 'id' | 'call_type' | 'term' | 'entry_at' | 'ended_at' | 'realised_return'>;

/** How many of the calls that ended last are looked at: the page shows what happens now. */
const LATEST = 24;

/** Whether everybody could have traded it: a retail investor may sell what they don’t hold within one day only. */
const canBeFollowed = ({ call_type, term }: Ended): boolean => call_type === 'Buy' || (call_type === 'Sell' && term === 'intraday');

/** ms from entry to end; −1 for a call without an entry or a result. */
const lasted = ({ entry_at, ended_at, realised_return }: Ended): number =>
  entry_at && ended_at && realised_return !== null ? ended_at.getTime() - entry_at.getTime() : -1;

/** Id of the call that the start page replays: the longest of the latest ones that everybody could follow, whatever its result. */
export function featuredId(latest: readonly Ended[]): string | null {
  const candidates = latest.slice(0, LATEST).filter((call) => canBeFollowed(call) && lasted(call) >= 0);
  const longest = candidates.reduce<Ended | null>((best, call) => (best && lasted(best) >= lasted(call) ? best : call), null);
  return longest?.id ?? null;
}
