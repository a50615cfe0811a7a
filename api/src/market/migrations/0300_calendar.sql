-- What the exchange has declared since the release: closures, sessions, hours and moved expiries. Rows are never changed; one that was wrong
-- is withdrawn by another.
create table calendar_rows (
  id integer primary key,
  kind text not null check (kind in ('close', 'open', 'session', 'hours', 'year', 'expiry', 'withdraw')),
  day date not null,
  -- The hours of a session, or the ordinary ones from the day on.
  hours jsonb,
  moved_to date,
  withdraws integer unique references calendar_rows (id),
  reason text not null check (length(reason) between 1 and 300),
  file_name text,
  sha256 text,
  entered_by text,
  known_at timestamptz not null default now(),
  check ((file_name is null) = (sha256 is null)),
  check ((file_name is null) <> (entered_by is null)),
  check ((kind in ('session', 'hours')) = (hours is not null)),
  check ((kind = 'expiry') = (moved_to is not null)),
  check ((kind = 'withdraw') = (withdraws is not null))
);

create function calendar_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger calendar_rows_append_only before update or delete or truncate on calendar_rows
  for each statement execute function calendar_is_append_only();
