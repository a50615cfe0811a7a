-- How many follow an expert, and on which IST day they began: counting a million follows took longer than the page that shows the number.
-- The database counts along in the transaction that writes a follow, whoever writes it; the check of the record counts anew and compares.
create table follower_counts (
  expert_id text primary key,
  followers integer not null
);
create table follower_days (
  expert_id text not null,
  day date not null,
  followers integer not null,
  primary key (expert_id, day)
);

create function count_follows() returns trigger language plpgsql as $$
declare
  step constant integer := case when tg_op = 'INSERT' then 1 else -1 end;
begin
  -- In the order of the keys, so that two that count at once don't wait for each other.
  insert into follower_counts as counted (expert_id, followers)
    select expert_id, step * count(*) from changed group by expert_id order by expert_id
    on conflict (expert_id) do update set followers = counted.followers + excluded.followers;
  insert into follower_days as counted (expert_id, day, followers)
    select expert_id, ((since at time zone 'UTC') + interval '330 minutes')::date as day, step * count(*) from changed group by 1, 2 order by 1, 2
    on conflict (expert_id, day) do update set followers = counted.followers + excluded.followers;
  return null;
end
$$;
-- A copy of the whole database brings its counts along.
-- since release 1: an older server writes follows as before and reads no counts; what it writes is counted
create trigger follows_counted_in after insert on follows referencing new table as changed
  for each statement when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function count_follows();
-- since release 1: an older server deletes follows as before, and that is counted
create trigger follows_counted_out after delete on follows referencing old table as changed
  for each statement execute function count_follows();

insert into follower_counts select expert_id, count(*) from follows group by expert_id;
insert into follower_days select expert_id, ((since at time zone 'UTC') + interval '330 minutes')::date, count(*) from follows group by 1, 2;
