import type { CAMPAIGN_AUDIENCES } from '@vimarsh/shared/contract/campaign/types.ts';
import { belongsTo } from '@vimarsh/shared/domain/access/audiences.ts';
import type { Caller } from '@vimarsh/shared/domain/access/caller.ts';
import { may } from '@vimarsh/shared/domain/access/may.ts';

/** What decides of a campaign to whom it is shown. */
export interface Showable {
  readonly id: string;
  readonly audience: (typeof CAMPAIGN_AUDIENCES)[number];
  readonly starts_at: Date;
  readonly ends_at: Date;
  /** It names a plan or a price, or leads to them. */
  readonly names_plans: boolean;
}

/** Who would see it, and when. */
export interface Looker {
  readonly caller: Caller;
  readonly now: Date;
  /** They have an order that waits for its payment. */
  readonly paying: boolean;
  /** They have seen one on this day of India's calendar, whichever. */
  readonly saw_one_today: boolean;
  /** Campaigns they have seen, ever. */
  readonly seen: ReadonlySet<string>;
}

/** Whether somebody may be shown any campaign now: nothing comes between them and a payment, and there is one a day. */
export const mayLook = ({ paying, saw_one_today }: Pick<Looker, 'paying' | 'saw_one_today'>): boolean => !paying && !saw_one_today;

/** Whether a campaign that was approved is for somebody now. */
export const isFor = ({ id, audience, starts_at, ends_at, names_plans }: Showable, { caller, now, seen }: Pick<Looker, 'caller' | 'now' | 'seen'>): boolean =>
  starts_at <= now && now < ends_at && belongsTo(caller, audience) && !seen.has(id) && (!names_plans || may(caller, 'money.see-plans'));

/** The order in which campaigns that run together are shown: that which ends first, and of those that end together the older. */
const inOrder = <C extends Showable>(campaigns: readonly C[]): readonly C[] =>
  campaigns.toSorted((a, b) => a.ends_at.getTime() - b.ends_at.getTime() || (a.id < b.id ? -1 : 1));

/** Those that are for somebody now, in the order in which they are shown. */
export const campaignsFor = <C extends Showable>(campaigns: readonly C[], looker: Looker): readonly C[] =>
  mayLook(looker) ? inOrder(campaigns.filter((each) => isFor(each, looker))) : [];
