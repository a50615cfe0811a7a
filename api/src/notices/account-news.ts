import type { AccountNotice } from '@vimarsh/shared/contract/notices/types.ts';
import type { Identity } from '../identity/index.ts';
import type { Database } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import type { NoticeSource, Tell } from './source.ts';

const SOURCE = 'account';

export type AccountNews = Pick<AccountNotice, 'what' | 'document' | 'demo'> & Partial<Pick<AccountNotice, 'renewal' | 'refund' | 'order'>>;

/**
 * Tells one person what became of something of their own, once the caller's transaction is committed. `once`: a name under which the same news is
 * never told again.
 */
export type TellPerson = (tx: Database, user_id: string, news: AccountNews, once?: string) => Promise<void>;

/**
 * News of a person's own account goes to that person alone, the way everything is told: once, counted, caught up after a break.
 * What also leaves by mail or to devices is sent by who knows the news, because those words are fixed by law or by the person's choice.
 */
export const accountSource = (identity: Pick<Identity, 'known'>): NoticeSource => ({
  name: SOURCE,
  countFollowers: async () => 1,
  followers: async ({ about }, _lots, after) => (after.user_id === about ? [] : [{ user_id: about, lot: 0 }]),
  readers: (_happening, user_ids) => identity.known(user_ids),
  letter: async () => null,
});

export const tellingPersons =
  (tell: Tell, clock: () => Date): TellPerson =>
  (tx, user_id, news, once = ulid()) =>
    tell(tx, {
      id: `account:${once}`,
      source: SOURCE,
      topic: 'account',
      expert_id: '',
      about: user_id,
      first: true,
      facts: { ...news, urgent: false },
      happened_at: clock(),
    });
