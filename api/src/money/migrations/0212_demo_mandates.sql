-- Mandates at the payment provider of the demo: what an order asks its payer to agree to, 0 for nothing, and what became of it.
alter table demo_bank_orders add column mandate_paise int not null default 0;
create table demo_bank_mandates (
  id text primary key,
  order_id text not null unique,
  most_paise int not null,
  -- active | revoked
  state text not null,
  -- Its payer's account will be empty when it is charged next.
  refuses_next boolean not null default false
);
