-- When the last attempt to pay an open order was refused: the order stays open, and its payer may try again.
alter table plan_orders add column refused_at timestamptz;
-- A refusal used to end an order, at the provider too. Nobody can pay those any more, as if their time were over.
update plan_orders set state = 'expired', refused_at = decided_at where state = 'failed';
update demo_bank_orders set state = 'closed' where state = 'failed';
