-- Corrections of calls on their way: one admin proposes, another decides. What was approved stands in the record as an event.
create table call_corrections (
  id text primary key,
  cid text not null,
  call_id text not null,
  -- Hash of the call's latest event when it was proposed: a call that has gone on since is looked at anew.
  call_hash text not null,
  -- JSON of the contract's proposal, and how the call stood and would stand.
  proposal text not null,
  event_type text not null,
  before text not null,
  after text not null,
  proposed_by text not null,
  proposed_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'refused')),
  decided_by text,
  decided_at timestamptz,
  unique (proposed_by, cid),
  check (decided_by is null or decided_by <> proposed_by)
);
create index call_corrections_waiting on call_corrections (proposed_at) where state = 'waiting';
