-- What investors said of the risk they can bear: a row for each time, the answers only of the latest and while it holds. All of it goes
-- with the account, or when its owner deletes it.
create table risk_profiles (
  id text primary key,
  user_id text not null,
  -- Of the questions.
  version text not null,
  category text not null,
  answered_at timestamptz not null,
  answers jsonb,
  score integer
);
create index risk_profiles_of on risk_profiles (user_id, answered_at);
-- Nobody has the answers of two times, however many tabs save at once.
create unique index risk_answers_of on risk_profiles (user_id) where answers is not null;
create index risk_answers_by_age on risk_profiles (answered_at) where answers is not null;
