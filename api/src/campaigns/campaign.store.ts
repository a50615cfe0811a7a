import type { CampaignDraft } from '@vimarsh/shared/contract/campaign/types.ts';
import { type ColumnType, type Kysely, type Selectable, sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import type { Creative } from './creative.ts';

interface CampaignTables {
  campaigns: {
    id: string;
    site: string;
    audience: CampaignDraft['audience'];
    starts_at: Date;
    ends_at: Date;
    coupon: string;
    campaign_data: ColumnType<CampaignDraft['campaign_data'], string, never>;
    set_by: string;
    set_at: Date;
    /** '' and null until another admin approves it. */
    approval: string;
    approved_hash: string;
    approved_by: string;
    approved_at: Date | null;
    withdrawn_by: string;
    withdrawn_at: Date | null;
    shown_to_erased: number;
  };
  campaigns_seen: { user_id: string; campaign_id: string; seen_at: Date; day: string | null };
}
export const campaignsOf = (db: Database): Kysely<CampaignTables> => db;
type Db = ReturnType<typeof campaignsOf>;
export type CampaignRow = Selectable<CampaignTables['campaigns']>;

const approved = (db: Db) => db.selectFrom('campaigns').selectAll().where('approved_at', 'is not', null).where('withdrawn_at', 'is', null);

/** What was approved for a site and has begun and not ended. */
export const runningOn = (db: Db, site: string, now: Date): Promise<CampaignRow[]> =>
  approved(db).where('site', '=', site).where('starts_at', '<=', now).where('ends_at', '>', now).execute();

/** One that was approved and not withdrawn, wherever and whenever it runs. */
export const approvedOne = (db: Db, id: string): Promise<CampaignRow | undefined> => approved(db).where('id', '=', id).executeTakeFirst();

export const campaignOf = (db: Db, id: string): Promise<CampaignRow | undefined> =>
  db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst();

/** What somebody has seen, ever, and whether on this day. */
export async function seenBy(db: Db, user_id: string, day: string): Promise<{ seen: ReadonlySet<string>; saw_one_today: boolean }> {
  const rows = await db.selectFrom('campaigns_seen').select(['campaign_id', 'day']).where('user_id', '=', user_id).execute();
  return { seen: new Set(rows.map(({ campaign_id }) => campaign_id)), saw_one_today: rows.some((row) => row.day === day) };
}

/** Whether nobody was before: one a person and campaign, and one a person and day. Of two at once one is first. */
export async function noteSeen(db: Db, row: { campaign_id: string; user_id: string; seen_at: Date; day: string }): Promise<boolean> {
  const noted = await db
    .insertInto('campaigns_seen')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('campaign_id')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function keepDraft(tx: Db, { id, set_by, now, ...creative }: Creative & { id: string; set_by: string; now: Date }): Promise<void> {
  const { site, audience, starts_at, coupon, campaign_data } = creative;
  const undecided = { approval: '', approved_hash: '', approved_by: '', approved_at: null, withdrawn_by: '', withdrawn_at: null, shown_to_erased: 0 };
  const said = { site, audience, starts_at, ends_at: new Date(campaign_data.ends_at), coupon, campaign_data: JSON.stringify(campaign_data) };
  await tx
    .insertInto('campaigns')
    .values({ id, ...said, set_by, set_at: now, ...undecided })
    .execute();
}

/** Whether it waited for this: nobody approved or withdrew it meanwhile. */
export async function keepApproval(
  tx: Db,
  { id, approval, hash, approved_by, now }: { id: string; approval: string; hash: string; approved_by: string; now: Date },
): Promise<boolean> {
  const kept = await tx
    .updateTable('campaigns')
    .set({ approval, approved_hash: hash, approved_by, approved_at: now })
    .where('id', '=', id)
    .where('approved_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute();
  return kept.length > 0;
}

/** Whether there was one to take back. */
export async function takeBack(tx: Db, { id, withdrawn_by, now }: { id: string; withdrawn_by: string; now: Date }): Promise<boolean> {
  const taken = await tx
    .updateTable('campaigns')
    .set({ withdrawn_by, withdrawn_at: now })
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .returning('id')
    .execute();
  return taken.length > 0;
}

/** What an account has seen goes with it; how many people saw each campaign stays. */
export async function forgetSeen(tx: Db, user_id: string): Promise<void> {
  const gone = await tx.deleteFrom('campaigns_seen').where('user_id', '=', user_id).returning('campaign_id').execute();
  // In one order, so that two erasures never wait for each other.
  for (const { campaign_id } of gone.toSorted((a, b) => (a.campaign_id < b.campaign_id ? -1 : 1)))
    await tx
      .updateTable('campaigns')
      .set((eb) => ({ shown_to_erased: eb('shown_to_erased', '+', 1) }))
      .where('id', '=', campaign_id)
      .execute();
}

const counted = (db: Db) =>
  db
    .selectFrom('campaigns')
    .selectAll('campaigns')
    .select(sql<number>`shown_to_erased + (select count(*) from campaigns_seen where campaign_id = campaigns.id)::int`.as('shown'));
export type CountedCampaign = CampaignRow & { readonly shown: number };

const MOST_LISTED = 200;
export const newestOnes = (db: Db): Promise<CountedCampaign[]> => counted(db).orderBy('id', 'desc').limit(MOST_LISTED).execute();

/** All of them, in parts, oldest first. */
export const onesAfter = (db: Db, after: string, most: number): Promise<CountedCampaign[]> =>
  counted(db).where('id', '>', after).orderBy('id').limit(most).execute();
