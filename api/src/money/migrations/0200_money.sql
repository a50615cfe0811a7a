-- What plans cost, with GST, in paise. `site` '' is the main host; a partner without rows of its own sells at these prices.
create table plan_offers (
  site text not null,
  plan text not null check (plan in ('Lite', 'Premium', 'Pro')),
  days int not null check (days between 1 and 365),
  price_paise int not null check (price_paise >= 100),
  primary key (site, plan, days)
);
insert into plan_offers (site, plan, days, price_paise) values
  ('', 'Lite', 30, 19900),
  ('', 'Premium', 7, 29900),
  ('', 'Premium', 30, 49900),
  ('', 'Pro', 30, 99900),
  ('', 'Pro', 90, 249900),
  ('', 'Pro', 365, 899900);

-- Orders, and once paid the plans they gave. Money of them is never deleted: books are kept.
create table plan_orders (
  id text primary key,
  user_id text not null,
  site text not null,
  plan text not null,
  days int not null,
  taxable_paise int not null,
  gst_paise int not null,
  -- Lesser plans that end with it: [{order_id, taxable, gst}].
  credits jsonb not null,
  pay_paise int not null check (pay_paise > 0),
  method text not null,
  mitc_version text not null,
  idempotency_key text not null,
  -- open | paid | failed | expired | replaced | returned
  state text not null,
  -- The provider's answer, once it has the order.
  payable jsonb,
  created_at timestamptz not null,
  decided_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  -- Why the plan ended before its time: '' | upgraded | cancelled
  ended text not null default '',
  unique (user_id, idempotency_key)
);
-- Two tabs that order at once share one order.
create unique index plan_order_open on plan_orders (user_id) where state = 'open';
create index plan_orders_state on plan_orders (state, created_at);

-- Money that came, as the provider told.
create table plan_payments (
  id text primary key,
  order_id text not null references plan_orders (id),
  user_id text not null,
  amount_paise int not null check (amount_paise > 0),
  refunded_paise int not null default 0 check (refunded_paise between 0 and amount_paise),
  received_at timestamptz not null
);
create unique index plan_payments_order on plan_payments (order_id, id);
create index plan_payments_user on plan_payments (user_id);

create table plan_refunds (
  id text primary key,
  payment_id text not null references plan_payments (id),
  order_id text not null,
  user_id text not null,
  amount_paise int not null check (amount_paise > 0),
  -- cancelled | late | twice | amount
  reason text not null,
  -- asked | done
  state text not null,
  asked_at timestamptz not null,
  done_at timestamptz
);
create index plan_refunds_user on plan_refunds (user_id, asked_at);

-- Every event with a good signature, once, and what became of it.
create table plan_events (
  id text primary key,
  event text not null,
  outcome text not null,
  received_at timestamptz not null
);

-- Invoices and credit notes, without a gap in each series of a financial year.
create table invoice_series (
  kind text not null,
  year text not null,
  last int not null,
  primary key (kind, year)
);
create table invoices (
  number text primary key,
  kind text not null,
  order_id text not null references plan_orders (id),
  user_id text not null,
  site text not null,
  -- The invoice that a credit note takes back.
  about text not null,
  taxable_paise int not null,
  gst_paise int not null,
  issued_at timestamptz not null
);
create index invoices_user on invoices (user_id, issued_at);

-- Double entry: the lines of one `entry` add up to nothing. Debit is above zero, credit below.
create table book_lines (
  entry text not null,
  line int not null,
  account text not null check (account in ('provider', 'fees', 'gst', 'refunds_due')),
  paise int not null check (paise <> 0),
  at timestamptz not null,
  primary key (entry, line)
);
create index book_lines_account on book_lines (account);
