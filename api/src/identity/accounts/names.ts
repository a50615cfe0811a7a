import { Fail } from '../../platform/platform.ts';
import { seenOf } from '../../platform/seen-text.ts';

/** What looks like our badge of a verified expert. */
const BADGE = /[\u221a\u237b\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}]\ufe0f?|\bverified\b/giu;

/** People don't wear our badge in their names. */
export function refuseBadge(full_name: string): void {
  if (full_name.search(BADGE) === -1) return;
  const message = 'Leave out check marks and the word “verified”: who is verified is shown beside the name.';
  throw new Fail('BAD_REQUEST', { validation: message, problems: [{ path: 'full_name', message }] });
}

/** A name that somebody else vouches for, without what may not stand in it. */
export const plainName = (given: string): string =>
  seenOf(given)
    .replace(/\p{Cc}/gu, ' ')
    .replace(BADGE, '')
    .replace(/\s+/g, ' ')
    .trim();
