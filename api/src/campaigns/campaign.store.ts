import type { CampaignData } from '@vimarsh/shared/contract/campaign/types.ts';
import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Database } from '../platform/platform.ts';

interface CampaignTables {
  campaigns: {
    id: string;
    site: string;
    campaign_data: ColumnType<CampaignData, string, never>;
    approval: string;
    ends_at: Date;
    set_by: string;
    set_at: Date;
    withdrawn_at: Date | null;
  };
  campaigns_seen: { user_id: string; campaign_id: string; seen_at: Date };
}
export const campaignsOf = (db: Database) => db as Kysely<CampaignTables>;
type Db = ReturnType<typeof campaignsOf>;

/** What a site shows to somebody; undefined when nothing runs or they have seen it. */
export const campaignFor = (db: Db, { site, user_id, now }: { site: string; user_id: string; now: Date }) =>
  db
    .selectFrom('campaigns')
    .select(['id', 'campaign_data'])
    .where('site', '=', site)
    .where('withdrawn_at', 'is', null)
    .where('ends_at', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('campaigns_seen').select('campaign_id').whereRef('campaign_id', '=', 'campaigns.id').where('user_id', '=', user_id))),
    )
    .executeTakeFirst();

/** Of a campaign there never was, nothing is noted. */
export async function noteSeen(db: Db, { campaign_id, user_id, now }: { campaign_id: string; user_id: string; now: Date }): Promise<void> {
  const known = await db.selectFrom('campaigns').select('id').where('id', '=', campaign_id).executeTakeFirst();
  if (!known) return;
  await db
    .insertInto('campaigns_seen')
    .values({ user_id, campaign_id, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The last campaign of a site ends; a new one begins unless `next` is null. */
export async function replaceCampaign(
  tx: Db,
  {
    site,
    next,
    approval,
    set_by,
    now,
  }: { site: string; next: { id: string; campaign_data: CampaignData } | null; approval: string; set_by: string; now: Date },
): Promise<void> {
  // Two at once: one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`campaign ${site}`}, 0))`.execute(tx);
  await tx.updateTable('campaigns').set({ withdrawn_at: now }).where('site', '=', site).where('withdrawn_at', 'is', null).execute();
  if (!next) return;
  const { id, campaign_data } = next;
  await tx
    .insertInto('campaigns')
    .values({
      id,
      site,
      campaign_data: JSON.stringify(campaign_data),
      approval,
      ends_at: new Date(campaign_data.ends_at),
      set_by,
      set_at: now,
      withdrawn_at: null,
    })
    .execute();
}

const MOST_LISTED = 200;
export const allCampaigns = (db: Db) => db.selectFrom('campaigns').selectAll().orderBy('id', 'desc').limit(MOST_LISTED).execute();
