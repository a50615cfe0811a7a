-- What an invoice says of its tax, as it was on the day.
alter table invoices add column rate int not null default 18;
alter table invoices add column sac text not null default '9971';
