-- The files that rows of market_days are from, so that a call can be judged again from them; several of a day where it came in parts
-- or was corrected.
create table market_files (
  day date not null,
  n smallint not null,
  sha256 text not null,
  file_name text not null,
  imported_at timestamptz not null default now(),
  primary key (day, n),
  unique (day, sha256)
);

-- Which of the day's files; null where that was not kept.
alter table market_days add column file smallint;
alter table market_days add foreign key (day, file) references market_files (day, n);

-- What is on file came from the file that was read last where that one has as many rows as the day.
insert into market_files (day, n, sha256, file_name, imported_at)
select day, 1, sha256, file_name, imported_at from market_imports;

update market_days set file = 1
from (
  select market_imports.day from market_imports join market_days using (day)
  group by market_imports.day, row_count having count(*) = row_count
) as whole
where whole.day = market_days.day;
