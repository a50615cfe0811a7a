-- The payment provider of the demo. Nothing of the shop reads these tables but the provider itself.
create table demo_bank_orders (
  order_id text primary key,
  amount_paise int not null,
  method text not null,
  return_to text not null,
  -- open | paid | failed | closed
  state text not null,
  payment_id text not null default ''
);
create table demo_bank_refunds (
  refund_id text primary key,
  payment_id text not null,
  amount_paise int not null
);
create index demo_bank_refunds_payment on demo_bank_refunds (payment_id);
create table demo_bank_events (
  id text primary key,
  event text not null,
  delivered_at timestamptz
);
-- What it signs with: made once, so that nobody who reads this code can sign too.
create table demo_bank_key (
  id int primary key check (id = 1),
  secret text not null
);
