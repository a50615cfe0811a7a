-- When a closed account's personal data is erased: 48 hours after its owner asked, unless they change their mind.
alter table users add column erase_at timestamptz;
create index users_erase_at on users (erase_at) where erase_at is not null;
