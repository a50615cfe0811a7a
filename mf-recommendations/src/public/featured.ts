import type { Call } from '@vimarsh/shared/contract/calls/types.ts';

/** ms from entry to end; −1 without an entry, and for a Hold, which has no result to run towards. */
export const lasted = ({ entry_fill, ended_at, realised_return }: Call): number =>
  entry_fill && ended_at && realised_return !== null ? Date.parse(ended_at) - Date.parse(entry_fill.ts) : -1;

/** The call the page replays: the one that ran longest, whatever its result. Null without calls. */
export const featuredCall = (calls: readonly Call[]): Call | null =>
  calls.reduce<Call | null>((longest, call) => (longest && lasted(longest) >= lasted(call) ? longest : call), null);
