-- Who people are, how they prove it, and which sessions are open.
-- An account belongs to one partner key ('' is the main site); the same mobile on another partner is another account.

create table users (
  id text primary key,
  partner_key text not null,
  username text not null,
  email text not null default '',
  email_verified boolean not null default false,
  country_code text not null default '',
  mobile text not null default '',
  mobile_verified boolean not null default false,
  profession text not null,
  roles jsonb not null,
  source text not null default '',
  referral_code text not null default '',
  status text not null default 'active' check (status in ('active', 'closed')),
  ask_password_for_change boolean not null default false,
  sign_in_count integer not null default 0,
  last_seen timestamptz,
  created_at timestamptz not null
);
create unique index users_email on users (partner_key, email) where email <> '';
create unique index users_mobile on users (partner_key, country_code, mobile) where mobile <> '';

create table profiles (
  user_id text primary key references users (id),
  full_name text not null default '',
  address text not null default '',
  about_us text not null default '',
  company text not null default '',
  institute_name text not null default '',
  gst_number text not null default '',
  website text not null default '',
  gmail text not null default '',
  facebook text not null default '',
  linkedin text not null default '',
  telegram text not null default '',
  youtube text not null default '',
  sebi_certificate_status text not null default '',
  pan_card_status text not null default '',
  aadhar_card_status text not null default '',
  nism_certificate_status text not null default '',
  -- Masked; full numbers are never stored here.
  pan_card_number text not null default '',
  aadhar_card_number text not null default '',
  risk_category text not null default '',
  broker_registration_no text not null default '',
  dealer_of jsonb not null default '[]',
  picture text not null default '',
  cover_image text not null default '',
  utm_source text not null default ''
);

create table passwords (
  user_id text primary key references users (id),
  phc text not null,
  changed_at timestamptz not null
);

-- Kept by name, not by account, so that known and unknown names lock alike.
create table password_attempts (
  partner_key text not null,
  name_hash text not null,
  failed integer not null,
  last_at timestamptz not null,
  locked_until timestamptz,
  primary key (partner_key, name_hash)
);

create table otp_challenges (
  id text primary key,
  partner_key text not null,
  country_code text not null,
  mobile text not null,
  purpose text not null check (purpose in ('SIGN_IN', 'SIGN_UP')),
  code_mac text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  superseded_at timestamptz
);
create index otp_challenges_number on otp_challenges (country_code, mobile, sent_at);

create table sessions (
  id text primary key,
  user_id text not null references users (id),
  partner_key text not null,
  device_hash text not null,
  -- Refresh tokens carry the count they were made for; only the newest may be spent.
  counter integer not null default 0,
  rotated_at timestamptz not null,
  created_at timestamptz not null,
  idle_until timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  ended_reason text not null default '',
  user_agent text not null default '',
  ip text not null default ''
);
create index sessions_user on sessions (user_id) where ended_at is null;
create index sessions_ended on sessions (ended_at) where ended_at is not null;

create table expert_registrations (
  user_id text primary key references users (id),
  category text not null check (category in ('RA', 'IA', 'BROKER', 'DEALER')),
  reg_no text not null unique,
  city text not null default '',
  style text not null default '',
  skill_key text not null default '',
  valid_from date not null,
  valid_to date not null,
  nism_no text not null default '',
  nism_expiry date not null,
  -- What people decided; expiring and lapsed follow from the dates.
  status text not null check (status in ('unverified', 'pending', 'verified', 'suspended', 'rejected'))
);

create table subscriptions (
  id text primary key,
  user_id text not null references users (id),
  plan_name text not null check (plan_name in ('Lite', 'Premium', 'Pro', 'Publisher', 'Chat')),
  promotional boolean not null default false,
  source text not null check (source in ('direct', 'partner', 'campaign')),
  starts_at timestamptz not null,
  ends_at timestamptz not null
);
create index subscriptions_user on subscriptions (user_id, ends_at);
