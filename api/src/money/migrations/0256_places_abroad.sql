-- The country of a buyer outside India, which an invoice for an export names; '' in India.
alter table billing_details add column country text not null default '';
