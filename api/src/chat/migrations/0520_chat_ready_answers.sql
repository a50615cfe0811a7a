-- Short answers that an expert keeps to use again. Nobody else reads one before it is sent as a message.
create table chat_ready_answers (
  expert_id text not null,
  -- Made by the client, so that a save that is sent again makes no second one.
  id text not null,
  body text not null,
  made_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (expert_id, id)
);
