import { REVIEW_FIRST_FROM } from '@vimarsh/shared/domain/buzz/limits.ts';
import type { Calls } from '../calls/index.ts';
import type { Identity } from '../identity/index.ts';
import type { Market } from '../market/index.ts';
import type { Platform } from '../platform/platform.ts';
import { type CheckPublicText, guardedPublicly } from './check-text.ts';
import { createJoining } from './joining.ts';
import { keepBuzz, tidyBuzz } from './kept.ts';
import { createModerating } from './moderating.ts';
import { serveModeration } from './moderation.routes.ts';
import { createPosting } from './posting.ts';
import { serveBuzz } from './routes.ts';
import { createShowing } from './showing.ts';
import { buzzTables } from './tables.ts';

export interface BuzzDependencies {
  readonly identity: Pick<Identity, 'asker' | 'askers' | 'contactsOf' | 'entries' | 'expert' | 'isOpen' | 'keeps' | 'known' | 'settled'>;
  readonly calls: Pick<Calls, 'cardsOf' | 'endedCallsOf' | 'followedBy' | 'readableCall' | 'stocksOf'>;
  readonly market: Pick<Market, 'instrument' | 'instruments'>;
  /** The guard of texts by default. */
  readonly checkText?: CheckPublicText;
  /** Wall clock by default: posts are published by the server’s own time, not by that of a simulated market. */
  readonly clock?: () => Date;
  readonly reviewFrom?: Date | null;
  /** Whether an empty feed is filled with posts of the demo’s experts; so in a demo by default. */
  readonly seeds?: boolean;
}

export interface Buzz {
  /** Publishes what is due by the server’s clock; done every minute. */
  publishDue(): Promise<void>;
}

/** Expert Buzz: posts of experts with comments, reports and their moderation. */
export function createBuzz(platform: Platform, { identity, calls, market, ...given }: BuzzDependencies): Buzz {
  const { checkText = guardedPublicly(market), clock = () => new Date(), reviewFrom = REVIEW_FIRST_FROM, seeds = platform.config.demo } = given;
  const db = buzzTables(platform.db);
  const posting = createPosting({ platform, identity, calls, market, checkText, clock, reviewFrom });
  const joining = createJoining({ platform, identity, checkText, clock });
  const moderating = createModerating({ platform, identity, checkText, clock });
  const show = createShowing({ db, identity, calls, clock });
  const parts = { platform, calls, posting, joining, moderating, show, clock };
  serveBuzz(parts);
  serveModeration(parts);
  keepBuzz(identity, platform.db, clock);
  platform.jobs.schedule('buzz.publish', '* * * * *', posting.publishDue);
  platform.jobs.schedule('buzz.tidy', '40 4 1 * *', () => platform.transaction((tx) => tidyBuzz(buzzTables(tx), clock())));
  if (seeds) platform.onReady(async () => (await import('./demo/seed-buzz.ts')).seedBuzz({ platform, identity, calls, now: clock() }));
  return { publishDue: posting.publishDue };
}
