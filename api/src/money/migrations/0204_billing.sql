-- What a person wants on their invoices. Whoever wrote nothing is billed as a customer without a GST number, where the supplier is.
create table billing_details (
  user_id text primary key,
  name text not null,
  address text not null,
  state text not null,
  gstin text not null,
  updated_at timestamptz not null
);
-- A credit note looks for the invoice of its order, and there is one.
create unique index invoices_order on invoices (order_id) where kind = 'invoice';
-- From when days of a plan count as used, where it came forward on a day that the plan before it was charged for; null: from its start.
alter table plan_orders add column charged_from timestamptz;
-- Who billed whom, and where, as it was on the day: an invoice never changes. Those before this were all of the demo's supplier.
alter table invoices add column supplier jsonb, add column buyer jsonb, add column place text;
update invoices set
  supplier = '{"name":"Vimarsh Research Pvt Ltd (demo)","address":"5 Demonstration Road, Mumbai 400051","gstin":"27AAACV0000V1Z6"}',
  buyer = '{"name":"","address":"","gstin":""}', place = '27';
alter table invoices alter column supplier set not null, alter column buyer set not null, alter column place set not null;
