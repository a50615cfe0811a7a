-- A closing score is made of the live calls its readers may read, so there is one for each audience (`insights/audience.ts`):
-- '' for everybody, else the terms of the plan. Those written so far were made of all calls.
alter table sentiment_daily add column audience text not null default 'intraday+shortTerm+mediumTerm+longTerm';
alter table sentiment_daily alter column audience drop default;
alter table sentiment_daily drop constraint sentiment_daily_pkey;
alter table sentiment_daily add primary key (symbol, day, audience);
