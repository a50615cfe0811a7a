-- Messages to devices.
alter table outbox_messages drop constraint outbox_messages_channel_check;
alter table outbox_messages add constraint outbox_messages_channel_check check (channel in ('sms', 'whatsapp', 'mail', 'push'));
-- A path of ours that a message opens; '' of all others.
alter table outbox_messages add column link text not null default '';
