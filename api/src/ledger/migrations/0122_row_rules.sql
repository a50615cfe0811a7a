-- By which rules each kind's rows were made last; a kind that is not here has rows by the first.
create table ledger_row_rules (
  kind text primary key,
  rules integer not null
);
