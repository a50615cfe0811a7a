-- A category said of somebody ends by itself: from then on the profile says none.
alter table profiles add column risk_ends_at timestamptz;
