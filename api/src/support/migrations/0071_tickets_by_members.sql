-- The public table counts a complaint at once only if it was written signed in. Of erased accounts the address is gone, too.
alter table tickets add column by_member boolean not null default false;
update tickets set by_member = true where user_id <> '' or email = '';
