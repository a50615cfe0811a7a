-- When an expert answers, in hours of the week in India, and what they let investors read outside of them.
create table chat_hours (
  expert_id text primary key,
  -- Seven days from Monday on, each null or the minutes of the day from which to which; null where none are told.
  hours jsonb,
  -- Away until they say otherwise, whatever the hours.
  away boolean not null,
  note text not null,
  changed_at timestamptz not null
);
