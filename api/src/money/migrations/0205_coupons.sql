-- Codes that take something off a price. What a code says never changes, and none is deleted: orders name it.
create table coupons (
  code text primary key,
  site text not null,
  percent int not null check (percent between 1 and 90),
  -- '' is every plan.
  plan text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  most_uses int not null check (most_uses > 0),
  approval text not null,
  set_by text not null,
  set_at timestamptz not null,
  withdrawn_at timestamptz
);

-- The price of an order is its fee and GST; `discount_paise` is what it was lowered by.
alter table plan_orders add column coupon text not null default '';
alter table plan_orders add column discount_paise int not null default 0 check (discount_paise >= 0);
-- How often a coupon is used is counted from the orders that carry it.
create index plan_orders_coupon on plan_orders (coupon, state) where coupon <> '';
