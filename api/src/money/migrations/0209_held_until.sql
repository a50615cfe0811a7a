-- Until when an order can be paid that keeps the price of a coupon which is no more: the first order's time, not a new one. Null: its own 30 minutes.
alter table plan_orders add column held_until timestamptz;
create index plan_orders_held on plan_orders (held_until) where state = 'open' and held_until is not null;
