-- Pictures people show, documents they are verified by, and who decided what about them.

create table people_pictures (
  id text primary key,
  user_id text not null references users (id),
  kind text not null check (kind in ('picture', 'cover_image')),
  -- Re-encoded by us: nothing of the uploaded file but its pixels is left.
  bytes bytea not null,
  created_at timestamptz not null
);
create index people_pictures_user on people_pictures (user_id, kind);

create table kyc_documents (
  id text primary key,
  user_id text not null references users (id),
  type text not null check (type in ('pan_card', 'aadhar_card', 'sebi_certificate', 'nism_certificate')),
  status text not null check (status in ('Pending', 'Verified', 'Rejected', 'Expired')),
  reason text not null default '',
  media_type text not null check (media_type in ('image/jpeg', 'application/pdf')),
  -- AES-256-GCM, bound to the id of the row.
  sealed bytea not null,
  sha256 text not null,
  submitted_at timestamptz not null,
  -- Replaced by a newer one of its type; kept as a record.
  replaced_at timestamptz,
  first_reviewer text references users (id),
  first_decision text check (first_decision in ('verify', 'reject')),
  first_reason text not null default '',
  first_at timestamptz,
  second_reviewer text references users (id),
  decided_at timestamptz,
  check (second_reviewer is null or second_reviewer <> first_reviewer),
  check (first_reviewer is null or first_reviewer <> user_id)
);
create unique index kyc_documents_present on kyc_documents (user_id, type) where replaced_at is null;
create index kyc_documents_waiting on kyc_documents (submitted_at) where status = 'Pending' and replaced_at is null;

-- The PAN, readable only with the server's key; `blind_index` finds a second account of the same person.
create table kyc_numbers (
  user_id text primary key references users (id),
  pan_sealed bytea not null,
  blind_index text not null,
  partner_key text not null,
  unique (partner_key, blind_index)
);
