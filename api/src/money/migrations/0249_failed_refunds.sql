-- When the provider said that it could not pay a refund back; null where it did not. It stays 'asked': the money is owed as before.
alter table plan_refunds add column failed_at timestamptz;
-- By which our own bank paid it instead, '' where it did not.
alter table plan_refunds add column bank_reference text not null default '';
create index plan_refunds_failed on plan_refunds (failed_at) where state = 'asked' and failed_at is not null;
