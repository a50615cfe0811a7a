-- A client's own request for an expert's record, which the rules on advertisements ask for before figures are told one-to-one.
create table record_requests (
  user_id text not null,
  expert_id text not null,
  asked_at timestamptz not null,
  until timestamptz not null,
  primary key (user_id, expert_id)
);
