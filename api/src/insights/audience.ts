import type { Term } from '@vimarsh/shared/contract/calls/types.ts';
import { scopeOf } from '@vimarsh/shared/domain/access/equity-scope.ts';
import { callerOf } from '../platform/access/access.ts';
import type { Ctx } from '../platform/platform.ts';

/**
 * Readers of insights, by the live calls they may read: what an insight says about calls is made of those and of nothing
 * else, so it can't tell of others. There are as many audiences as plans differ, so their insights are kept side by side.
 */
export interface Audience {
  readonly key: string;
  /** Terms whose live calls these readers may read. */
  readonly terms: readonly Term[];
}

const audience = (terms: readonly Term[]): Audience => ({ key: terms.join('+'), terms });

/** Visitors, free accounts, partners' pages: no call that is live has a part in what they are shown. */
export const EVERYBODY: Audience = audience([]);

const member = { ...callerOf({ caller: null, partner: null }), user_id: '-' };
/** All there are, each once: by what plans open. A new plan whose terms differ belongs here. */
export const AUDIENCES: readonly Audience[] = [
  EVERYBODY,
  ...(['Lite', 'Premium', 'Pro'] as const).map((plan) => audience(scopeOf({ ...member, plan }).liveTerms)),
];

/** Whose insight a request gets. An author's own calls and the week's free one have no part in it: they are too few to say anything. */
export function audienceOf(asker: Pick<Ctx, 'caller' | 'partner'>): Audience {
  const { liveTerms } = scopeOf(callerOf(asker));
  return AUDIENCES.find(({ terms }) => terms.join() === liveTerms.join()) ?? EVERYBODY;
}
