-- What sites show to those who are signed in. Rows stay: what was advertised, where and when, is kept.
create table campaigns (
  id text primary key,
  -- '' is our own site.
  site text not null,
  campaign_data jsonb not null,
  -- Reference of its approval as an advertisement.
  approval text not null,
  ends_at timestamptz not null,
  set_by text not null,
  set_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index campaigns_running on campaigns (site) where withdrawn_at is null;

-- To whom a campaign was shown.
create table campaigns_seen (
  user_id text not null,
  campaign_id text not null references campaigns (id),
  seen_at timestamptz not null,
  primary key (user_id, campaign_id)
);
