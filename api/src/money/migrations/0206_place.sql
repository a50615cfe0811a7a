-- The state that the buyer names with an order: the place of supply of who is not registered for GST. '' of orders before.
alter table plan_orders add column place text not null default '';
