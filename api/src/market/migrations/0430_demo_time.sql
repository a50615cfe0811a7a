-- Up to where the demo's market time may have been shown, so that a start never goes back behind it. One row, in the demo only.
create table demo_time (
  one boolean primary key default true check (one),
  reached timestamptz not null
);
