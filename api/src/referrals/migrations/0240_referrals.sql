-- A person's code, made when they first ask for it. It works on their own site alone.
create table referral_codes (
  user_id text primary key,
  site text not null,
  code text not null unique,
  made_at timestamptz not null
);

-- Who signed up with whose code. Either of the two is null once their account is erased; the other keeps what is theirs.
create table referrals (
  id text primary key,
  referrer text,
  referee text unique,
  site text not null,
  state text not null default 'joined' check (state in ('joined', 'qualified', 'credited', 'void')),
  -- Why nobody gets anything; '' while it is not void.
  reason text not null default '',
  joined_at timestamptz not null,
  qualified_at timestamptz,
  decided_at timestamptz,
  check (referrer is not null or referee is not null),
  check (referrer <> referee),
  check ((state = 'void') = (reason <> '')),
  check ((state in ('credited', 'void')) = (decided_at is not null)),
  check (state not in ('qualified', 'credited') or qualified_at is not null)
);
create index referrals_referrer on referrals (referrer);
create index referrals_open on referrals (id) where state in ('joined', 'qualified');

-- Days that were given: one a referral and side, whoever asks for it and how often.
create table referral_rewards (
  referral_id text not null references referrals (id),
  side text not null check (side in ('referrer', 'referee')),
  user_id text not null,
  -- Also the id of the plan that they are.
  id text not null unique,
  plan text not null check (plan in ('Lite', 'Premium')),
  days int not null check (days > 0),
  given_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (referral_id, side)
);
create index referral_rewards_user on referral_rewards (user_id, given_at);
create index referral_rewards_running on referral_rewards (ends_at);
