-- Where a refund is paid that can't go back the way it was paid. The number is sealed; its end is for its owner to know it by.
create table bank_accounts (
  user_id text primary key,
  holder text not null,
  ifsc text not null,
  number_sealed bytea not null,
  number_end text not null,
  saved_at timestamptz not null,
  -- Its owner erased their account while a refund was owed: it goes once none is.
  erased boolean not null default false
);
