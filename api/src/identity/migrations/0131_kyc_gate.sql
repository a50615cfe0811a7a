-- Live calls of a plan that was bought wait for the PAN of its buyer. What was sold before this rule stays as it was sold.
alter table subscriptions add column kyc_gate boolean not null default false;
-- Fees are limited for each PAN, on whatever sites it was given.
create index kyc_numbers_pan on kyc_numbers (blind_index);
