-- What people write to us. Questions go with the account that wrote them; complaints are kept, without their sender.
create table tickets (
  number text primary key,
  -- '' of a visitor, and once the account is erased.
  user_id text not null,
  partner_key text not null,
  kind text not null,
  name text not null,
  email text not null,
  message text not null,
  opened_at timestamptz not null,
  answered_at timestamptz,
  -- User id of the admin, '' until then.
  answered_by text not null,
  answer text not null
);
create index tickets_of on tickets (user_id, opened_at) where user_id <> '';
create index tickets_open on tickets (opened_at) where answered_at is null;
create index complaints_by_day on tickets (opened_at) where kind = 'complaint';
