-- What messages carry: our own copies of pictures and PDFs. A file is kept in the transaction of its message, so neither is ever without the other.
create table chat_files (
  id text primary key,
  room_id text not null,
  seq integer not null,
  -- picture | pdf
  kind text not null,
  -- '' for a picture.
  name text not null,
  -- Pixels of a picture.
  width integer,
  height integer,
  size integer not null,
  sha256 text not null,
  -- Of the bytes that came in: what is sent again under the same number is known by it.
  sent_sha256 text not null,
  bytes bytea not null,
  foreign key (room_id, seq) references chat_messages (room_id, seq) on delete cascade
);
create unique index chat_file_of_message on chat_files (room_id, seq);
