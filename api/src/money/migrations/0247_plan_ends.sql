-- When the buyer of a plan was last told that it ends soon; null before.
alter table plan_orders add column end_told_at timestamptz;
create index plan_orders_ends on plan_orders (ends_at) where state = 'paid' and ended = '';
