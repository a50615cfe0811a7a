-- Who wants what goes by mail about calls in one mail a day.
create table notice_daily_mail (
  user_id text primary key
);

-- What the next such mail of each of them is to hold.
create table notice_mail_waiting (
  user_id text not null,
  event_id text not null references notice_events (id),
  due_at timestamptz not null,
  primary key (user_id, event_id)
);
create index notice_mail_waiting_due on notice_mail_waiting (due_at);
