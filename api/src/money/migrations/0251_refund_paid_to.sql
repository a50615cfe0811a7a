-- The last digits of the account that our bank paid a refund to, so that its owner can look for it there.
alter table plan_refunds add column bank_ends_with text not null default '';
