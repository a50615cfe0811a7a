-- What buyers agreed to when a plan is to renew by itself, by the order that it was agreed to with.
create table plan_mandates (
  order_id text primary key references plan_orders (id),
  user_id text not null,
  site text not null,
  plan text not null,
  days int not null,
  method text not null,
  -- The most that may be taken each time, with GST, and the words that were agreed to.
  agreed_paise int not null check (agreed_paise between 100 and 1500000),
  words text not null,
  agreed_at timestamptz not null,
  -- The provider's name of it and its own limit, once it told of it.
  bank_id text not null default '',
  bank_paise int not null default 0,
  active_at timestamptz,
  -- Why nothing is renewed any more; '' while it may be.
  stopped text not null default '',
  stopped_at timestamptz,
  -- When it was gone at the provider too.
  revoked_at timestamptz
);
create index plan_mandates_user on plan_mandates (user_id);
create index plan_mandates_live on plan_mandates (order_id) where stopped = '';
create index plan_mandates_unrevoked on plan_mandates (order_id) where stopped <> '' and bank_id <> '' and revoked_at is null;

-- The announcement of a renewal, by the order whose plan it follows. It counts for that end of the plan alone.
create table plan_renewals (
  after_order text primary key references plan_orders (id),
  mandate text not null references plan_mandates (order_id),
  ends_at timestamptz not null,
  pay_paise int not null check (pay_paise > 0),
  charge_at timestamptz not null,
  announced_at timestamptz not null,
  -- The mail that announced it; '' where there was no address.
  mail text not null
);
create index plan_renewals_mandate on plan_renewals (mandate);

-- '' of an order without a mandate; its own id where it sets one up, that of another where the mandate of that one pays it.
alter table plan_orders add column mandate text not null default '';
create index plan_orders_mandate on plan_orders (mandate) where mandate <> '';
