-- Stamps of the log's heads by calendars of OpenTimestamps. `timestamp` is completed, and `block` known, once a block of Bitcoin holds it.
create table log_anchors (
  size bigint not null,
  calendar text not null,
  timestamp bytea not null,
  block integer,
  stamped_at timestamptz not null default now(),
  primary key (size, calendar)
);
