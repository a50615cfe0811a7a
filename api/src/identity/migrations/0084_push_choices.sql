-- Messages to devices are chosen like those by mail and WhatsApp.
alter table notification_choices drop constraint notification_choices_channel_check;
alter table notification_choices add constraint notification_choices_channel_check check (channel in ('mail', 'whatsapp', 'push'));
