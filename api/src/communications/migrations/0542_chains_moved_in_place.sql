-- Every entry moves the head of its chain. Without an index over its number PostgreSQL renews the row in its page and writes no index.
-- since release 1: an index is nothing that a server names; chains that have grown are looked for once a night
drop index communication_unsigned;
-- since release 1: room in each page for rows that are renewed, which no server names
alter table communication_chains set (fillfactor = 60);
