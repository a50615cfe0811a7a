-- Every message moves its room's last number and time. Where no index holds them PostgreSQL renews the row in its page and writes no index; with
-- three it wrote eight. A person's rooms are found by the person and sorted.
create index chat_of_expert_alone on chat_rooms (expert_id);
-- since release 1: an index is nothing that a server names; chat_pair begins with the investor
drop index chat_of_investor;
-- since release 1: an index is nothing that a server names; chat_of_expert_alone finds the same rooms
drop index chat_of_expert;
-- since release 1: an index is nothing that a server names; what it found is looked for once a month
drop index chat_old;
-- since release 1: room in each page for rows that are renewed, which no server names
alter table chat_rooms set (fillfactor = 60);
