-- Why the guard refused a text, in the words its writer read.
alter table chat_blocked add column sentence text not null default '';
