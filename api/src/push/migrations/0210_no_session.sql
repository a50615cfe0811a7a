-- Devices whose session was tidied away long ago: nothing could end them any more.
delete from push_devices where session_id not in (select id from sessions);
