-- Several at once, each with a start and an audience; drafted by one admin and approved by another.
drop index campaigns_running;
alter table campaigns
  add column audience text not null default 'members',
  add column starts_at timestamptz,
  add column coupon text not null default '',
  add column approved_hash text not null default '',
  add column approved_by text not null default '',
  add column approved_at timestamptz,
  add column withdrawn_by text not null default '',
  -- Of people it was shown to, those whose accounts were erased since.
  add column shown_to_erased int not null default 0;
-- One person set these alone: they run no more.
update campaigns set starts_at = set_at, withdrawn_at = coalesce(withdrawn_at, now());
alter table campaigns
  alter column starts_at set not null,
  alter column audience drop default,
  add check (approved_by <> set_by),
  add check ((approved_at is null) = (approved_hash = ''));
create index campaigns_of_site on campaigns (site, ends_at) where withdrawn_at is null and approved_at is not null;

-- The day of India's calendar: one a person and day, whatever runs. Null for those of before.
alter table campaigns_seen add column day text;
create unique index campaigns_seen_day on campaigns_seen (user_id, day);
create index campaigns_seen_campaign on campaigns_seen (campaign_id);

-- What was advertised, who approved it and when stays as it was.
create function campaigns_are_kept() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' then
    raise exception 'campaigns are never deleted';
  end if;
  if (new.id, new.site, new.audience, new.starts_at, new.ends_at, new.coupon, new.campaign_data, new.set_by, new.set_at)
    is distinct from (old.id, old.site, old.audience, old.starts_at, old.ends_at, old.coupon, old.campaign_data, old.set_by, old.set_at)
    or (old.approved_at is not null and (new.approval, new.approved_hash, new.approved_by, new.approved_at)
      is distinct from (old.approval, old.approved_hash, old.approved_by, old.approved_at))
    or (old.withdrawn_at is not null and (new.withdrawn_at, new.withdrawn_by) is distinct from (old.withdrawn_at, old.withdrawn_by))
    or new.shown_to_erased < old.shown_to_erased then
    raise exception 'a campaign is kept as it was';
  end if;
  return new;
end
$$;
create trigger campaigns_kept before update or delete on campaigns for each row execute function campaigns_are_kept();
create trigger campaigns_kept_whole before truncate on campaigns for each statement execute function campaigns_are_kept();
