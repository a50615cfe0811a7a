-- How many conflicts of interest the author declared at publication. Rows are made anew from the record at the next start, which counts them.
alter table calls add column conflicts integer not null default 0;
alter table option_calls add column conflicts integer not null default 0;
