-- What a person wants on their invoices. Whoever wrote nothing is billed as a customer without a GST number, where the supplier is.
create table billing_details (
  user_id text primary key,
  name text not null,
  state text not null,
  gstin text not null,
  updated_at timestamptz not null
);
-- Who billed whom, and where, as it was on the day: an invoice never changes. Those before this were all of the demo's supplier.
alter table invoices add column supplier jsonb, add column buyer jsonb, add column place text;
update invoices set
  supplier = '{"name":"Vimarsh Research Pvt Ltd (demo)","address":"5 Demonstration Road, Mumbai 400051","gstin":"27AAACV0000V1Z6"}',
  buyer = '{"name":"","gstin":""}', place = '27';
alter table invoices alter column supplier set not null, alter column buyer set not null, alter column place set not null;
