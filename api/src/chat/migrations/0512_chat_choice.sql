-- Whether devices are told of one's chats is chosen like every other kind of message.
-- since release 1: choices are read by the kinds that a server knows
alter table notification_choices drop constraint notification_choices_kind_check;
-- since release 1: choices are read by the kinds that a server knows
alter table notification_choices add constraint notification_choices_kind_check check (kind in ('documents', 'alerts', 'chats', 'new_calls', 'ended_calls'));
