-- Who asked for a code. Its tries are theirs; everybody else has five of their own, so a stranger's guesses never use them up.
-- `counted_for` is the device or network that its sending counts for; codes asked for by strangers also count together.
alter table otp_challenges add column asked_device text not null default '';
alter table otp_challenges add column counted_for text not null default '';
alter table otp_challenges add column stranger boolean not null default true;
alter table otp_challenges add column other_tries integer not null default 0;
alter table account_challenges add column asked_device text not null default '';
alter table account_challenges add column counted_for text not null default '';
alter table account_challenges add column stranger boolean not null default true;

-- Where an account was signed in to, also when that session ended.
create index sessions_user_all on sessions (user_id);
