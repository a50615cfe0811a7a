-- Conversations of an investor with an expert. One room for the two of them, whatever number of requests it has seen.
create table chat_rooms (
  id text primary key,
  investor_id text not null,
  expert_id text not null,
  -- Site of the investor; '' is the main host.
  partner_key text not null,
  -- Requested | Active | Denied | Cancelled | Expired | Closed
  status text not null,
  topic text not null,
  symbol text,
  request_text text not null,
  -- Of the present status.
  reason text not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- Decided by the expert, and not by the clock or the investor.
  answered_at timestamptz,
  closed_at timestamptz,
  -- When the room moves on by itself; null where it does not.
  ends_at timestamptz,
  -- The last number of the room's sequence, and when it was given out.
  last_seq integer not null,
  last_at timestamptz not null
);
create unique index chat_pair on chat_rooms (investor_id, expert_id);
create index chat_of_investor on chat_rooms (investor_id, last_at desc, id);
create index chat_of_expert on chat_rooms (expert_id, last_at desc, id);
create index chat_due on chat_rooms (ends_at) where ends_at is not null;
create index chat_old on chat_rooms (last_at);

-- What happened in a room, in the order of seq, which counts 1, 2, 3 … without a hole. Rows are added and never changed.
create table chat_messages (
  room_id text not null references chat_rooms (id),
  seq integer not null,
  -- request | message | edit | withdrawal | state
  kind text not null,
  -- '' for the clock.
  sender_id text not null,
  -- Made by the client; '' for changes of the state.
  client_msg_id text not null,
  body text not null,
  -- Of a message the number of the one it answers, of an edit or withdrawal the number of what it changes.
  target integer,
  status_str text not null,
  reason text not null,
  at timestamptz not null,
  primary key (room_id, seq)
);
-- One number, one text: what is sent again is found by it.
create unique index chat_message_by_id on chat_messages (sender_id, client_msg_id) where client_msg_id <> '';
create index chat_withdrawals on chat_messages (room_id, target) where kind = 'withdrawal';

-- How far a member has received and seen a room.
create table chat_reads (
  room_id text not null references chat_rooms (id),
  user_id text not null,
  delivered integer not null,
  seen integer not null,
  primary key (room_id, user_id)
);

-- Texts that the guard refused. They were sent to nobody and are kept for compliance alone.
create table chat_blocked (
  sender_id text not null,
  client_msg_id text not null,
  -- '' for a first request.
  room_id text not null,
  body text not null,
  kind text not null,
  at timestamptz not null,
  primary key (sender_id, client_msg_id)
);
create index chat_blocked_old on chat_blocked (at);
