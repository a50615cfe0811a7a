-- Messages that leave by a provider: emptied once they are delivered.
alter table outbox_messages add column delivered_at timestamptz;
alter table outbox_messages drop constraint outbox_messages_channel_check;
alter table outbox_messages add constraint outbox_messages_channel_check check (channel in ('sms', 'whatsapp', 'mail'));
