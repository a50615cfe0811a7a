import type { KeptCampaign } from '@vimarsh/shared/contract/campaign/types.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';
import { type CountedCampaign, type campaignsOf, onesAfter } from './campaign.store.ts';
import { hashOf } from './creative.ts';

type Db = ReturnType<typeof campaignsOf>;

const MOST_ROWS = 500;
const HEAD = [
  ...['Id', 'Site', 'Audience', 'Starts', 'Ends', 'Title', 'Body', 'Facts', 'Action', 'Leads to', 'Coupon', 'SHA-256'],
  ...['Drafted by', 'Drafted at', 'Approval', 'Approved SHA-256', 'Approved by', 'Approved at', 'Withdrawn by', 'Withdrawn at', 'Shown to'],
];

export const keptOf = (row: CountedCampaign): KeptCampaign => ({
  ...{ id: row.id, site: row.site, audience: row.audience, starts_at: row.starts_at.toISOString(), coupon: row.coupon, campaign_data: row.campaign_data },
  ...{ hash: hashOf(row), set_by: row.set_by, set_at: row.set_at.toISOString() },
  ...{ approval: row.approval, approved_hash: row.approved_hash, approved_by: row.approved_by, approved_at: row.approved_at?.toISOString() ?? null },
  ...{ withdrawn_by: row.withdrawn_by, withdrawn_at: row.withdrawn_at?.toISOString() ?? null, shown: row.shown },
});

/** What was ever drafted, shown or taken back, for who inspects the adverts. */
export async function archiveFrom(
  db: Db,
  after: string,
  day: string,
  most = MOST_ROWS,
): Promise<{ file: string; csv: string; campaigns: KeptCampaign[]; next: string }> {
  const found = await onesAfter(db, after, most + 1);
  const campaigns = found.slice(0, most).map(keptOf);
  const rows = campaigns.map(({ campaign_data: { title, body, facts, ends_at, action }, ...one }) => [
    ...[one.id, one.site, one.audience, one.starts_at, ends_at, title, body, facts.join('\n'), action?.label ?? '', action?.path ?? '', one.coupon, one.hash],
    ...[one.set_by, one.set_at, one.approval, one.approved_hash, one.approved_by, one.approved_at, one.withdrawn_by, one.withdrawn_at, one.shown],
  ]);
  return {
    file: `campaigns-${day}.csv`,
    // By the mark spreadsheets read it as Unicode.
    csv: after ? csv(rows) : `\uFEFF${csv([HEAD, ...rows])}`,
    campaigns,
    next: found.length > most ? campaigns.at(-1)!.id : '',
  };
}
