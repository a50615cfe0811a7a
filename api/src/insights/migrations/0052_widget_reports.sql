-- What browsers stopped of our iframe pages, counted: no address beyond its origin, nobody's browser, no moment.
create table widget_reports (
  -- Of a partner, or of our own pages, whose key is in no table.
  access_key text not null,
  -- In IST.
  day date not null,
  -- Of the page that wanted to show the frame, or of what was blocked inside; '' where the browser did not say.
  origin text not null,
  directive text not null,
  count integer not null default 1,
  primary key (access_key, day, origin, directive)
);
