-- Demos people book with us. They go with the account, and a year after their day.
create table demo_bookings (
  id text primary key,
  user_id text not null,
  -- IST day and time of day: 2026-11-25, 10:30.
  date text not null,
  slot text not null,
  -- new | cancel
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- Two people who book a slot at once: one gets it.
create unique index demo_slot on demo_bookings (date, slot) where status = 'new';
create index demos_of on demo_bookings (user_id, date, slot);
