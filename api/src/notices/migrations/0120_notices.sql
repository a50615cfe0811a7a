-- What happened that people are told of, once each. `facts` is JSON of what a notice says.
create table notice_events (
  -- Made of what it tells, so that telling it again is the same.
  id text primary key,
  -- Who knows to whom it is told.
  source text not null,
  topic text not null,
  -- Whose notices one may mute.
  expert_id text not null,
  -- The thing it is about, and whether this is the first that is told of it.
  about text not null,
  first boolean not null,
  facts jsonb not null,
  happened_at timestamptz not null,
  recorded_at timestamptz not null
);
create index notice_events_about on notice_events (about) where first;

-- How far the telling of each has come. Followers lie in `parts` parts of their lots, which are taken in an order drawn by `draw`.
create table notice_fanouts (
  event_id text primary key references notice_events (id),
  draw integer not null,
  -- 0: not begun.
  parts integer not null,
  part integer not null,
  -- The last one looked at in this part.
  after_lot integer not null,
  after_user text not null,
  told integer not null,
  touched_at timestamptz not null,
  done_at timestamptz
);
create index notice_fanouts_open on notice_fanouts (touched_at) where done_at is null;

-- How many notices each person has been given: the row that whoever gives one more locks.
create table notice_boxes (
  user_id text primary key,
  last_seq integer not null
);

-- Who was told what, when, and as the how-manieth: the log of deliveries is what people read.
create table notices (
  user_id text not null,
  seq integer not null,
  event_id text not null references notice_events (id),
  place integer not null,
  told_at timestamptz not null,
  read_at timestamptz,
  primary key (user_id, seq),
  unique (event_id, user_id)
);
create index notices_unread on notices (user_id, seq) where read_at is null;

-- Messages to devices that wait for the end of their reader's quiet hours.
create table notice_waiting (
  user_id text not null,
  event_id text not null references notice_events (id),
  until timestamptz not null,
  primary key (event_id, user_id)
);
create index notice_waiting_until on notice_waiting (until);

create table notice_mutes (
  user_id text not null,
  expert_id text not null,
  since timestamptz not null,
  primary key (user_id, expert_id)
);

-- Minutes since midnight in IST; who has no row has the usual hours.
create table notice_quiet_hours (
  user_id text primary key,
  is_on boolean not null,
  from_minute integer not null,
  to_minute integer not null
);
