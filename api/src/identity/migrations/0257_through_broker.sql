-- Whether a broker introduced the account: its first sign-in was the broker's. Later an account can link brokers without that.
-- Null: a server of the release before registered the account.
alter table users add column through_broker boolean default false;
alter table users alter column through_broker set default null;
-- So far an account was linked only by the sign-in that registered it.
update users set through_broker = true where id in (select user_id from broker_customers);
