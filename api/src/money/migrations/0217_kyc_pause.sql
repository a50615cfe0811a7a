-- The clock of a plan stands still while it waits for the PAN of its buyer. `kyc_gate_from`: from when whole days are paused, null while the
-- PAN is there. `kyc_paused_days`: days by which its end was moved so far; null of plans that ask for no PAN, those sold before this among them.
alter table plan_orders add column kyc_gate_from timestamptz, add column kyc_paused_days int check (kyc_paused_days between 0 and 7);
create index plan_orders_gate on plan_orders (kyc_gate_from) where kyc_gate_from is not null;
