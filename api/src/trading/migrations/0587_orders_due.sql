-- When an order that nobody can tell about is handed to its owner; null while nothing waits. Handing over then waits for no broker.
alter table trading_orders add column due_at timestamptz;
create index trading_orders_due on trading_orders (due_at) where due_at is not null;
