-- Days that are given for bringing somebody, or for being brought.
alter table subscriptions drop constraint subscriptions_source_check;
alter table subscriptions add constraint subscriptions_source_check check (source in ('direct', 'partner', 'campaign', 'referral'));
