-- Followers are told of a call in an order drawn anew each time: lots cut them into parts of any size without sorting them all.
alter table follows add column lot integer not null default floor(random() * 2147483648)::bigint::integer;
create index follows_lots on follows (expert_id, lot, user_id);
