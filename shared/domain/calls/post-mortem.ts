import type { CallStatus } from '../../contract/calls/types.ts';
import { addSessions } from '../market/calendar.ts';

/** Within so many trading sessions after its end the author of a stopped call says what was wrong. */
export const POST_MORTEM_SESSIONS = 5;
/** First IST day of the rule: calls that ended before it owe nothing, for nobody had asked for it then. */
export const POST_MORTEM_SINCE = '2026-07-01';

/** What a call's end asks of its author. IST days, `YYYY-MM-DD`; null for what has not happened. */
export interface EndedCall {
  readonly status: CallStatus;
  readonly ended_on: string | null;
  readonly post_mortem_on: string | null;
}

/** `none`: none is owed, for the stop-loss did not end the call, or it ended before the rule stood. */
export type PostMortem = 'none' | 'due' | 'missing' | 'written' | 'late';

/** The last IST day on which a post-mortem is in time. */
export const postMortemBy = (ended_on: string): string => addSessions(ended_on, POST_MORTEM_SESSIONS);

/** How it stands on an IST day. A gap through the stop-loss is a stop like any other; options owe one as shares do. */
export function postMortemOf({ status, ended_on, post_mortem_on }: EndedCall, today: string): PostMortem {
  if (status !== 'sl_hit' || ended_on === null || ended_on < POST_MORTEM_SINCE) return 'none';
  const by = postMortemBy(ended_on);
  if (post_mortem_on !== null) return post_mortem_on <= by ? 'written' : 'late';
  return today <= by ? 'due' : 'missing';
}

/** How many calls stand in each way; `missing` is what an expert's page counts. */
export interface PostMortemCounts {
  readonly due: number;
  readonly missing: number;
  readonly written: number;
  readonly late: number;
}

export function countPostMortems(calls: readonly EndedCall[], today: string): PostMortemCounts {
  const counts = { due: 0, missing: 0, written: 0, late: 0 };
  for (const call of calls) {
    const stands = postMortemOf(call, today);
    if (stands !== 'none') counts[stands] += 1;
  }
  return counts;
}
