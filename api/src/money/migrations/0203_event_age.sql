-- Events are forgotten by their age.
create index plan_events_received on plan_events (received_at);
