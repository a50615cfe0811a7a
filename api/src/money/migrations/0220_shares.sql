-- What a partner's contract gives it of the fees of its site, from a month of India's calendar on. None is ever changed or deleted: another takes its place.
create table share_terms (
  id text primary key,
  site text not null check (site <> ''),
  -- '' is every plan of investors.
  plan text not null,
  -- Hundredths of a per cent.
  basis_points int not null check (basis_points between 0 and 10000),
  from_month text not null check (from_month ~ '^20[0-9][0-9]-(0[1-9]|1[0-2])$'),
  -- The contract that says so.
  contract text not null,
  set_by text not null,
  set_at timestamptz not null,
  -- '' and null until another admin approves it.
  approved_by text not null default '',
  approved_at timestamptz,
  withdrawn_by text not null default '',
  withdrawn_at timestamptz,
  check (approved_by <> set_by),
  check (approved_at is null or withdrawn_at is null)
);
create index share_terms_site on share_terms (site, from_month) where approved_at is not null;

-- What a month of a site comes to, in paise. Written once, after the month is over.
create table share_statements (
  site text not null,
  month text not null,
  -- Carried from the month before: never above zero.
  opening_paise bigint not null check (opening_paise <= 0),
  -- Fees without GST, less what was taken back.
  net_paise bigint not null,
  share_paise bigint not null,
  payable_paise bigint not null check (payable_paise >= 0),
  -- To the month after.
  carried_paise bigint not null check (carried_paise <= 0),
  written_at timestamptz not null,
  primary key (site, month),
  check (opening_paise + share_paise = payable_paise + carried_paise)
);

-- Each invoice and credit note stands in one statement.
create table share_lines (
  number text primary key references invoices (number),
  site text not null,
  month text not null,
  -- The invoice that a credit note takes back.
  about text not null,
  basis_points int not null,
  taxable_paise bigint not null,
  share_paise bigint not null,
  foreign key (site, month) references share_statements (site, month)
);
create index share_lines_month on share_lines (month, number);
create index share_lines_about on share_lines (about) where about <> '';

-- What was paid out to a partner, by the bank's reference. Once for each statement.
create table share_payouts (
  site text not null,
  month text not null,
  paise bigint not null check (paise > 0),
  reference text not null,
  paid_by text not null,
  paid_at timestamptz not null,
  primary key (site, month),
  foreign key (site, month) references share_statements (site, month)
);

-- What partners are due, what that costs, and the bank that pays it.
alter table book_lines drop constraint book_lines_account_check;
alter table book_lines add constraint book_lines_account_check
  check (account in ('provider', 'fees', 'gst', 'refunds_due', 'share_costs', 'shares_due', 'bank'));
-- A month of a partner may be more than one payment can be.
alter table book_lines alter column paise type bigint;
